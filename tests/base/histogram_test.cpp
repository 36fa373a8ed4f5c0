// SPDX-License-Identifier: Apache-2.0
#include "base/histogram.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/random.h"

using headroom::Histogram;

TEST_CASE("an empty histogram answers zero") {
  const Histogram histogram;
  CHECK(histogram.count() == 0);
  CHECK(histogram.mean() == 0);
  CHECK(histogram.max() == 0);
  CHECK(histogram.quantile(0.99) == 0);
}

TEST_CASE("mean, maximum and count are exact") {
  Histogram histogram;
  histogram.add(0.001);
  histogram.add(0.002, 3);
  CHECK(histogram.count() == 4);
  CHECK(histogram.mean() == Approx(0.00175).epsilon(1e-12));
  CHECK(histogram.max() == 0.002);
}

TEST_CASE("a quantile is right to the width of a bucket from a nanosecond to days") {
  // Buckets are at most 1/32 of their value wide.
  for (double value = 2e-9; value < 1e6; value *= 1.37) {
    INFO(value);
    Histogram histogram;
    histogram.add(value);
    histogram.add(1e7);
    CHECK(std::abs(histogram.quantile(0.25) / value - 1) < 1.0 / 32);
  }
}

TEST_CASE("quantiles of an exponential distribution are -log(1 - p)") {
  headroom::Random random(1);
  Histogram histogram;
  constexpr int n = 1'000'000;
  for (int i = 0; i < n; ++i) {
    histogram.add(0.02 * random.exponential());
  }
  for (const double p : {0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
    INFO(p);
    // Standard error of a sample quantile: sqrt(p (1 - p) / n) / density; plus the linear
    // interpolation's error, 1e-3 at most.
    const double exact = -0.02 * std::log(1 - p);
    const double error = 0.02 * std::sqrt(p / (1 - p) / n);
    CHECK(std::abs(histogram.quantile(p) - exact) < 4 * error + 1e-3 * exact);
  }
}

TEST_CASE("a quantile never exceeds the maximum and grows with the share") {
  Histogram histogram;
  histogram.add(0.00100);
  histogram.add(0.00101);
  CHECK(histogram.quantile(1) == 0.00101);
  CHECK(histogram.quantile(0) <= histogram.quantile(0.5));
  CHECK(histogram.quantile(0.5) <= histogram.quantile(1));
}

TEST_CASE("durations outside the range count in the outer buckets") {
  Histogram histogram;
  histogram.add(0);
  histogram.add(1e-12);
  CHECK(histogram.quantile(1) <= 1e-9);
  histogram.add(1e9, 2);
  CHECK(histogram.count() == 4);
  CHECK(histogram.max() == 1e9);
  CHECK(histogram.quantile(0.9) > 1e6);
}

TEST_CASE("merging is the same as adding everything to one") {
  headroom::Random random(2);
  Histogram all;
  Histogram left;
  Histogram right;
  for (int i = 0; i < 1000; ++i) {
    const double x = random.exponential();
    all.add(x);
    (i % 3 == 0 ? left : right).add(x);
  }
  left.merge(right);
  CHECK(left.count() == all.count());
  CHECK(left.mean() == Approx(all.mean()).epsilon(1e-12));
  CHECK(left.max() == all.max());
  CHECK(left.quantile(0.5) == all.quantile(0.5));
  CHECK(left.quantile(0.99) == all.quantile(0.99));
}
