// SPDX-License-Identifier: Apache-2.0
#include "plan/question/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/statistics.h"
#include "calibrate/fit/least_squares.h"
#include "models/device/device_bounds.h"
#include "plan/scenario/build.h"

namespace headroom::plan {

namespace {

/// A run is long enough when so many requests or batches have been served, within these bounds.
constexpr double enough_requests = 5000;
constexpr double enough_batches = 20000;

/// One thing to meet: the mean of an anchor's runs with its standard error, on the scale on which
/// it is compared.
struct Target {
  std::size_t configuration;
  std::string quantity;
  double value;
  double error;
  bool is_share;
};

/// Quantities are compared by their logarithms, shares of time by their log-odds: these go on when
/// the share nears 1.
double on_scale(double value, bool is_share) {
  if (!is_share) return std::log(std::max(value, 1e-12));
  const double inside = std::clamp(value, 1e-9, 1 - 1e-9);
  return std::log(inside / (1 - inside));
}

/// The anchors of a scenario: configurations to simulate and targets to meet in them.
struct Targets {
  std::vector<std::vector<Setting>> configurations;
  std::vector<Target> targets;
};

std::string text_of(const std::vector<Setting>& settings) {
  std::vector<std::string> parts;
  for (const Setting& setting : settings)
    parts.push_back(fmt::format("{}={}", schema()[setting.key].path, setting.text));
  return fmt::format("{}", fmt::join(parts, ","));
}

double mean_log(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return sum / static_cast<double>(values.size());
}

/// The error of the mean: from the spread of several runs, as stated for one.
double error_of(const Anchor& anchor) {
  if (anchor.values.size() < 2) return anchor.error;
  std::vector<double> logs;
  for (const double value : anchor.values) logs.push_back(std::log(value));
  return std::max(1e-3, std::sqrt(variance(logs) / static_cast<double>(logs.size())));
}

Targets targets_of(const Scenario& scenario, Random* noise) {
  Targets all;
  std::map<std::string, std::size_t> known;
  for (const Anchor& anchor : scenario.measured) {
    const auto [place, is_new] = known.emplace(text_of(anchor.set), all.configurations.size());
    if (is_new) all.configurations.push_back(anchor.set);
    const double error = error_of(anchor);
    const bool is_share = anchor.quantity == "busy" || anchor.quantity == "utilisation";
    const double mean = std::exp(mean_log(anchor.values));
    const double scaled_error =
        is_share ? error / std::max(1e-3, 1 - mean) : error;  // d logit(v) = d ln(v) / (1 - v)
    const double shift = noise != nullptr ? scaled_error * noise->normal() : 0;
    all.targets.push_back(
        {place->second, anchor.quantity, on_scale(mean, is_share) + shift, scaled_error, is_share});
  }
  return all;
}

/// The start with each fitted parameter times exp(x - 1): x is near 1, which suits relative steps.
Document moved(Document document, const std::vector<std::string>& paths,
               std::span<const double> x) {
  for (std::size_t i = 0; i < paths.size(); ++i)
    document.set_number(paths[i], document.number(paths[i]) * std::exp(x[i] - 1));
  return document;
}

std::vector<sim::Outcome> simulate_all(const FitTask& task, const Targets& all,
                                       const Document& document) {
  std::vector<sim::Outcome> outcomes;
  for (const auto& settings : all.configurations) {
    Document configured = document;
    apply(settings, task.data, configured);
    outcomes.push_back(simulate(configured, task.seed, task.replication));
  }
  return outcomes;
}

std::vector<double> residuals_of(const Targets& all, const std::vector<sim::Outcome>& outcomes) {
  std::vector<double> residuals;
  for (const Target& target : all.targets) {
    const double predicted = quantity_of(outcomes[target.configuration], target.quantity);
    residuals.push_back((on_scale(predicted, target.is_share) - target.value) / target.error);
  }
  return residuals;
}

calibrate::Problem problem_of(const FitTask& task, const Targets& all) {
  calibrate::Problem problem;
  for (const std::string& path : task.scenario.fit) {
    const Value& value = task.start.at(path);
    const Value& wide = task.scenario.values.at(path);
    const double low = wide.is_uncertain() ? wide.low / 2 : value.number / 10;
    const double high = wide.is_uncertain() ? wide.high * 2 : value.number * 10;
    problem.start.push_back(1);
    problem.lower.push_back(std::min(1.0, 1 + std::log(low / value.number)));
    problem.upper.push_back(std::max(1.0, 1 + std::log(high / value.number)));
  }
  problem.residuals = [&task, &all](std::span<const double> x) {
    try {
      return residuals_of(all, simulate_all(task, all, moved(task.start, task.scenario.fit, x)));
    } catch (const InputError&) {  // values that describe no possible system: the fit must keep
                                   // away from them
      return std::vector<double>(all.targets.size(), std::numeric_limits<double>::quiet_NaN());
    }
  };
  return problem;
}

double cost_of(const std::vector<double>& residuals) {
  double cost = 0;
  for (const double residual : residuals) cost += residual * residual;
  return cost;
}

/// Where a saturated system hides the slope, a coarse look along each parameter finds a start that
/// shows it.
std::vector<double> scanned_start(const calibrate::Problem& problem) {
  std::vector<double> best = problem.start;
  const double first = cost_of(problem.residuals(best));
  double least = std::isfinite(first) ? first : INFINITY;
  for (std::size_t i = 0; i < best.size(); ++i) {
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      std::vector<double> trial = best;
      trial[i] = problem.lower[i] + share * (problem.upper[i] - problem.lower[i]);
      const double cost = cost_of(problem.residuals(trial));
      if (!(cost < least)) continue;
      least = cost;
      best = trial;
    }
  }
  return best;
}

bool meets(const calibrate::Fit& fit) {
  return std::all_of(fit.residuals.begin(), fit.residuals.end(),
                     [](double residual) { return std::fabs(residual) < 3; });
}

calibrate::Fit minimise_anyhow(calibrate::Problem problem, const std::vector<double>& jacobian) {
  calibrate::Options options;
  options.max_evaluations = 40;
  options.step_tolerance = 1e-3;
  options.cost_floor =
      0.02;  // of residuals in standard errors: a hundredth of what an anchor's own error brings
  options.jacobian = jacobian;
  calibrate::Fit fit = calibrate::minimise(problem, options);
  if (meets(fit)) return fit;
  problem.start = scanned_start(problem);
  options.jacobian.clear();
  return calibrate::minimise(problem, options);
}

std::vector<AnchorCheck> checks_of(const FitTask& task, const Targets& all,
                                   const Document& fitted) {
  const auto outcomes = simulate_all(task, all, fitted);
  const bool is_messages = fitted.word("workload.kind") == "messages";
  std::vector<AnchorCheck> checks;
  for (std::size_t i = 0; i < all.targets.size(); ++i) {
    const Target& target = all.targets[i];
    checks.push_back({target.quantity, text_of(task.scenario.measured[i].set),
                      std::exp(mean_log(task.scenario.measured[i].values)),
                      quantity_of(outcomes[target.configuration], target.quantity),
                      *quantity_dimension(target.quantity, is_messages), is_messages ? "msg" : ""});
  }
  return checks;
}

/// Marks what was fitted as measured, with its standard error from the fit.
void mark_fitted(const FitTask& task, const calibrate::Fit& fit, Document& document) {
  for (std::size_t i = 0; i < task.scenario.fit.size(); ++i) {
    const std::string& path = task.scenario.fit[i];
    Value value = document.at(path);
    value.provenance = Provenance::measured;
    value.source = "fitted to the measurements in " + task.scenario.file;
    const double error = i < fit.standard_errors.size() && std::isfinite(fit.standard_errors[i])
                             ? fit.standard_errors[i]
                             : 0;
    value.low = value.number * std::exp(-1.645 * error);
    value.high = value.number * std::exp(1.645 * error);
    document.set(*find_key(path), std::move(value));
  }
}

}  // namespace

double quantity_of(const sim::Outcome& outcome, const std::string& quantity) {
  const auto storage = [&](auto member) {
    double highest = 0;
    for (const sim::ResourceUse& use : outcome.resources) {
      const bool is_storage =
          use.kind == sim::ResourceKind::array || use.kind == sim::ResourceKind::disk;
      if (is_storage) highest = std::max(highest, (use.*member).mean);
    }
    return highest;
  };
  if (quantity == "throughput") return outcome.throughput.mean;
  if (quantity == "request_rate") return outcome.request_rate.mean;
  if (quantity == "busy") return storage(&sim::ResourceUse::busy);
  if (quantity == "utilisation") return storage(&sim::ResourceUse::utilisation);
  if (quantity == "written") return outcome.written_per_s;
  if (quantity == "read") return outcome.read_per_s;
  if (quantity == "latency_mean") return outcome.latency.mean();
  if (quantity == "latency_p50") return outcome.latency.quantile(0.50);
  check(quantity == "latency_p99", "a quantity without a rule");
  return outcome.latency.quantile(0.99);
}

sim::Outcome simulate(const Document& document, std::uint64_t seed, std::uint64_t replication) {
  const models::System system = build_system(document);
  sim::RunPlan plan{.seed = seed, .replication = replication};
  if (const auto* io = std::get_if<models::IoWorkload>(&system.workload)) {
    const models::RequestKind kind{
        io->read_share > 0.5 ? models::Direction::read : models::Direction::write, io->io_size,
        io->is_sequential};
    const PerSecond fastest = models::max_request_rate(system.storage.disk, kind) *
                              static_cast<double>(system.storage.array.disks);
    // A deep queue has to fill, and to turn over many times.
    const double requests = std::max(enough_requests, 40.0 * io->queue_depth);
    plan.measured_s = std::clamp(requests / (fastest / PerSecond(1)), 0.2, 2000.0);
  } else {
    const models::Batch batch =
        models::batch_of(std::get<models::MessageWorkload>(system.workload));
    plan.measured_s = std::clamp(enough_batches / (batch.rate / PerSecond(1)), 15.0, 60.0);
  }
  plan.warm_up_s = plan.measured_s / 4;
  return sim::run(system, plan);
}

Calibrated fit_anchors(const FitTask& task) {
  Calibrated result;
  result.values = task.start;
  if (task.scenario.measured.empty()) return result;
  const Targets all = targets_of(task.scenario, task.noise);
  if (!task.scenario.fit.empty()) {
    const calibrate::Fit fit = minimise_anyhow(problem_of(task, all), task.jacobian);
    result.values = moved(task.start, task.scenario.fit, fit.solution);
    mark_fitted(task, fit, result.values);
    result.jacobian = fit.jacobian;
    result.is_usable = meets(fit);
    if (!result.is_usable) result.reason = "the model cannot meet all measurements: " + fit.reason;
  }
  if (task.noise == nullptr) result.checks = checks_of(task, all, result.values);
  return result;
}

}  // namespace headroom::plan
