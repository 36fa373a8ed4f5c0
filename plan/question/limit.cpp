// SPDX-License-Identifier: Apache-2.0
#include "plan/question/limit.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::plan {

namespace {

constexpr int most_trials = 7;
/// Log-odds within which a simulated point is near enough to its goal for interpolation: 0.85 +-
/// 0.02.
constexpr double near = 0.16;
constexpr double largest_step = 0.9;  // of the logarithm of the rate
/// Beyond this a load is saturated and says nothing of how far above its goal the rate is.
constexpr double saturated = 0.985;
/// How the log-odds of a load grow with the logarithm of the rate while only one point is known.
constexpr double usual_slope = 1.8;

double log_odds(double load) {
  const double inside = std::clamp(load, 1e-6, 1 - 1e-6);
  return std::log(inside / (1 - inside));
}

/// The load of a point as the search sees it: a system that cannot take more, whatever its disks
/// show, is full.
double search_load(const Point& point, Reading reading) {
  const bool is_behind = point.outcome.throughput.mean < 0.97 * point.outcome.offered;
  if (is_behind || highest_load(point.outcome, Reading::utilisation).value >= saturated) return 1;
  return highest_load(point.outcome, reading).value;
}

/// Points of one system, sorted by rate: each serves both readings.
class Curve {
 public:
  Curve(const Document& document, Randomness randomness)
      : document_(document), randomness_(randomness) {}

  Point meet(Reading reading, double goal, double guess) {
    const double first = std::log(guess);
    if (points_.empty()) look_at(first);
    for (int trial = 0; trial < most_trials; ++trial) {
      const double x = estimate(reading, goal);
      const Point& close = nearest(reading, goal);
      if (std::fabs(log_odds(search_load(close, reading)) - log_odds(goal)) < near ||
          x > first + std::log(1000)) {
        return {std::exp(x), close.outcome};
      }
      look_at(x);
    }
    return {std::exp(estimate(reading, goal)), nearest(reading, goal).outcome};
  }

 private:
  void look_at(double x) {
    document_.set_number("workload.rate", std::exp(x));
    Point point{std::exp(x), simulate(document_, randomness_.seed, randomness_.replication)};
    const auto place = std::find_if(points_.begin(), points_.end(),
                                    [&](const Point& other) { return other.rate > point.rate; });
    points_.insert(place, std::move(point));
  }

  const Point& nearest(Reading reading, double goal) const {
    return *std::min_element(points_.begin(), points_.end(), [&](const Point& a, const Point& b) {
      const auto distance = [&](const Point& p) {
        return std::fabs(log_odds(search_load(p, reading)) - log_odds(goal));
      };
      return distance(a) < distance(b);
    });
  }

  /// ln rate at which the load should meet the goal: through the two usable points next to it.
  double estimate(Reading reading, double goal) const {
    std::vector<std::pair<double, double>> usable;  // ln rate, log-odds
    for (const Point& point : points_) {
      const double load = search_load(point, reading);
      if (load < saturated) usable.emplace_back(std::log(point.rate), log_odds(load));
    }
    const double lowest = std::log(points_.front().rate);
    if (usable.empty()) return lowest - largest_step / 2;
    const double target = log_odds(goal);
    const auto above = std::find_if(usable.begin(), usable.end(),
                                    [&](const auto& p) { return p.second > target; });
    const auto right = usable.size() == 1        ? usable.begin()
                       : above == usable.begin() ? std::next(above)
                       : above == usable.end()   ? std::prev(above)
                                                 : above;
    const auto left = usable.size() == 1 ? right : std::prev(right);
    double slope = usual_slope;
    if (right->first > left->first + 1e-6)
      slope = std::clamp((right->second - left->second) / (right->first - left->first), 0.3, 20.0);
    const auto& base =
        std::fabs(right->second - target) < std::fabs(left->second - target) ? *right : *left;
    const double step = std::clamp((target - base.second) / slope, -largest_step, largest_step);
    return std::min(base.first + step, below_saturation(base.first, reading));
  }

  /// Halfway to the first saturated point above x: an estimate must not pass what is known to be
  /// too much.
  double below_saturation(double x, Reading reading) const {
    for (const Point& point : points_) {
      if (std::log(point.rate) > x && search_load(point, reading) >= saturated)
        return (x + std::log(point.rate)) / 2;
    }
    return INFINITY;
  }

  Document document_;
  Randomness randomness_;
  std::vector<Point> points_;
};

double or_own(double guess, const Document& document) {
  return guess > 0 ? guess : document.number("workload.rate");
}

}  // namespace

std::string bare_name(const std::string& resource) {
  const auto slash = resource.find('/');
  return slash == std::string::npos ? resource : resource.substr(slash + 1);
}

Load highest_load(const sim::Outcome& outcome, Reading reading) {
  Load load;
  for (const sim::ResourceUse& use : outcome.resources) {
    const bool is_storage =
        use.kind == sim::ResourceKind::array || use.kind == sim::ResourceKind::disk;
    if (reading == Reading::busy && !is_storage) continue;
    const double value = reading == Reading::busy ? use.busy.mean : use.utilisation.mean;
    if (value > load.value) load = {value, bare_name(use.name)};
  }
  return load;
}

Limits find_limits(const Document& document, Randomness randomness, Guess guess) {
  Curve curve(document, randomness);
  Limits limits;
  limits.by_utilisation = curve.meet(Reading::utilisation, document.number("goal.utilisation"),
                                     or_own(guess.by_utilisation, document));
  limits.by_busy =
      curve.meet(Reading::busy, document.number("goal.busy"), or_own(guess.by_busy, document));
  return limits;
}

Point find_rate_by_utilisation(const Document& document, Randomness randomness, double guess) {
  return Curve(document, randomness)
      .meet(Reading::utilisation, document.number("goal.utilisation"), or_own(guess, document));
}

}  // namespace headroom::plan
