// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/statistics.h"
#include "plan/ledger/cases.h"
#include "plan/question/ask.h"
#include "plan/question/ensemble.h"
#include "sim/output/replicate.h"

namespace headroom::plan {

namespace {

std::vector<std::string> yaml_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  }
  if (error)
    throw InputError(Diagnostic{{folder, 1, 1},
                                "the folder of cases cannot be read: " + error.message(),
                                "name data/cases",
                                ""});
  std::sort(files.begin(), files.end());
  return files;
}

/// Relative scatter of single runs around their mean, from the anchors: what a fresh measurement
/// has on top of the model's error.
double run_to_run(const Scenario& scenario) {
  double sum = 0, count = 0;
  for (const Anchor& anchor : scenario.measured) {
    std::vector<double> logs;
    for (const double value : anchor.values) logs.push_back(std::log(value));
    sum += logs.size() > 1 ? variance(logs) : anchor.error * anchor.error;
    ++count;
  }
  return count > 0 ? std::sqrt(sum / count) : 0;
}

/// A scenario with its draws, and what each configuration asked so far has shown.
struct Subject {
  Scenario scenario;
  Ensemble ensemble;
  std::map<std::string, std::vector<sim::Outcome>> seen;
};

Subject make_subject(const std::string& path, const Options& options) {
  Subject subject{read_scenario(path, options.data), {}, {}};
  subject.ensemble = draw_ensemble(subject.scenario, options);
  return subject;
}

const std::vector<sim::Outcome>& outcomes_of(Subject& subject, const MeasuredPoint& point,
                                             const Options& options) {
  std::string key;
  for (const Setting& setting : point.settings)
    key += std::to_string(setting.key) + "=" + setting.text + ";";
  auto& outcomes = subject.seen[key];
  if (!outcomes.empty()) return outcomes;
  outcomes = sim::replicate(
      static_cast<int>(subject.ensemble.draws.size()), thread_count(options), [&](int i) {
        const Ensemble::Draw& draw = subject.ensemble.draws[static_cast<std::size_t>(i)];
        Document document = draw.values;
        apply(point.settings, options.data, document);
        return simulate(document, options.seed, draw.replication);
      });
  return outcomes;
}

LedgerRow row_of(Subject& subject, const MeasuredPoint& point, const std::string& family,
                 const Options& options) {
  const bool is_messages = subject.scenario.values.word("workload.kind") == "messages";
  const double scatter = std::hypot(run_to_run(subject.scenario), structural_error(point.quantity));
  std::vector<double> means;
  for (const sim::Outcome& outcome : outcomes_of(subject, point, options)) {
    means.push_back(quantity_of(outcome, point.quantity));
  }
  LedgerRow row{family,
                point.case_id,
                point.source_quantity,
                point.at,
                point.use,
                *quantity_dimension(point.quantity, is_messages),
                is_messages ? "msg" : "IOPS"};
  const Estimate interval = for_measurement(means, scatter, options.confidence);
  row.measured = point.value;
  row.predicted = interval.mean;
  row.lo = interval.lo;
  row.hi = interval.hi;
  row.rel_error = row.predicted / row.measured - 1;
  return row;
}

FamilyErrors errors_of(const std::string& name, const std::vector<LedgerRow>& rows) {
  FamilyErrors errors;
  errors.name = name;
  std::vector<double> sizes;
  for (const LedgerRow& row : rows) {
    if (row.use != "validate" || (name != "overall" && row.family != name)) continue;
    sizes.push_back(std::fabs(row.rel_error));
    errors.coverage += row.lo <= row.measured && row.measured <= row.hi;
  }
  errors.n = sizes.size();
  if (sizes.empty()) return errors;
  errors.coverage /= static_cast<double>(sizes.size());
  errors.median_abs_rel_error = quantile(sizes, 0.5);
  errors.p90_abs_rel_error = quantile(sizes, 0.9);
  return errors;
}

}  // namespace

Ledger accuracy(const std::string& cases_folder, const Options& options) {
  Ledger ledger;
  const std::string scenarios = options.data.path + "/../scenarios";
  for (const std::string& path : yaml_files(cases_folder)) {
    const CaseFile file = read_cases(path, scenarios);
    std::map<std::string, Subject> subjects;
    for (std::size_t i = 0; i < file.points.size(); ++i) {
      const MeasuredPoint& point = file.points[i];
      if (options.progress.report)
        options.progress.report(static_cast<double>(i) / static_cast<double>(file.points.size()),
                                file.family);
      if (!subjects.contains(point.scenario))
        subjects.emplace(point.scenario, make_subject(point.scenario, options));
      ledger.rows.push_back(row_of(subjects.at(point.scenario), point, file.family, options));
    }
    if (!file.points.empty()) ledger.families.push_back(errors_of(file.family, ledger.rows));
  }
  ledger.overall = errors_of("overall", ledger.rows);
  return ledger;
}

}  // namespace headroom::plan
