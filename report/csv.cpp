// SPDX-License-Identifier: Apache-2.0
#include "report/csv.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "report/numbers.h"

namespace headroom::report {
namespace {

std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

/// Without a sign before 0.
std::string field(double value) {
  return std::isfinite(value) ? fmt::format("{}", value == 0 ? 0.0 : value) : "";
}

std::string line(const std::vector<std::string>& fields) {
  return fmt::format("{}\n", fmt::join(fields, ","));
}

constexpr std::string_view prediction_columns = "part,name,quantity,unit,mean,lo,hi\n";

/// Lines of one prediction, each behind `prefix` ("" or the alternative and a comma).
class Lines {
 public:
  explicit Lines(std::string prefix) : prefix_(std::move(prefix)) {}

  /// The columns part, name, quantity and unit.
  struct Subject {
    std::string_view part, name, quantity;
    std::string unit;
  };
  void add(const Subject& subject, const Estimate& estimate) {
    text_ += prefix_ + line({field(subject.part), field(subject.name), field(subject.quantity),
                             field(subject.unit), field(estimate.mean), field(estimate.lo),
                             field(estimate.hi)});
  }
  void add(const Subject& subject, double value) {
    text_ += prefix_ + line({field(subject.part), field(subject.name), field(subject.quantity),
                             field(subject.unit), field(value), "", ""});
  }
  const std::string& text() const { return text_; }

 private:
  std::string prefix_;
  std::string text_;
};

void add_totals(const plan::Prediction& prediction, Lines& lines) {
  lines.add({"total", "", "throughput", si_symbol(throughput_unit(prediction))},
            prediction.throughput);
  lines.add({"total", "", "latency_p50", "s"}, prediction.latency_p50_s);
  lines.add({"total", "", "latency_p95", "s"}, prediction.latency_p95_s);
  lines.add({"total", "", "latency_p99", "s"}, prediction.latency_p99_s);
  lines.add({"total", "", "latency_max", "s"}, prediction.latency_max_s);
  lines.add({"total", "", "written", "B/s"}, prediction.written_per_s);
  lines.add({"total", "", "read", "B/s"}, prediction.read_per_s);
}

void add_resources(const plan::Prediction& prediction, Lines& lines) {
  for (const sim::ResourceUse& use : prediction.resources) {
    lines.add({"resource", use.name, "utilisation", "1"}, use.utilisation);
    lines.add({"resource", use.name, "busy", "1"}, use.busy);
    lines.add({"resource", use.name, "demand", "s"}, use.demand_s);
    lines.add({"resource", use.name, "queue_mean", "1"}, use.queue_mean);
  }
}

std::string lines_of(const plan::Prediction& prediction, std::string prefix) {
  Lines lines(std::move(prefix));
  add_totals(prediction, lines);
  add_resources(prediction, lines);
  for (const plan::RateLimit& limit : prediction.limits) {
    lines.add({"limit", limit.resource, fmt::format("rate at {} {}", limit.reading, limit.at_most),
               si_symbol(throughput_unit(prediction))},
              limit.rate);
  }
  if (prediction.spindles) {
    lines.add({"spindles", "", "utilisation", "1"}, prediction.spindles->utilisation);
    lines.add({"spindles", "", "to_saturation", "1"}, prediction.spindles->to_saturation);
  }
  for (const plan::AnchorCheck& anchor : prediction.anchors) {
    const std::string unit = si_symbol({anchor.dimension, anchor.noun});
    lines.add({"anchor measured", anchor.setting, anchor.quantity, unit}, anchor.measured);
    lines.add({"anchor predicted", anchor.setting, anchor.quantity, unit}, anchor.predicted);
  }
  for (const plan::Assumption& assumption : prediction.assumptions) {
    lines.add({"assumption", assumption.name, "elasticity", "1"}, assumption.elasticity);
  }
  return lines.text();
}

}  // namespace

std::string csv(const plan::Prediction& prediction) {
  return std::string(prediction_columns) + lines_of(prediction, "");
}

std::string csv(const plan::WhatIf& what_if) {
  std::string text = "alternative," + std::string(prediction_columns);
  text += lines_of(what_if.baseline, "baseline,");
  for (const plan::Alternative& alternative : what_if.alternatives) {
    const std::string prefix = field(alternative.text) + ",";
    text += lines_of(alternative.result, prefix);
    Lines ratios(prefix);
    ratios.add({"ratio", "", "throughput", "1"}, alternative.ratio);
    if (alternative.busy_ratio.mean > 0) {
      ratios.add({"ratio", "", "throughput by busy", "1"}, alternative.busy_ratio);
    }
    text += ratios.text();
  }
  return text;
}

std::string csv(const plan::Ledger& ledger) {
  std::string text = "family,case,quantity,at,use,unit,measured,predicted,lo,hi,rel_error\n";
  for (const plan::LedgerRow& row : ledger.rows) {
    text += line({field(row.family), field(row.case_id), field(row.quantity), field(row.at),
                  field(row.use), field(si_symbol({row.dimension, row.noun})), field(row.measured),
                  field(row.predicted), field(row.lo), field(row.hi), field(row.rel_error)});
  }
  return text;
}

}  // namespace headroom::report
