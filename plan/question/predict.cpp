// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "plan/question/ask.h"
#include "plan/question/describe.h"
#include "sim/output/replicate.h"

namespace headroom::plan {

namespace {

/// What one draw is looked at for: as it stands, and at its limits.
struct Looks {
  Point offered;
  Limits limits;
};

Looks look(const Ensemble::Draw& draw, const Options& options, bool is_messages) {
  Looks looks;
  looks.offered.outcome = simulate(draw.values, options.seed, draw.replication);
  looks.offered.rate = looks.offered.outcome.throughput.mean;
  if (!is_messages) return looks;
  looks.limits = find_limits(draw.values, {options.seed, draw.replication});
  return looks;
}

template <class Pick>
std::vector<Point> each(const std::vector<Looks>& looks, Pick pick) {
  std::vector<Point> points;
  for (const Looks& one : looks) points.push_back(pick(one));
  return points;
}

void add_limits(const std::vector<Looks>& looks, const Scenario& scenario, const Options& options,
                Prediction& prediction) {
  const auto by_utilisation =
      each(looks, [](const Looks& one) { return one.limits.by_utilisation; });
  const auto by_busy = each(looks, [](const Looks& one) { return one.limits.by_busy; });
  prediction.limits = {
      limit_over(by_utilisation, Reading::utilisation, scenario.values.number("goal.utilisation"),
                 options.confidence),
      limit_over(by_busy, Reading::busy, scenario.values.number("goal.busy"), options.confidence)};
}

}  // namespace

Prediction predict(const std::string& scenario_file, const Options& options) {
  const auto started = std::chrono::steady_clock::now();
  const Scenario scenario = read_scenario(scenario_file, options.data);
  const Ensemble ensemble = draw_ensemble(scenario, options);
  const bool is_messages = scenario.values.word("workload.kind") == "messages";
  if (options.progress.report) options.progress.report(0, "simulating");
  const auto looks =
      sim::replicate(static_cast<int>(ensemble.draws.size()), thread_count(options), [&](int i) {
        return look(ensemble.draws[static_cast<std::size_t>(i)], options, is_messages);
      });
  const std::vector<Point> offered = each(looks, [](const Looks& one) { return one.offered; });
  Prediction prediction = describe(scenario, offered, options);
  if (is_messages) {
    add_limits(looks, scenario, options, prediction);
    prediction.spindles = read_spindles(scenario, offered, options.confidence);
  }
  prediction.anchors = ensemble.nominal.checks;
  prediction.assumptions = weigh_assumptions(scenario, ensemble, options);
  prediction.warnings = warnings_of(scenario, ensemble, prediction);
  prediction.wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return prediction;
}

}  // namespace headroom::plan
