// SPDX-License-Identifier: Apache-2.0
#include "plan/question/ensemble.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <thread>

#include "base/statistics.h"
#include "plan/scenario/build.h"
#include "sim/output/replicate.h"

namespace headroom::plan {

namespace {

/// Each parameter has a stream of its own, so that a draw moves it alike in every alternative.
Document drawn(const Scenario& scenario, Document document, const Options& options,
               std::uint64_t draw) {
  for (const std::string& path : unknowns(scenario, document)) {
    const double z = stream(options.seed, draw, path, "parameter").normal();
    document.set_number(path, quantile_at(document.at(path), z));
  }
  return document;
}

/// The stated values with members all alike: the middle of what the draws spread around.
Document without_spread(Document document) {
  document.set_number("system.array.member_spread", 0);
  return document;
}

/// Whether values drawn one by one describe a system that can exist.
bool is_possible(const Document& document) {
  try {
    build_system(document);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

int draw_count(const Scenario& scenario, const Options& options) {
  if (options.draws > 0) return options.draws;
  return scenario.values.word("workload.kind") == "messages" ? 24 : 96;
}

}  // namespace

std::vector<std::string> unknowns(const Scenario& scenario, const Document& document) {
  std::vector<std::string> paths;
  for (const std::string& path : document.uncertain()) {
    const bool is_fitted =
        std::find(scenario.fit.begin(), scenario.fit.end(), path) != scenario.fit.end();
    if (!is_fitted && is_relevant(path, document)) paths.push_back(path);
  }
  return paths;
}

int thread_count(const Options& options) {
  if (options.jobs > 0) return options.jobs;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Estimate over_draws(const std::vector<double>& values, double confidence) {
  const double tail = (1 - confidence) / 2;
  return {mean(values), quantile(values, tail), quantile(values, 1 - tail)};
}

double structural_error(std::string_view quantity) {
  constexpr double z95 = 1.6448536269514722;
  return (quantity.starts_with("latency") ? 0.30 : 0.10) / z95;
}

Estimate for_measurement(const std::vector<double>& values, double scatter, double confidence) {
  constexpr int points = 15;  // of the scatter's distribution, equally likely
  std::vector<double> spread;
  for (const double value : values) {
    for (int k = 0; k < points; ++k)
      spread.push_back(value * std::exp(scatter * normal_quantile((k + 0.5) / points)));
  }
  const Estimate interval = over_draws(spread, confidence);
  return {mean(values), interval.lo, interval.hi};
}

Ensemble draw_ensemble(const Scenario& scenario, const Options& options) {
  build_system(scenario.values);
  Ensemble ensemble;
  ensemble.nominal = fit_anchors(
      {scenario, options.data, without_spread(scenario.values), options.seed, 0, {}, nullptr});
  Document start = scenario.values;
  for (const std::string& path : scenario.fit)
    start.set_number(path, ensemble.nominal.values.number(path));
  const int draws = draw_count(scenario, options);
  std::mutex mutex;
  int done = 0;
  const auto attempt = [&](int index) -> std::optional<Ensemble::Draw> {
    const auto replication = static_cast<std::uint64_t>(index) + 1;
    Random noise = stream(options.seed, replication, "anchors", "error");
    const FitTask task{scenario,     options.data, drawn(scenario, start, options, replication),
                       options.seed, replication,  ensemble.nominal.jacobian,
                       &noise};
    Calibrated fitted = fit_anchors(task);
    const std::scoped_lock lock(mutex);
    if (options.progress.report)
      options.progress.report(++done / static_cast<double>(draws), "fitting to what was measured");
    if (!fitted.is_usable || !is_possible(fitted.values)) return std::nullopt;
    return Ensemble::Draw{std::move(fitted.values), replication};
  };
  for (auto& draw : sim::replicate(draws, thread_count(options), attempt)) {
    if (draw) {
      ensemble.draws.push_back(std::move(*draw));
    } else {
      ++ensemble.rejected;
    }
  }
  if (ensemble.draws.empty()) ensemble.draws.push_back({ensemble.nominal.values, 0});
  return ensemble;
}

}  // namespace headroom::plan
