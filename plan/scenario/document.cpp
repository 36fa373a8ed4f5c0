// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/nearest.h"

namespace headroom::plan {

namespace {

[[noreturn]] void refuse(const Origin& origin, std::string message, std::string hint) {
  throw InputError(Diagnostic{origin, std::move(message), std::move(hint), ""});
}

/// What the schema says of a key that the file does not name.
std::optional<Value> fallback_of(const Key& key) {
  if (key.fallback.empty()) return std::nullopt;
  Value value = parse_value(key, key.fallback, Origin{});
  value.provenance = Provenance::assumed;
  value.source = key.meaning;
  if (!key.within.empty()) {
    const auto dots = key.within.find("..");
    value.low = parse_quantity(key.within.substr(0, dots), *key.dimension);
    value.high = parse_quantity(key.within.substr(dots + 2), *key.dimension);
  }
  return value;
}

const std::vector<std::optional<Value>>& fallbacks() {
  static const std::vector<std::optional<Value>> values = [] {
    std::vector<std::optional<Value>> all;
    for (const Key& key : schema()) all.push_back(fallback_of(key));
    return all;
  }();
  return values;
}

std::size_t index_of(std::string_view path) {
  const auto index = find_key(path);
  check(index.has_value(), "a key asked for by the code is missing in the schema");
  return *index;
}

std::string expected(const Key& key) {
  if (!key.choices.empty()) return fmt::format("one of {}", fmt::join(key.choices, ", "));
  return std::string(key.meaning);
}

void check_range(const Key& key, double number, const Origin& origin, std::string_view text) {
  const bool is_below = number < key.minimum;
  const bool is_above = key.maximum > 0 && number > key.maximum;
  if (!is_below && !is_above) return;
  const double limit = is_below ? key.minimum : key.maximum;
  refuse(origin,
         fmt::format("{}: \"{}\" is {} {}", key.path, text, is_below ? "below" : "above",
                     format_quantity(limit, *key.dimension, key.noun)),
         std::string(key.meaning));
}

}  // namespace

Document::Document() : set_(schema().size()) {}

bool Document::is_set(std::string_view path) const { return set_[index_of(path)].has_value(); }

bool Document::has(std::string_view path) const {
  const std::size_t index = index_of(path);
  return set_[index] || fallbacks()[index];
}

const Value& Document::at(std::string_view path) const {
  const std::size_t index = index_of(path);
  if (set_[index]) return *set_[index];
  if (fallbacks()[index]) return *fallbacks()[index];
  refuse(Origin{}, fmt::format("{} is missing", path), expected(schema()[index]));
}

void Document::set(std::size_t key, Value value) { set_[key] = std::move(value); }

void Document::set_number(std::string_view path, double number) {
  const std::size_t index = index_of(path);
  const Key& key = schema()[index];
  Value value = has(path) ? at(path) : Value{};
  number = std::max(number, key.minimum);
  if (key.maximum > 0) number = std::min(number, key.maximum);
  value.number = value.low = value.high = number;
  set_[index] = std::move(value);
}

void Document::clear_group(std::string_view group) {
  for (std::size_t i = 0; i < schema().size(); ++i) {
    const std::string_view path = schema()[i].path;
    if (path.size() > group.size() && path.starts_with(group) && path[group.size()] == '.')
      set_[i].reset();
  }
}

std::vector<std::string> Document::uncertain() const {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < schema().size(); ++i) {
    const auto& value = set_[i] ? set_[i] : fallbacks()[i];
    if (value && value->is_uncertain()) paths.emplace_back(schema()[i].path);
  }
  return paths;
}

Value parse_value(const Key& key, std::string_view text, const Origin& origin) {
  Value value;
  value.origin = origin;
  if (!key.dimension) {
    value.word = std::string(text);
    const auto& all = key.choices;
    if (!all.empty() && std::find(all.begin(), all.end(), text) == all.end()) {
      refuse(origin, fmt::format("{}: \"{}\" is not known", key.path, text),
             "write " + expected(key));
    }
    if (text.empty())
      refuse(origin, fmt::format("{}: the value is missing", key.path), expected(key));
    return value;
  }
  try {
    value.number = value.low = value.high = parse_quantity(text, *key.dimension);
  } catch (const QuantityError& error) {
    refuse(origin, fmt::format("{}: {}", key.path, error.message), error.hint);
  }
  check_range(key, value.number, origin, text);
  return value;
}

std::size_t resolve_key(std::string_view name, const Origin& origin) {
  const auto found = keys_ending_in(name);
  if (found.size() == 1) return found.front();
  std::vector<std::string> paths;
  if (found.empty()) {
    for (const Key& key : schema()) {
      std::string_view ending = key.path;
      paths.emplace_back(ending);
      for (auto dot = ending.find('.'); dot != std::string_view::npos; dot = ending.find('.')) {
        ending.remove_prefix(dot + 1);
        paths.emplace_back(ending);
      }
    }
    const std::string close = nearest(name, paths);
    refuse(origin, fmt::format("\"{}\" is no key of a scenario", name),
           close.empty() ? "write a path such as system.array.disks, or its ending"
                         : fmt::format("did you mean {}?", close));
  }
  for (const std::size_t i : found) paths.emplace_back(schema()[i].path);
  refuse(origin, fmt::format("\"{}\" could mean several keys", name),
         fmt::format("write one of {}", fmt::join(paths, ", ")));
}

std::string format_value(const Key& key, const Value& value) {
  if (!key.dimension) return value.word;
  return format_quantity(value.number, *key.dimension, key.noun);
}

}  // namespace headroom::plan
