// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "report/numbers.h"
#include "report/terminal/bar.h"
#include "report/terminal/text.h"

namespace headroom::report {
namespace {

constexpr double full = 0.9;  // utilisation from which a resource is said to set the throughput

std::string heading(const plan::Prediction& prediction, const Style& style) {
  std::string result = printable(prediction.title.empty() ? prediction.scenario : prediction.title);
  if (!prediction.title.empty()) result += "\n" + printable(prediction.scenario);
  result += "\n\n";
  const Unit unit = throughput_unit(prediction);
  result += paragraph("throughput", quantity(prediction.throughput, unit), style);
  const auto time = [](double seconds) { return quantity(seconds, {Dimension::seconds, ""}); };
  result += paragraph("latency",
                      fmt::format("p50 {}   p95 {}   p99 {}   max {}",
                                  time(prediction.latency_p50_s), time(prediction.latency_p95_s),
                                  time(prediction.latency_p99_s), time(prediction.latency_max_s)),
                      style);
  const Unit flow = {Dimension::bytes_per_second, ""};
  result += paragraph(
      "block devices",
      fmt::format("{} written, {} read, all hosts together",
                  quantity(prediction.written_per_s, flow), quantity(prediction.read_per_s, flow)),
      style);
  return result;
}

std::string resources(const plan::Prediction& prediction, const Style& style) {
  const auto& all = prediction.resources;
  const bool has_busy = std::any_of(all.begin(), all.end(), busy_differs);
  Table table({{"resource", Align::left, 18},
               {has_busy ? "█ utilisation  ┃ busy" : "█ utilisation"},
               {"utilisation", Align::left, 20},
               {has_busy ? "busy (%util)" : "", Align::left, 20},
               {"queue", Align::right},
               {"", Align::left, 13}});
  for (const sim::ResourceUse& use : all) {
    const bool is_bottleneck = use.name == prediction.bottleneck;
    const bool differs = busy_differs(use);
    table.add(
        {use.name, bar(use.utilisation.mean, differs ? std::optional(use.busy.mean) : std::nullopt),
         percent(use.utilisation), differs ? percent(use.busy) : "",
         use.queue_mean > 0 ? fmt::format("{:.3g}", use.queue_mean) : "",
         is_bottleneck ? "<- bottleneck" : ""},
        is_bottleneck);
  }
  return table.is_empty() ? "" : "\n" + table.text(style);
}

const plan::RateLimit* limit_of(const plan::Prediction& prediction, std::string_view reading) {
  const auto& all = prediction.limits;
  const auto found = std::find_if(all.begin(), all.end(), [&](const plan::RateLimit& limit) {
    return limit.reading == reading;
  });
  return found == all.end() ? nullptr : &*found;
}

/// What the numbers come to, for a reader who looks at nothing else.
std::string sentence(const plan::Prediction& prediction) {
  const sim::ResourceUse* const most = bottleneck_use(prediction);
  if (most == nullptr) return "No resource is in use, so there is no bottleneck.";
  const std::string at = quantity(prediction.throughput.mean, throughput_unit(prediction));
  std::string result;
  if (most->utilisation.mean >= full) {
    result = fmt::format("{} sets the throughput: at {} it is at work {} of the time.", most->name,
                         at, percent(most->utilisation.mean));
  } else {
    result = fmt::format("At {} the resource nearest to its limit is {}, at {} of what it can do.",
                         at, most->name, percent(most->utilisation.mean));
    if (prediction.limits.empty()) {
      result +=
          " No resource is full: the load that is offered sets the throughput, or the number in "
          "flight "
          "and the time that each takes.";
    }
  }
  const plan::RateLimit* const limit = limit_of(prediction, "utilisation");
  if (limit != nullptr) {
    const bool is_same = limit->resource == most->name;
    result += fmt::format(" {} {} at {}, {} times this load.",
                          is_same ? "It reaches" : limit->resource + " is the first to reach",
                          percent(limit->at_most),
                          quantity(limit->rate.mean, throughput_unit(prediction)),
                          factor(limit->rate.mean / prediction.throughput.mean));
  }
  return result;
}

std::string limits(const plan::Prediction& prediction, const Style& style) {
  std::string result;
  std::string label = "at most";
  for (const plan::RateLimit& limit : prediction.limits) {
    const std::string rate = quantity(limit.rate, throughput_unit(prediction));
    const std::string most = percent(limit.at_most);
    const std::string text =
        limit.reading == "busy"
            ? fmt::format("{} with {} busy (iostat's %util) {} of the time or less", rate,
                          limit.resource, most)
            : fmt::format("{} with every resource at {} utilisation or less; {} gets there first",
                          rate, most, limit.resource);
    result += paragraph(std::exchange(label, ""), text, style);
  }
  return result;
}

std::string spindles(const plan::Prediction& prediction, const Style& style) {
  if (!prediction.spindles) return "";
  const plan::SpindleReading& reading = *prediction.spindles;
  return paragraph("your " + percent(reading.busy),
                   fmt::format("is busy, the %util of iostat: the share of time with at least one "
                               "request in flight on the "
                               "whole array. Its spindles are then {} at work, and the load may "
                               "grow {} times until they "
                               "are at work all the time.",
                               percent(reading.utilisation), factor(reading.to_saturation)),
                   style);
}

std::string anchors(const plan::Prediction& prediction, const Style& style) {
  if (prediction.anchors.empty()) return "";
  Table table({{"measured before", Align::left, 60, 20},
               {"measured", Align::right},
               {"model", Align::right},
               {"error", Align::right}});
  for (const plan::AnchorCheck& anchor : prediction.anchors) {
    const Unit unit = {anchor.dimension, anchor.noun};
    const std::string name =
        anchor.setting.empty() ? anchor.quantity : anchor.quantity + " with " + anchor.setting;
    table.add({name, quantity(anchor.measured, unit), quantity(anchor.predicted, unit),
               signed_percent(anchor.predicted / anchor.measured - 1)});
  }
  return "\n" + table.text(style);
}

std::string assumptions(const plan::Prediction& prediction, const Style& style) {
  constexpr std::size_t most_shown = 10;
  constexpr double least_shown = 0.005;  // would be printed as 0.00
  Table table({{"leans on", Align::left, 40},
               {"value", Align::left, 40},
               {"elasticity", Align::right},
               {"provenance"}});
  std::size_t shown = 0;
  for (const plan::Assumption& assumption : prediction.assumptions) {
    if (!(std::abs(assumption.elasticity) >= least_shown) || shown == most_shown) continue;
    ++shown;
    const std::string range = assumption.range.empty() ? "" : " (" + assumption.range + ")";
    table.add({assumption.name, assumption.value + range, signed_number(assumption.elasticity),
               assumption.provenance});
    table.add_note(assumption.source);
  }
  if (prediction.assumptions.empty()) return "";
  std::string result = "\n";
  if (shown > 0) {
    result += table.text(style);
    result += "Elasticity 0.5: 10 % more of it gives about 5 % more of the answer.\n";
  }
  const std::size_t rest = prediction.assumptions.size() - shown;
  if (rest > 0) {
    result += fmt::format("{} {}{} less: --format json has all.\n", rest,
                          shown > 0 ? "more " : (rest == 1 ? "assumption " : "assumptions "),
                          rest == 1 ? "matters" : "matter");
  }
  return result;
}

}  // namespace

std::string text(const plan::Prediction& prediction, const Style& style) {
  std::string result = heading(prediction, style);
  result += resources(prediction, style);
  result += "\n" + paragraph("in short", sentence(prediction), style);
  result += limits(prediction, style);
  result += spindles(prediction, style);
  result += anchors(prediction, style);
  result += assumptions(prediction, style);
  for (const std::string& warning : prediction.warnings) {
    result += "\n" + paragraph("warning", warning, style);
  }
  result += fmt::format("\nIntervals at {}. Simulated {} with {} events, seed {}.\n",
                        percent(prediction.confidence),
                        quantity(prediction.simulated_s, {Dimension::seconds, ""}),
                        prediction.events, prediction.seed);
  return result;
}

}  // namespace headroom::report
