// SPDX-License-Identifier: Apache-2.0
#include "plan/question/limit.h"

#include <algorithm>
#include <cmath>

namespace headroom::plan {

namespace {

constexpr int most_trials = 12;
constexpr double close_enough = 0.01;
constexpr double largest_step = 2.5;
/// Beyond this a reading is saturated and says nothing of how far above its limit the rate is.
constexpr double saturated = 0.98;

/// ln of load / (1 - load) is nearly linear in the logarithm of the rate for both readings, whose loads end at 1.
double logit(double load) {
  const double inside = std::clamp(load, 1e-6, 1 - 1e-6);
  return std::log(inside / (1 - inside));
}

/// Brackets of the search, in logarithms of the rate.
struct Bracket {
  double low = -INFINITY, high = INFINITY;
  double inside(double x) const {
    if (x > low && x < high) return x;
    if (std::isinf(low)) return high - std::log(largest_step) / 2;
    if (std::isinf(high)) return low + std::log(largest_step) / 2;
    return (low + high) / 2;
  }
};

}  // namespace

std::string bare_name(const std::string& resource) {
  const auto slash = resource.find('/');
  return slash == std::string::npos ? resource : resource.substr(slash + 1);
}

Load highest_load(const sim::Outcome& outcome, Reading reading) {
  Load load;
  for (const sim::ResourceUse& use : outcome.resources) {
    const bool is_storage = use.kind == sim::ResourceKind::array || use.kind == sim::ResourceKind::disk;
    if (reading == Reading::busy && !is_storage) continue;
    const double value = reading == Reading::busy ? use.busy.mean : use.utilisation.mean;
    if (value > load.value) load = {value, bare_name(use.name)};
  }
  return load;
}

Point rate_at(Document document, Reading reading, double limit, Randomness randomness) {
  const double first = document.number("workload.rate");
  double x = std::log(first), slope = 1.5;
  Bracket bracket;
  double last_x = 0, last_y = 0;
  Point point;
  for (int trial = 0; trial < most_trials; ++trial) {
    document.set_number("workload.rate", std::exp(x));
    point = {std::exp(x), simulate(document, randomness.seed, randomness.replication)};
    const double load = highest_load(point.outcome, reading).value;
    if (std::fabs(load / limit - 1) < close_enough) return point;
    (load < limit ? bracket.low : bracket.high) = x;
    if (bracket.high - bracket.low < close_enough || bracket.low > std::log(first * 1000)) return point;
    const double y = logit(load);
    if (trial > 0 && load < saturated && std::fabs(x - last_x) > 1e-9) slope = std::clamp((y - last_y) / (x - last_x), 0.3, 20.0);
    last_x = x;
    last_y = y;
    const double step = load < saturated ? (logit(limit) - y) / slope : -std::log(largest_step) / 2;
    x = bracket.inside(x + std::clamp(step, -std::log(largest_step), std::log(largest_step)));
  }
  return point;
}

}  // namespace headroom::plan
