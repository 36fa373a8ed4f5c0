// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <mutex>

#include "plan/question/ask.h"
#include "plan/question/describe.h"
#include "plan/question/verdict.h"
#include "plan/scenario/build.h"
#include "sim/output/replicate.h"

namespace headroom::plan {

namespace {

/// A configuration within its goal, by both readings; a closed workload has only the first.
using Carried = Limits;

Carried carried(const Document& document, Randomness randomness, Guess guess) {
  if (document.word("workload.kind") == "messages") return find_limits(document, randomness, guess);
  Carried result;
  result.by_utilisation.outcome = simulate(document, randomness.seed, randomness.replication);
  result.by_utilisation.rate = result.by_utilisation.outcome.throughput.mean;
  return result;
}

/// [configuration][draw], the baseline first.
using Table = std::vector<std::vector<Carried>>;

std::vector<Point> column(const std::vector<Carried>& draws, Point Carried::*which) {
  std::vector<Point> points;
  for (const Carried& draw : draws) points.push_back(draw.*which);
  return points;
}

Estimate ratio_over(const std::vector<Carried>& above, const std::vector<Carried>& below,
                    Point Carried::*which, double confidence) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < above.size(); ++i) {
    const double base = (below[i].*which).rate;
    ratios.push_back(base > 0 ? (above[i].*which).rate / base : 0);
  }
  return over_draws(ratios, confidence);
}

Prediction described(const Scenario& scenario, const std::vector<Carried>& draws,
                     const Options& options) {
  const auto points = column(draws, &Carried::by_utilisation);
  Prediction prediction = describe(scenario, points, options);
  if (!prediction.is_messages) return prediction;
  prediction.throughput = limit_over(points, Reading::utilisation, 0, options.confidence).rate;
  prediction.limits.push_back(limit_over(points, Reading::utilisation,
                                         scenario.values.number("goal.utilisation"),
                                         options.confidence));
  prediction.limits.push_back(limit_over(column(draws, &Carried::by_busy), Reading::busy,
                                         scenario.values.number("goal.busy"), options.confidence));
  return prediction;
}

/// Where each configuration ends at the stated values: a good guess for every draw.
std::vector<Guess> guesses(const Ensemble& ensemble,
                           const std::vector<std::vector<Setting>>& configurations,
                           const Options& options) {
  return sim::replicate(static_cast<int>(configurations.size()), thread_count(options), [&](int k) {
    Document document = ensemble.nominal.values;
    apply(configurations[static_cast<std::size_t>(k)], options.data, document);
    const Carried nominal = carried(document, {options.seed, 0}, {});
    return Guess{nominal.by_utilisation.rate, nominal.by_busy.rate};
  });
}

/// All configurations under all draws: a draw is one job, so that its alternatives share its
/// numbers.
Table carry_all(const Ensemble& ensemble, const std::vector<std::vector<Setting>>& configurations,
                const Options& options) {
  const std::vector<Guess> first = guesses(ensemble, configurations, options);
  std::mutex mutex;
  std::size_t done = 0;
  const auto one_draw = [&](int i) {
    const Ensemble::Draw& draw = ensemble.draws[static_cast<std::size_t>(i)];
    std::vector<Carried> row;
    for (std::size_t k = 0; k < configurations.size(); ++k) {
      Document document = draw.values;
      apply(configurations[k], options.data, document);
      row.push_back(carried(document, {options.seed, draw.replication}, first[k]));
    }
    const std::scoped_lock lock(mutex);
    if (options.progress.report)
      options.progress.report(
          static_cast<double>(++done) / static_cast<double>(ensemble.draws.size()),
          "simulating alternatives");
    return row;
  };
  Table table(configurations.size());
  for (auto& row :
       sim::replicate(static_cast<int>(ensemble.draws.size()), thread_count(options), one_draw)) {
    for (std::size_t k = 0; k < row.size(); ++k) table[k].push_back(std::move(row[k]));
  }
  return table;
}

Alternative alternative_of(const std::string& text, const std::vector<Setting>& settings,
                           const Document& document) {
  Alternative alternative;
  alternative.text = text;
  for (const Setting& setting : settings) {
    const Key& key = schema()[setting.key];
    alternative.set.emplace_back(key.path, format_value(key, document.at(key.path)));
  }
  return alternative;
}

}  // namespace

WhatIf what_if(const std::string& scenario_file, const std::vector<std::string>& alternatives,
               const Options& options) {
  const auto started = std::chrono::steady_clock::now();
  const Scenario scenario = read_scenario(scenario_file, options.data);
  std::vector<std::vector<Setting>> configurations(1);
  for (const std::string& text : alternatives) {
    configurations.push_back(parse_settings(text));
    Document document = scenario.values;
    apply(configurations.back(), options.data, document);
    build_system(document);  // refuses what cannot be before anything is simulated
  }
  const Ensemble ensemble = draw_ensemble(scenario, options);
  const Table table = carry_all(ensemble, configurations, options);
  WhatIf answer;
  answer.baseline = described(scenario, table[0], options);
  answer.baseline.anchors = ensemble.nominal.checks;
  answer.baseline.assumptions = weigh_assumptions(scenario, ensemble, options);
  answer.baseline.warnings = warnings_of(scenario, ensemble, answer.baseline);
  for (std::size_t k = 0; k < alternatives.size(); ++k) {
    Document after = ensemble.nominal.values;
    apply(configurations[k + 1], options.data, after);
    Alternative alternative = alternative_of(alternatives[k], configurations[k + 1], after);
    alternative.result = described(scenario, table[k + 1], options);
    alternative.ratio =
        ratio_over(table[k + 1], table[0], &Carried::by_utilisation, options.confidence);
    alternative.busy_ratio =
        ratio_over(table[k + 1], table[0], &Carried::by_busy, options.confidence);
    alternative.verdict = verdict_of(answer.baseline, alternative, ensemble.nominal.values, after);
    answer.alternatives.push_back(std::move(alternative));
  }
  answer.baseline.wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return answer;
}

}  // namespace headroom::plan
