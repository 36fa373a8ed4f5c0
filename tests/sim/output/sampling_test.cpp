// SPDX-License-Identifier: Apache-2.0
#include "sim/output/sampling.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "base/random.h"
#include "sim/stations/pool.h"
#include "sim/stations/token_bucket.h"
#include "tests/sim/aborts.h"

using namespace headroom;
using namespace headroom::sim;

namespace {

// A cloud volume with burst credits under a demand that swings by 40 % in 20 minutes: the bucket
// holds 30 s of its rate and runs dry in each peak; behind it 32 channels of 2.5 ms. 850 IOPS, so
// that an exact run of 40 minutes is short.
constexpr double rate = 1000;
constexpr double capacity = 30'000;
constexpr double service_s = 0.0025;
constexpr double horizon_s = 2400;

/// IOPS asked for, constant in each second.
double demand(double t_s) {
  return 850 * (1 + 0.4 * std::sin(2 * std::numbers::pi * std::floor(t_s) / 1200));
}

double next_arrival(double t_s, Random& random) {
  double left = random.exponential();  // of the integral of demand
  while (left > demand(t_s) * (std::floor(t_s) + 1 - t_s)) {
    left -= demand(t_s) * (std::floor(t_s) + 1 - t_s);
    t_s = std::floor(t_s) + 1;
  }
  return t_s + left / demand(t_s);
}

void drift(TokenBucket& bucket, double from_s, double to_s) {
  while (from_s < to_s) {
    const double next_s = std::min(to_s, std::floor(from_s) + 1);
    bucket.drift(from_s, demand(from_s), next_s - from_s);
    from_s = next_s;
  }
}

/// Latency seconds and requests of a window.
std::vector<double> detail(TokenBucket bucket, Window window, Random& random) {
  Pool device(32);
  double latency_s = 0;
  double count = 0;
  for (double t_s = window.from_s; (t_s = next_arrival(t_s, random)) < window.to_s;) {
    const double done_s = device.serve(bucket.admit(t_s, 1), service_s * random.exponential());
    if (t_s >= window.measure_from_s) {
      latency_s += done_s - t_s;
      ++count;
    }
  }
  return {latency_s, count};
}

}  // namespace

TEST_CASE(
    "sampled windows agree with the exact run of a burst volume at a twentieth of the requests") {
  Random random(21);
  const std::vector<double> exact =
      detail(TokenBucket(rate, 0, capacity, capacity), {0, 0, horizon_s}, random);
  // Requests that wait seconds for credits: neither all fast nor all slow.
  CHECK(exact[0] / exact[1] > 1);

  const SamplingPlan plan{.horizon_s = horizon_s, .every_s = 10, .warm_s = 0.1, .measure_s = 0.4};
  const Batches windows = sample_windows(
      plan, Random(22), TokenBucket(rate, 0, capacity, capacity), drift,
      [&](const TokenBucket& bucket, Window window) { return detail(bucket, window, random); });
  CHECK(windows.count() == 240);
  CHECK(windows.total(1) < 0.05 * exact[1]);

  const Estimate estimate = stratified_estimate(windows.ratios(0, 1), 0.9999);
  CHECK(estimate.lo < exact[0] / exact[1]);
  CHECK(exact[0] / exact[1] < estimate.hi);
  CHECK(estimate.hi - estimate.lo < 0.5 * estimate.mean);
}

TEST_CASE("each stretch has one window inside it, and the fluid path covers the whole horizon") {
  double covered_s = 0;
  double last_to_s = 0;
  int count = 0;
  const SamplingPlan plan{.horizon_s = 35, .every_s = 10, .warm_s = 1, .measure_s = 2};
  const Batches windows = sample_windows(
      plan, Random(1), 0,
      [&](int& steps, double from_s, double to_s) {
        CHECK(from_s == covered_s);
        covered_s = to_s;
        ++steps;
      },
      [&](const int& steps, Window window) {
        CHECK(steps == 2 * count + 1);
        CHECK(window.from_s == covered_s);
        CHECK(window.from_s >= 10 * count);
        CHECK(window.to_s <= 10 * (count + 1) + 1e-9);
        CHECK(window.measure_from_s == Approx(window.from_s + 1));
        CHECK(window.to_s == Approx(window.from_s + 3));
        CHECK(window.from_s >= last_to_s);
        last_to_s = window.to_s;
        ++count;
        return std::vector{1.0};
      });
  CHECK(count == 3);
  CHECK(covered_s == 30);
  CHECK(windows.span_s() == 2);
}

TEST_CASE("windows start at random places, evenly over the stretch") {
  double sum_s = 0;
  double least_s = 10;
  double greatest_s = 0;
  const SamplingPlan plan{.horizon_s = 10'000, .every_s = 10, .warm_s = 1, .measure_s = 1};
  sample_windows(
      plan, Random(2), 0, [](int&, double, double) {},
      [&](const int&, Window window) {
        const double offset_s = std::fmod(window.from_s, 10);
        sum_s += offset_s;
        least_s = std::min(least_s, offset_s);
        greatest_s = std::max(greatest_s, offset_s);
        return std::vector{1.0};
      });
  // Uniform on (0, 8]: mean 4, standard error of 1000 windows 8 / sqrt(12 000).
  CHECK(std::abs(sum_s / 1000 - 4) < 4 * 8 / std::sqrt(12'000.0));
  CHECK(least_s < 0.1);
  CHECK(greatest_s > 7.9);
}

TEST_CASE("a window that does not fit into its stretch aborts") {
  const auto sample = [](SamplingPlan plan) {
    return [plan] {
      sample_windows(
          plan, Random(1), 0, [](int&, double, double) {},
          [](const int&, Window) { return std::vector{1.0}; });
    };
  };
  CHECK(aborts(sample({.horizon_s = 10, .every_s = 1, .warm_s = 0.6, .measure_s = 0.5})));
  CHECK(aborts(sample({.horizon_s = 1, .every_s = 2, .warm_s = 0.5, .measure_s = 0.5})));
  CHECK_FALSE(aborts(sample({.horizon_s = 10, .every_s = 1, .warm_s = 0.5, .measure_s = 0.5})));
}
