// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/nearest.h"

namespace headroom::plan {

namespace {

constexpr std::size_t most_faults = 20;

void note(Reading& reading, Diagnostic fault) {
  if (reading.faults.size() < most_faults) reading.faults.push_back(std::move(fault));
}

void note(Reading& reading, const InputError& error) {
  for (const Diagnostic& fault : error.diagnostics()) note(reading, fault);
}

/// Reads a scalar value, keeping the source line of the file in what it complains of.
Value read_scalar(const Key& key, const Field& field) {
  const std::string& text = field.scalar(key.meaning);
  try {
    return parse_value(key, text, field.origin());
  } catch (const InputError& error) {
    const Diagnostic& fault = error.diagnostics().front();
    field.refuse(fault.message, fault.hint);
  }
}

void read_range(const Key& key, const Field& within, Value& value) {
  const auto items = within.kind() == Field::Kind::list ? within.items() : std::vector<Field>{};
  if (items.size() != 2)
    within.refuse("within takes two values", "write within: [LOW, HIGH], the 90 % range");
  value.low = read_scalar(key, items[0]).number;
  value.high = read_scalar(key, items[1]).number;
  if (!(value.low <= value.number && value.number <= value.high)) {
    within.refuse("the range does not hold the value",
                  "write within: [LOW, HIGH] with LOW <= value <= HIGH");
  }
}

/// `{value: V, within: [LOW, HIGH], because: TEXT}`: an assumption with its 90 % range and reason.
Value read_assumption(const Key& key, const Field& map) {
  static const std::vector<std::string> known = {"value", "within", "because"};
  for (const auto& entry : map.entries()) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    entry.value.refuse(fmt::format("\"{}\" is no part of a value", entry.key),
                       "write {value: ..., within: [LOW, HIGH], because: ...}");
  }
  Value value = read_scalar(key, map["value"].kind() == Field::Kind::missing ? map : map["value"]);
  value.provenance = Provenance::assumed;
  if (map["because"].kind() != Field::Kind::missing)
    value.source = map["because"].scalar("a reason");
  if (map["within"].kind() != Field::Kind::missing) {
    if (!key.dimension)
      map.refuse(fmt::format("{} is a word and has no range", key.path), "remove within");
    read_range(key, map["within"], value);
  }
  return value;
}

bool is_group(const std::string& path) { return !children(path).empty(); }

void read_key(const std::string& path, const Field::Entry& entry, Reading& reading) {
  const auto index = find_key(path);
  const bool is_map = entry.value.kind() == Field::Kind::map;
  if (is_map && is_group(path)) return read_group(entry.value, path, reading);
  if (!index) {
    const std::string hint = "below it: " + fmt::format("{}", fmt::join(children(path), ", "));
    return note(reading, entry.value.diagnostic(fmt::format("{} is a group of keys", path), hint));
  }
  try {
    const Key& key = schema()[*index];
    Value value = is_map ? read_assumption(key, entry.value) : read_scalar(key, entry.value);
    if (!is_map) value.provenance = reading.provenance;
    if (value.source.empty()) value.source = reading.source;
    reading.document->set(*index, std::move(value));
  } catch (const InputError& error) {
    note(reading, error);
  }
}

Diagnostic unknown_key(const Field::Entry& entry, const std::string& group,
                       const Reading& reading) {
  auto known = children(group);
  if (group.empty()) known.insert(known.end(), reading.others.begin(), reading.others.end());
  const std::string close = nearest(entry.key, known);
  const std::string where = group.empty() ? "the top level" : group;
  Diagnostic fault =
      entry.value.diagnostic(fmt::format("\"{}\" is no key of {}", entry.key, where),
                             close.empty() ? fmt::format("known here: {}", fmt::join(known, ", "))
                                           : fmt::format("did you mean {}?", close));
  if (fault.origin.line == entry.key_origin.line || fault.origin.line == 0)
    fault.origin = entry.key_origin;
  return fault;
}

bool is_host(const Field& row) {
  return row["kind"].kind() == Field::Kind::scalar && row["kind"].text() == "host";
}

/// The catalogue's row of this name and kind in any of its files, and the names there are.
Field find_row(const std::string& folder, bool wants_host, const std::string& name,
               std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    for (const auto& row : read_yaml(file).entries()) {
      if (is_host(row.value) != wants_host) continue;
      if (row.key == name) return row.value;
      names.push_back(row.key);
    }
  }
  return Field();
}

}  // namespace

void read_group(const Field& map, const std::string& group, Reading& reading) {
  if (map.kind() != Field::Kind::map) {
    return note(reading, map.diagnostic(fmt::format("expected keys and values{}",
                                                    group.empty() ? "" : " below " + group),
                                        "write one `key: value` a line"));
  }
  const auto known = children(group);
  for (const auto& entry : map.entries()) {
    if (group.empty() &&
        std::find(reading.others.begin(), reading.others.end(), entry.key) != reading.others.end())
      continue;
    if (std::find(known.begin(), known.end(), entry.key) == known.end()) {
      note(reading, unknown_key(entry, group, reading));
    } else {
      read_key(group.empty() ? entry.key : group + "." + entry.key, entry, reading);
    }
  }
}

void read_catalogue_row(const std::string& folder, std::string_view group,
                        const CatalogueName& name, Document& document) {
  std::vector<std::string> names;
  const Field row = find_row(folder, group == "system.host", name.name, names);
  if (row.kind() != Field::Kind::map) {
    const std::string close = nearest(name.name, names);
    throw InputError(Diagnostic{name.origin,
                                fmt::format("{}: the catalogue has no \"{}\"", group, name.name),
                                close.empty() ? fmt::format("it has {}", fmt::join(names, ", "))
                                              : "did you mean " + close + "?",
                                ""});
  }
  document.clear_group(group);
  Reading reading{&document, Provenance::catalogue, "catalogue: " + name.name, {}, {}};
  const auto known = children(group);
  for (const auto& entry : row.entries()) {
    if (std::find(known.begin(), known.end(), entry.key) == known.end()) continue;
    read_key(fmt::format("{}.{}", group, entry.key), entry, reading);
  }
  if (!reading.faults.empty()) throw InputError(std::move(reading.faults));
}

}  // namespace headroom::plan
