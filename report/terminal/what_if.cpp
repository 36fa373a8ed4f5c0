// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "base/error.h"
#include "report/numbers.h"
#include "report/terminal/text.h"

namespace headroom::report {
namespace {

/// A prediction and what to call it.
struct Case {
  std::string name;
  const plan::Prediction* prediction;
};

std::vector<Case> cases_of(const plan::WhatIf& what_if) {
  std::vector<Case> cases = {{"baseline", &what_if.baseline}};
  for (const plan::Alternative& alternative : what_if.alternatives) {
    cases.push_back({alternative.text, &alternative.result});
  }
  return cases;
}

std::string bottleneck(const plan::Prediction& prediction) {
  const sim::ResourceUse* const use = bottleneck_use(prediction);
  return use == nullptr ? "none" : fmt::format("{} {}", use->name, percent(use->utilisation.mean));
}

bool has_busy_ratio(const plan::WhatIf& what_if) {
  return std::any_of(what_if.alternatives.begin(), what_if.alternatives.end(),
                     [](const plan::Alternative& one) { return one.busy_ratio.mean > 0; });
}

std::string comparison(const plan::WhatIf& what_if, const Style& style) {
  const bool has_busy = has_busy_ratio(what_if);
  std::vector<Column> columns = {
      {"alternative", Align::left, 30, 14}, {"throughput"}, {"ratio", Align::left, 20}};
  if (has_busy) columns.push_back({"ratio by %util", Align::left, 20});
  columns.push_back({"bottleneck, utilisation"});
  Table table(std::move(columns));
  const auto add = [&](const std::string& name, const plan::Prediction& prediction,
                       const std::string& ratio, const std::string& busy_ratio) {
    std::vector<std::string> cells = {
        name, quantity(prediction.throughput, throughput_unit(prediction)), ratio};
    if (has_busy) cells.push_back(busy_ratio);
    cells.push_back(bottleneck(prediction));
    table.add(std::move(cells));
  };
  add("baseline", what_if.baseline, "1", "1");
  for (const plan::Alternative& one : what_if.alternatives) {
    add(one.text, one.result, factor(one.ratio),
        one.busy_ratio.mean > 0 ? factor(one.busy_ratio) : "");
  }
  return table.text(style);
}

std::string verdicts(const plan::WhatIf& what_if, const Style& style) {
  constexpr std::size_t longest_label = 12;
  std::string result;
  for (const plan::Alternative& one : what_if.alternatives) {
    const std::string name = printable(one.text);
    const bool is_label = display_width(name) <= longest_label;
    result +=
        "\n" + (is_label ? "" : name + "\n") + paragraph(is_label ? name : "", one.verdict, style);
  }
  return result;
}

/// Names of the resources of all cases, each once, in the order in which they first come.
std::vector<std::string> resource_names(std::span<const Case> cases) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Case& one : cases) {
    for (const sim::ResourceUse& use : one.prediction->resources) {
      if (seen.insert(use.name).second) names.push_back(use.name);
    }
  }
  return names;
}

std::string use_of(const plan::Prediction& prediction, const std::string& name) {
  for (const sim::ResourceUse& use : prediction.resources) {
    if (use.name != name) continue;
    std::string cell = percent(use.utilisation.mean);
    if (busy_differs(use)) cell += ", busy " + percent(use.busy.mean);
    return name == prediction.bottleneck ? cell + " *" : cell;
  }
  return "-";
}

std::string utilisations(std::span<const Case> cases, const std::vector<std::string>& names,
                         const Style& style) {
  constexpr std::size_t widest = 24;
  std::vector<Column> columns = {{"utilisation", Align::left, 20}};
  for (const Case& one : cases) columns.push_back({printable(one.name), Align::left, widest});
  Table table(std::move(columns));
  for (const std::string& name : names) {
    std::vector<std::string> cells = {name};
    for (const Case& one : cases) cells.push_back(use_of(*one.prediction, name));
    table.add(std::move(cells));
  }
  return "\n" + table.text(style);
}

/// Resources as rows and as many cases as columns as fit a line, in several tables if need be.
std::string side_by_side(const std::vector<Case>& cases, const Style& style) {
  constexpr std::size_t at_once = 4;
  const std::vector<std::string> names = resource_names(cases);
  std::string result;
  for (std::size_t start = 0; start < cases.size(); start += at_once) {
    const std::size_t count = std::min(at_once, cases.size() - start);
    result += utilisations(std::span(cases).subspan(start, count), names, style);
  }
  return result + "* the bottleneck. busy is iostat's %util, shown where it differs.\n";
}

std::string goal_note(const plan::Prediction& baseline) {
  for (const plan::RateLimit& limit : baseline.limits) {
    if (limit.reading != "utilisation") continue;
    return fmt::format(
        "Throughput: the most that each carries with every resource at {} utilisation or less.\n",
        percent(limit.at_most));
  }
  return "";
}

std::string warnings(const std::vector<Case>& cases, const Style& style) {
  std::string result;
  std::set<std::string> seen;
  for (const Case& one : cases) {
    for (const std::string& warning : one.prediction->warnings) {
      if (!seen.insert(warning).second) continue;
      const std::string of = one.prediction == cases.front().prediction ? "" : one.name + ": ";
      result += "\n" + paragraph("warning", of + warning, style);
    }
  }
  return result;
}

}  // namespace

std::string text(const plan::WhatIf& what_if, const Style& style) {
  const plan::Prediction& baseline = what_if.baseline;
  const std::vector<Case> cases = cases_of(what_if);
  std::string result = printable(baseline.title.empty() ? baseline.scenario : baseline.title);
  if (!baseline.title.empty()) result += "\n" + printable(baseline.scenario);
  result += "\n\n" + comparison(what_if, style) + goal_note(baseline);
  result += verdicts(what_if, style);
  result += side_by_side(cases, style);
  result += warnings(cases, style);
  result +=
      fmt::format("\nIntervals at {}, seed {}.\n", percent(baseline.confidence), baseline.seed);
  return result;
}

}  // namespace headroom::report
