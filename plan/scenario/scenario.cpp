// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/nearest.h"
#include "plan/scenario/reader.h"

namespace headroom::plan {

namespace {

constexpr int most_extends = 4;

/// Assumed relative error of one run where a scenario gives a single value and no error of its own.
constexpr double default_anchor_error = 0.02;

std::vector<Setting> read_settings(const Field& map) {
  std::vector<Setting> settings;
  if (map.kind() == Field::Kind::missing) return settings;
  if (map.kind() != Field::Kind::map)
    map.refuse("expected keys and values below set", "write set: {array.disks: 2}");
  for (const auto& entry : map.entries()) {
    try {
      settings.push_back({resolve_key(entry.key, entry.key_origin), entry.value.scalar("a value"),
                          entry.value.origin()});
    } catch (const InputError& error) {
      entry.value.refuse(error.diagnostics().front().message, error.diagnostics().front().hint);
    }
  }
  return settings;
}

double read_quantity(const Field& field, Dimension dimension) {
  try {
    return parse_quantity(field.scalar("a value with its unit"), dimension);
  } catch (const QuantityError& error) {
    field.refuse(error.message, error.hint);
  }
}

Anchor read_anchor(const Field& map, bool is_messages) {
  if (map.kind() != Field::Kind::map)
    map.refuse("expected a measurement", "write - {quantity: busy, value: 85 %}");
  static const std::vector<std::string> known = {"quantity", "value", "values",
                                                 "error",    "set",   "note"};
  for (const auto& entry : map.entries()) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    const std::string close = nearest(entry.key, known);
    entry.value.refuse(fmt::format("\"{}\" is no key of a measurement", entry.key),
                       close.empty() ? fmt::format("known here: {}", fmt::join(known, ", "))
                                     : "did you mean " + close + "?");
  }
  Anchor anchor;
  anchor.origin = map.origin();
  anchor.quantity = map["quantity"].kind() == Field::Kind::missing
                        ? map.scalar("quantity")
                        : map["quantity"].scalar("a quantity");
  const auto dimension = quantity_dimension(anchor.quantity, is_messages);
  if (!dimension) {
    map["quantity"].refuse(
        fmt::format("\"{}\" is no quantity that a run predicts", anchor.quantity),
        "known: throughput, busy, utilisation, written, read, latency_p50, latency_p99");
  }
  anchor.set = read_settings(map["set"]);
  const bool has_value = map["value"].kind() == Field::Kind::scalar;
  const bool has_values =
      map["values"].kind() == Field::Kind::list && !map["values"].items().empty();
  if (has_value == has_values)
    map.refuse("a measurement needs a value",
               "write value: 85 %, or values: [84 %, 86 %] of several runs");
  if (has_values) {
    for (const Field& item : map["values"].items())
      anchor.values.push_back(read_quantity(item, *dimension));
  } else {
    anchor.values.push_back(read_quantity(map["value"], *dimension));
  }
  if (std::any_of(anchor.values.begin(), anchor.values.end(), [](double v) { return v <= 0; })) {
    map.refuse("a measured value must be above 0", "remove it, or correct it");
  }
  anchor.error = map["error"].kind() == Field::Kind::missing
                     ? default_anchor_error
                     : read_quantity(map["error"], Dimension::fraction);
  if (anchor.error <= 0)
    map["error"].refuse("the error of a measurement must be above 0",
                        "write the relative standard error, such as 2 %");
  return anchor;
}

void read_measured(const Field& list, Scenario& scenario) {
  if (list.kind() == Field::Kind::missing) return;
  if (list.kind() != Field::Kind::list)
    list.refuse("expected a list of measurements", "write - {quantity: busy, value: 85 %}");
  const bool is_messages =
      scenario.values.has("workload.kind") && scenario.values.word("workload.kind") == "messages";
  scenario.measured.clear();
  for (const Field& item : list.items())
    scenario.measured.push_back(read_anchor(item, is_messages));
}

void read_fit(const Field& list, Scenario& scenario) {
  if (list.kind() == Field::Kind::missing) return;
  if (list.kind() != Field::Kind::list)
    list.refuse("expected a list of keys", "write fit: [page_cache.read_run]");
  scenario.fit.clear();
  for (const Field& item : list.items()) {
    const std::string& name = item.scalar("a key");
    try {
      const Key& key = schema()[resolve_key(name, item.origin())];
      if (!key.dimension || *key.dimension == Dimension::count)
        item.refuse(fmt::format("{} cannot be fitted", key.path), "name a key with a real value");
      scenario.fit.emplace_back(key.path);
    } catch (const InputError& error) {
      item.refuse(error.diagnostics().front().message, error.diagnostics().front().hint);
    }
  }
}

Scenario read_level(const std::string& path, const DataFolder& data, int depth);

Scenario read_base(const Field& root, const std::string& path, const DataFolder& data, int depth) {
  const Field extends = root["extends"];
  if (extends.kind() == Field::Kind::missing) return Scenario{};
  if (depth >= most_extends)
    extends.refuse(fmt::format("more than {} files extend one another", most_extends),
                   "does a file extend itself?");
  const std::filesystem::path base =
      std::filesystem::path(path).parent_path() / extends.scalar("a file name");
  return read_level(base.string(), data, depth + 1);
}

/// `disk: NAME` or `disk: {model: NAME, ...}`, and the same for host: the row comes first, the keys
/// beside it replace its.
void read_catalogue_names(const Field& system, const DataFolder& data, Document& document) {
  for (const std::string_view group : catalogue_groups) {
    const Field part = system[group.substr(group.find('.') + 1)];
    const Field name = part.kind() == Field::Kind::map ? part["model"] : part;
    if (name.kind() != Field::Kind::scalar) continue;
    try {
      read_catalogue_row(data.path + "/catalogue", group, {name.text(), name.origin()}, document);
    } catch (const InputError& error) {
      const Diagnostic& fault = error.diagnostics().front();
      if (fault.origin.file != name.origin().file) throw;
      name.refuse(fault.message, fault.hint);
    }
  }
}

Scenario read_level(const std::string& path, const DataFolder& data, int depth) {
  const Field root = read_yaml(path);
  if (root.kind() != Field::Kind::map)
    root.refuse("the file holds no scenario", "expected system:, workload: and goal:");
  Scenario scenario = read_base(root, path, data, depth);
  scenario.file = path;
  if (root["title"].kind() != Field::Kind::missing)
    scenario.title = root["title"].scalar("a title");
  read_catalogue_names(root["system"], data, scenario.values);
  Reading reading{&scenario.values,
                  Provenance::stated,
                  "stated in " + path,
                  {"title", "extends", "set", "measured", "fit"},
                  {}};
  read_group(root, "", reading);
  if (!reading.faults.empty()) throw InputError(std::move(reading.faults));
  apply(read_settings(root["set"]), data, scenario.values);
  read_measured(root["measured"], scenario);
  read_fit(root["fit"], scenario);
  return scenario;
}

}  // namespace

Scenario read_scenario(const std::string& path, const DataFolder& data) {
  return read_level(path, data, 0);
}

std::vector<Setting> parse_settings(std::string_view text) {
  const std::string file = fmt::format("alternative \"{}\"", text);
  std::vector<Setting> settings;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string_view part = text.substr(start, end - start);
    const Origin origin{file, 1, static_cast<int>(start) + 1};
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == part.size()) {
      throw InputError(Diagnostic{origin, fmt::format("\"{}\" sets nothing", part),
                                  "write key=value[,key=value...], such as disks=32", ""});
    }
    settings.push_back({resolve_key(part.substr(0, equals), origin),
                        std::string(part.substr(equals + 1)),
                        Origin{file, 1, static_cast<int>(start + equals) + 2}});
    start = end + 1;
  }
  return settings;
}

void apply(const std::vector<Setting>& settings, const DataFolder& data, Document& document) {
  for (const Setting& setting : settings) {
    const Key& key = schema()[setting.key];
    const std::string_view group =
        key.path.ends_with(".model") ? key.path.substr(0, key.path.rfind('.')) : key.path;
    if (std::ranges::find(catalogue_groups, group) != std::end(catalogue_groups)) {
      read_catalogue_row(data.path + "/catalogue", group, {setting.text, setting.origin}, document);
    }
    document.set(setting.key, parse_value(key, setting.text, setting.origin));
  }
}

std::optional<Dimension> quantity_dimension(std::string_view quantity, bool is_messages) {
  if (quantity == "throughput")
    return is_messages ? Dimension::per_second : Dimension::bytes_per_second;
  if (quantity == "request_rate") return Dimension::per_second;
  if (quantity == "busy" || quantity == "utilisation") return Dimension::fraction;
  if (quantity == "written" || quantity == "read") return Dimension::bytes_per_second;
  if (quantity == "latency_p50" || quantity == "latency_p99" || quantity == "latency_mean")
    return Dimension::seconds;
  return std::nullopt;
}

}  // namespace headroom::plan
