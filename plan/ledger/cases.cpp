// SPDX-License-Identifier: Apache-2.0
#include "plan/ledger/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "plan/scenario/yaml_file.h"

namespace headroom::plan {

namespace {

/// Operating point: names and values in file order.
using At = std::vector<std::pair<std::string, std::string>>;

/// The `ledger` part of a file.
struct Rules {
  std::map<std::string, std::string> scenarios, quantities, where;
  std::map<std::string, std::pair<std::string, std::string>> settings;  // name: key, unit
};

std::map<std::string, std::string> read_words(const Field& map) {
  std::map<std::string, std::string> words;
  if (map.kind() == Field::Kind::missing) return words;
  if (map.kind() != Field::Kind::map)
    map.refuse("expected keys and values", "write {theirs: ours}");
  for (const auto& entry : map.entries()) words[entry.key] = entry.value.scalar("a word");
  return words;
}

Rules read_rules(const Field& ledger) {
  Rules rules{read_words(ledger["scenarios"]),
              read_words(ledger["quantities"]),
              read_words(ledger["where"]),
              {}};
  for (const auto& [name, text] : read_words(ledger["settings"])) {
    const auto blank = text.find(' ');
    rules.settings[name] = {text.substr(0, blank),
                            blank == std::string::npos ? "" : text.substr(blank)};
  }
  return rules;
}

double read_value(const Field& field, const std::string& unit, Dimension dimension) {
  const bool is_plain = unit == "fraction" || unit.empty();
  try {
    return parse_quantity(
        is_plain ? field.scalar("a number") : field.scalar("a number") + " " + unit, dimension);
  } catch (const QuantityError& error) {
    field.refuse(error.message, error.hint);
  }
}

double read_number(const std::string& text, const Field& where) {
  try {
    return parse_quantity(text, Dimension::number);
  } catch (const QuantityError& error) {
    where.refuse("the operating point: " + error.message, "only numbers can be set");
  }
}

std::vector<Setting> settings_at(const At& at, const Rules& rules, const Field& where) {
  std::map<std::string, std::pair<double, std::string>> values;  // key: value, unit
  for (const auto& [name, text] : at) {
    const auto rule = rules.settings.find(name);
    if (rule == rules.settings.end()) continue;
    const double number = read_number(text, where);
    const auto [place, is_new] =
        values.emplace(rule->second.first, std::pair(number, rule->second.second));
    if (!is_new) place->second.first *= number;
  }
  std::vector<Setting> settings;
  for (const auto& [key, value] : values)
    settings.push_back({resolve_key(key, where.origin()),
                        fmt::format("{:g}{}", value.first, value.second), where.origin()});
  return settings;
}

/// What one case brings to each of its points.
struct CaseContext {
  const Rules& rules;
  std::string case_id, scenario;
  bool is_messages = false;
  std::vector<MeasuredPoint>& points;

  void add(const Field& value, const std::string& theirs, const std::string& unit, const At& at,
           const std::string& use) const {
    const auto ours = rules.quantities.find(theirs);
    if (ours == rules.quantities.end() || value.kind() != Field::Kind::scalar || use == "context")
      return;
    const auto dimension = quantity_dimension(ours->second, is_messages);
    if (!dimension)
      value.refuse(fmt::format("\"{}\" is no quantity that a run predicts", ours->second),
                   "see the ledger part of this file");
    std::vector<std::string> names;
    for (const auto& [name, text] : at) names.push_back(name + "=" + text);
    std::vector<Setting> settings = settings_at(at, rules, value);
    if (const auto implied = rules.where.find(theirs); implied != rules.where.end()) {
      const auto more = parse_settings(implied->second);
      settings.insert(settings.end(), more.begin(), more.end());
    }
    points.push_back({case_id, scenario, theirs, ours->second,
                      fmt::format("{}", fmt::join(names, " ")), std::move(settings), use,
                      read_value(value, unit, *dimension)});
  }
};

void read_series(const Field& series, const CaseContext& context) {
  const std::string& quantity = series["quantity"].scalar("quantity");
  const std::string& unit = series["unit"].scalar("unit");
  for (const Field& point : series["points"].items()) {
    At at;
    if (point["at"].kind() == Field::Kind::map) {
      for (const auto& entry : point["at"].entries())
        at.emplace_back(entry.key, entry.value.scalar("an operating point"));
    }
    const Field use = point["use"].kind() == Field::Kind::missing ? series["use"] : point["use"];
    context.add(point["v"], quantity, unit, at, use.scalar("use"));
  }
}

/// The one axis that `row` or `col` of a grid names.
Field::Entry axis_of(const Field& axis) {
  const auto entries = axis.entries();
  if (entries.size() != 1) axis.refuse("a grid has one name a side", "write {iodepth: [1, 2, 4]}");
  return entries.front();
}

/// "1/16" for the cell [1, 16].
std::string cell_name(const Field& cell) {
  const auto names = cell.items();
  if (names.size() != 2) cell.refuse("a cell has a row and a column", "write [1, 16]");
  return names[0].scalar("a row") + "/" + names[1].scalar("a column");
}

void read_grid(const Field& grid, const CaseContext& context) {
  const auto row = axis_of(grid["row"]), column = axis_of(grid["col"]);
  std::vector<std::string> calibrate;
  if (grid["calibrate_cells"].kind() == Field::Kind::list) {
    for (const Field& cell : grid["calibrate_cells"].items()) calibrate.push_back(cell_name(cell));
  }
  const auto rows = row.value.items(), columns = column.value.items();
  const auto values = grid["values"].items();
  if (values.size() != rows.size())
    grid["values"].refuse("as many rows are needed as the grid names", "one list a row");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto cells = values[i].items();
    if (cells.size() != columns.size())
      values[i].refuse("as many values are needed as the grid has columns", "one value a column");
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const std::string place = rows[i].scalar("a row") + "/" + columns[j].scalar("a column");
      const bool is_calibration =
          std::find(calibrate.begin(), calibrate.end(), place) != calibrate.end();
      context.add(cells[j], grid["quantity"].scalar("quantity"), grid["unit"].scalar("unit"),
                  {{row.key, rows[i].text()}, {column.key, columns[j].text()}},
                  is_calibration ? "calibrate" : "validate");
    }
  }
}

}  // namespace

CaseFile read_cases(const std::string& path, const std::string& scenario_folder) {
  const Field root = read_yaml(path);
  CaseFile file;
  file.family = root["family"].scalar("family");
  if (root["ledger"].kind() == Field::Kind::missing) return file;
  const Rules rules = read_rules(root["ledger"]);
  for (const Field& item : root["cases"].items()) {
    const std::string& id = item["id"].scalar("id");
    const auto scenario = rules.scenarios.find(id);
    if (scenario == rules.scenarios.end()) continue;
    const Field series = item["series"], grids = item["grids"];
    const bool is_messages = root["ledger"]["messages"].kind() != Field::Kind::missing;
    const CaseContext context{rules, id, scenario_folder + "/" + scenario->second, is_messages,
                              file.points};
    if (series.kind() == Field::Kind::list) {
      for (const Field& one : series.items()) read_series(one, context);
    }
    if (grids.kind() == Field::Kind::list) {
      for (const Field& one : grids.items()) read_grid(one, context);
    }
  }
  return file;
}

}  // namespace headroom::plan
