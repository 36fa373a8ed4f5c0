// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "base/random.h"

using namespace headroom;

TEST_CASE("normal quantiles match published values on both sides") {
  CHECK(normal_quantile(0.5) == Approx(0).margin(1e-14));
  CHECK(normal_quantile(0.975) == Approx(1.959963984540054).epsilon(1e-13));
  CHECK(normal_quantile(0.95) == Approx(1.6448536269514722).epsilon(1e-13));
  CHECK(normal_quantile(0.025) == Approx(-1.959963984540054).epsilon(1e-13));
  CHECK(normal_quantile(1e-12) == Approx(-7.034483825301131).epsilon(1e-12));
}

TEST_CASE("the normal quantile is the inverse of the distribution function") {
  for (double p = 1e-9; p < 1; p = p * 1.7 + 1e-3) {
    CHECK(0.5 * std::erfc(-normal_quantile(p) / std::numbers::sqrt2) == Approx(p).epsilon(1e-12));
  }
}

TEST_CASE("Student quantiles match the published table at several levels") {
  // Two-sided 90, 95 and 99 %.
  CHECK(student_t(0.90, 29) == Approx(1.699127).epsilon(1e-6));
  CHECK(student_t(0.95, 5) == Approx(2.570582).epsilon(1e-6));
  CHECK(student_t(0.95, 29) == Approx(2.045230).epsilon(1e-6));
  CHECK(student_t(0.95, 120) == Approx(1.979930).epsilon(1e-6));
  CHECK(student_t(0.99, 10) == Approx(3.169273).epsilon(1e-6));
}

TEST_CASE("Student quantiles have closed forms for 1 and 2 degrees of freedom") {
  for (const double confidence : {0.01, 0.5, 0.8, 0.9, 0.95, 0.999}) {
    INFO(confidence);
    CHECK(student_t(confidence, 1) ==
          Approx(std::tan(std::numbers::pi / 2 * confidence)).epsilon(1e-9));
    // P(|T| <= t) = t / sqrt(2 + t^2)
    CHECK(student_t(confidence, 2) ==
          Approx(confidence * std::sqrt(2 / (1 - confidence * confidence))).epsilon(1e-9));
  }
}

TEST_CASE("Student quantiles fall to the normal one without a step where the method changes") {
  const double limit = normal_quantile(0.95);
  CHECK(student_t(0.9, 1000) > student_t(0.9, 1001));
  CHECK(student_t(0.9, 1000) == Approx(student_t(0.9, 1001)).epsilon(2e-6));
  CHECK(student_t(0.9, 1'000'000) == Approx(limit).epsilon(1e-5));
  CHECK(student_t(0.9, 1'000'000) > limit);
}

TEST_CASE("mean and variance of a small sample") {
  const std::vector<double> values = {1, 2, 3, 6};
  CHECK(mean(values) == 3);
  CHECK(variance(values) == Approx((4 + 1 + 0 + 9) / 3.0));
}

TEST_CASE("quantiles of a sample are linear between its order statistics") {
  const std::vector<double> values = {30, 10, 20};
  CHECK(quantile(values, 0) == 10);
  CHECK(quantile(values, 0.25) == 15);
  CHECK(quantile(values, 0.5) == 20);
  CHECK(quantile(values, 1) == 30);
  CHECK(quantile({5}, 0.3) == 5);
}

TEST_CASE(
    "the correlation of neighbours is -1 per n for alternation, high for a trend, 0 for a "
    "constant") {
  CHECK(lag1_correlation(std::vector<double>{1, -1, 1, -1}) == Approx(-0.75));
  CHECK(lag1_correlation(std::vector<double>{1, 1, 1, -1, -1, -1}) == Approx(0.5));
  CHECK(lag1_correlation(std::vector<double>{2, 2, 2}) == 0);
}

TEST_CASE("the interval of independent values is Student's") {
  // mean 2, s = 1, n = 3: 2 +- t(0.95, 2) / sqrt 3
  const Estimate estimate = mean_estimate(std::vector<double>{1, 2, 3}, 0.95);
  CHECK(estimate.mean == 2);
  CHECK(estimate.hi - 2 == Approx(4.302653 / std::sqrt(3.0)).epsilon(1e-6));
  CHECK(2 - estimate.lo == Approx(estimate.hi - 2));
}

TEST_CASE("an interval of independent normal values covers the truth as often as it says") {
  Random random(11);
  int covered = 0;
  constexpr int runs = 4000;
  for (int run = 0; run < runs; ++run) {
    std::vector<double> values(6);
    for (double& value : values) {
      value = random.normal();
    }
    const Estimate estimate = mean_estimate(values, 0.8);
    covered += estimate.lo <= 0 && 0 <= estimate.hi ? 1 : 0;
  }
  CHECK(std::abs((covered - 0.8 * runs) / std::sqrt(runs * 0.8 * 0.2)) < 4);
}

TEST_CASE("a stratified interval does not count a slow trend as error") {
  Random random(12);
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) {
    values.push_back(0.1 * i + random.normal());
  }
  // Noise of variance 1 in 1000 values: half-width 1.645 / sqrt(1000) = 0.052; the trend alone
  // would give 1.5.
  const Estimate estimate = stratified_estimate(values, 0.9);
  CHECK(estimate.hi - estimate.mean == Approx(0.052).epsilon(0.1));
  CHECK(estimate.mean - estimate.lo == Approx(estimate.hi - estimate.mean));
}

TEST_CASE("batches that are independent give an interval") {
  Random random(13);
  std::vector<double> values(30);
  for (double& value : values) {
    value = 5 + random.normal();
  }
  const BatchMeans result = batch_means(values, 0.9);
  REQUIRE(result.is_usable);
  CHECK(result.reason.empty());
  const double half_width = 1.699127 * std::sqrt(variance(values) / 30);
  CHECK(result.estimate.hi == Approx(mean(values) + half_width).epsilon(1e-6));
  CHECK(result.estimate.lo == Approx(mean(values) - half_width).epsilon(1e-6));
}

TEST_CASE("batches that are correlated give a mean but no interval") {
  std::vector<double> values;
  for (int i = 0; i < 30; ++i) {
    values.push_back(std::sin(0.3 * i));
  }
  const BatchMeans result = batch_means(values, 0.9);
  CHECK_FALSE(result.is_usable);
  CHECK(result.lag1 > 0.2);
  CHECK(result.reason ==
        "neighbouring batches are correlated: the run is too short for an interval");
  CHECK(result.estimate.mean == mean(values));
  CHECK(result.estimate.lo == result.estimate.mean);
  CHECK(result.estimate.hi == result.estimate.mean);
}

TEST_CASE("nine batches are too few, ten are enough") {
  const std::vector<double> ten = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
  CHECK(batch_means(ten, 0.9).is_usable);
  const BatchMeans nine = batch_means(std::span(ten).first(9), 0.9);
  CHECK_FALSE(nine.is_usable);
  CHECK(nine.reason == "fewer than 10 batches: the run is too short for an interval");
}

TEST_CASE("MSER-5 cuts off a start that is off, in steps of five, and nothing else") {
  std::vector<double> values;
  for (int i = 0; i < 500; ++i) {
    values.push_back((i < 23 ? 10.0 : 0.0) + (i % 2 == 0 ? 0.1 : -0.1));
  }
  CHECK(mser5(values) == 25);
  CHECK(mser5(std::span(values).subspan(25)) == 0);
}

TEST_CASE("MSER-5 drops at most half") {
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) {
    values.push_back(i < 90 ? 100.0 - i : 0.0);
  }
  CHECK(mser5(values) <= 50);
}
