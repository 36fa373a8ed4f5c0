// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "plan/question/ask.h"
#include "plan/question/describe.h"
#include "sim/output/replicate.h"

namespace headroom::plan {

namespace {

/// What one draw is looked at for: as it stands, and at its limits.
struct Looks {
  Point offered, by_utilisation, by_busy;
};

Looks look(const Ensemble::Draw& draw, const Options& options, bool is_messages) {
  Looks looks;
  looks.offered.outcome = simulate(draw.values, options.seed, draw.replication);
  looks.offered.rate = looks.offered.outcome.throughput.mean;
  if (!is_messages) return looks;
  const Randomness randomness{options.seed, draw.replication};
  looks.by_utilisation = rate_at(draw.values, Reading::utilisation, draw.values.number("goal.utilisation"), randomness);
  looks.by_busy = rate_at(draw.values, Reading::busy, draw.values.number("goal.busy"), randomness);
  return looks;
}

std::vector<Point> pick(const std::vector<Looks>& looks, Point Looks::*which) {
  std::vector<Point> points;
  for (const Looks& one : looks) points.push_back(one.*which);
  return points;
}

}  // namespace

Prediction predict(const std::string& scenario_file, const Options& options) {
  const auto started = std::chrono::steady_clock::now();
  const Scenario scenario = read_scenario(scenario_file, options.data);
  const Ensemble ensemble = draw_ensemble(scenario, options);
  const bool is_messages = scenario.values.word("workload.kind") == "messages";
  if (options.progress.report) options.progress.report(0, "simulating");
  const auto looks = sim::replicate(static_cast<int>(ensemble.draws.size()), thread_count(options),
                                    [&](int i) { return look(ensemble.draws[static_cast<std::size_t>(i)], options, is_messages); });
  const std::vector<Point> offered = pick(looks, &Looks::offered);
  Prediction prediction = describe(scenario, offered, options);
  if (is_messages) {
    prediction.limits.push_back(limit_over(pick(looks, &Looks::by_utilisation), Reading::utilisation, scenario.values.number("goal.utilisation"), options.confidence));
    prediction.limits.push_back(limit_over(pick(looks, &Looks::by_busy), Reading::busy, scenario.values.number("goal.busy"), options.confidence));
    prediction.spindles = read_spindles(scenario, offered, options.confidence);
  }
  prediction.anchors = ensemble.nominal.checks;
  prediction.assumptions = weigh_assumptions(scenario, ensemble, options);
  prediction.warnings = warnings_of(scenario, ensemble, prediction);
  prediction.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return prediction;
}

}  // namespace headroom::plan
