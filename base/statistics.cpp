// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "base/error.h"

namespace headroom {

namespace {

constexpr double largest_lag1 = 0.2;
constexpr std::size_t fewest_batches = 10;

/// The lower tail, p <= 1/2: a rational start [AS64, 26.2.23], good to 4.5e-4, and three steps of
/// Halley's method on erfc.
double lower_normal_quantile(double p) {
  const double t = std::sqrt(-2 * std::log(p));
  double x = (2.515517 + t * (0.802853 + t * 0.010328)) /
                 (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
             t;
  for (int step = 0; step < 3; ++step) {
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
    const double newton = (0.5 * std::erfc(-x / std::numbers::sqrt2) - p) / density;
    x -= newton / (1 + 0.5 * x * newton);
  }
  return x;
}

/// P(-t <= T <= t) by the finite series for a whole number of degrees of freedom n [AS64, 26.7.3
/// and 26.7.4], with theta = atan(t / sqrt n).
double student_coverage(double t, int n) {
  const double theta = std::atan(t / std::sqrt(static_cast<double>(n)));
  const double cosine = std::cos(theta);
  const bool is_odd = n % 2 == 1;
  double term = is_odd ? cosine : 1;
  double sum = n == 1 ? 0 : term;
  for (int k = is_odd ? 3 : 2; k <= n - 2; k += 2) {
    term *= cosine * cosine * (k - 1) / k;
    sum += term;
  }
  return is_odd ? 2 / std::numbers::pi * (theta + std::sin(theta) * sum) : std::sin(theta) * sum;
}

/// For many degrees of freedom: the expansion in 1/n around the normal quantile z [AS64, 26.7.5].
double student_expansion(double z, double n) {
  const double z2 = z * z;
  return z * (1 + (z2 + 1) / (4 * n) + (z2 * (5 * z2 + 16) + 3) / (96 * n * n) +
              (z2 * (z2 * (3 * z2 + 19) + 17) - 15) / (384 * n * n * n));
}

double sum_of_squares(std::span<const double> values, double centre) {
  return std::accumulate(values.begin(), values.end(), 0.0, [centre](double sum, double x) {
    return sum + (x - centre) * (x - centre);
  });
}

Estimate interval(double centre, double half_width) {
  return {centre, centre - half_width, centre + half_width};
}

}  // namespace

double normal_quantile(double p) {
  check(p > 0 && p < 1, "a normal quantile needs a probability between 0 and 1");
  return p <= 0.5 ? lower_normal_quantile(p) : -lower_normal_quantile(1 - p);
}

double student_t(double confidence, int degrees_of_freedom) {
  check(confidence > 0 && confidence < 1, "a confidence lies between 0 and 1");
  check(degrees_of_freedom >= 1, "Student's t needs at least one degree of freedom");
  const double start =
      student_expansion(-normal_quantile(0.5 * (1 - confidence)), degrees_of_freedom);
  if (degrees_of_freedom > 1000) {
    return start;
  }
  double low = 0;
  double high = start;
  while (student_coverage(high, degrees_of_freedom) < confidence) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-10 * high) {
    const double middle = 0.5 * (low + high);
    (student_coverage(middle, degrees_of_freedom) < confidence ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double mean(std::span<const double> values) {
  check(!values.empty(), "the mean of no values does not exist");
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance(std::span<const double> values) {
  check(values.size() >= 2, "a variance needs at least two values");
  return sum_of_squares(values, mean(values)) / static_cast<double>(values.size() - 1);
}

double lag1_correlation(std::span<const double> values) {
  check(values.size() >= 2, "a correlation of neighbours needs at least two values");
  const double centre = mean(values);
  const double squares = sum_of_squares(values, centre);
  double products = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    products += (values[i] - centre) * (values[i + 1] - centre);
  }
  return squares > 0 ? products / squares : 0;
}

double quantile(std::vector<double> values, double p) {
  check(!values.empty(), "a quantile of no values does not exist");
  check(p >= 0 && p <= 1, "a quantile needs a share between 0 and 1");
  std::sort(values.begin(), values.end());
  const double position = p * static_cast<double>(values.size() - 1);
  const auto index = static_cast<std::size_t>(position);
  const std::size_t next = std::min(index + 1, values.size() - 1);
  return values[index] + (position - static_cast<double>(index)) * (values[next] - values[index]);
}

Estimate mean_estimate(std::span<const double> values, double confidence) {
  const auto n = static_cast<double>(values.size());
  const double error = std::sqrt(variance(values) / n);
  return interval(mean(values), student_t(confidence, static_cast<int>(values.size()) - 1) * error);
}

Estimate stratified_estimate(std::span<const double> values, double confidence) {
  check(values.size() >= 2, "an interval needs at least two strata");
  double squares = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    squares += (values[i + 1] - values[i]) * (values[i + 1] - values[i]);
  }
  const auto n = static_cast<double>(values.size());
  const double error = std::sqrt(squares / (2 * (n - 1)) / n);
  return interval(mean(values), student_t(confidence, static_cast<int>(values.size()) - 1) * error);
}

BatchMeans batch_means(std::span<const double> values, double confidence) {
  BatchMeans result;
  result.estimate = interval(mean(values), 0);
  if (values.size() < fewest_batches) {
    result.reason = "fewer than 10 batches: the run is too short for an interval";
    return result;
  }
  result.lag1 = lag1_correlation(values);
  if (result.lag1 > largest_lag1) {
    result.reason = "neighbouring batches are correlated: the run is too short for an interval";
    return result;
  }
  result.estimate = mean_estimate(values, confidence);
  result.is_usable = true;
  return result;
}

// The statistic for dropping d of n batch means z is sum_{i >= d} (z_i - m_d)^2 / (n - d)^2; all d
// in one pass from the end.
std::size_t mser5(std::span<const double> values) {
  constexpr std::size_t group = 5;
  const std::size_t n = values.size() / group;
  double sum = 0;
  double squares = 0;
  double least = std::numeric_limits<double>::infinity();
  std::size_t cut = 0;
  for (std::size_t d = n; d-- > 0;) {
    const double z = mean(values.subspan(d * group, group));
    sum += z;
    squares += z * z;
    const auto kept = static_cast<double>(n - d);
    const double statistic = (squares - sum * sum / kept) / (kept * kept);
    if (d <= n / 2 && statistic <= least) {
      least = statistic;
      cut = d;
    }
  }
  return cut * group;
}

}  // namespace headroom
