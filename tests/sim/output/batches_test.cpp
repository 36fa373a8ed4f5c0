// SPDX-License-Identifier: Apache-2.0
#include "sim/output/batches.h"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/sim/aborts.h"

using namespace headroom::sim;

namespace {

/// Counts one at each whole second.
Process count_seconds(Simulation& sim, double& count) {
  for (;;) {
    co_await sim.delay(1);
    ++count;
  }
}

}  // namespace

TEST_CASE("a run is cut into equal batches after its warm-up") {
  Simulation sim;
  double seconds = 0;
  count_seconds(sim, seconds);
  const Batches batches =
      run_in_batches(sim, {.warm_up_s = 7, .batch_s = 5, .batch_count = 12}, [&] {
        return std::vector{seconds, sim.now() * sim.now()};
      });
  CHECK(sim.now() == 7 + 12 * 5);
  REQUIRE(batches.count() == 12);
  CHECK(batches.span_s() == 5);
  CHECK(batches.total(0) == 60);
  CHECK(batches.rates(0) == std::vector<double>(12, 1.0));
  CHECK(batches.rates(1).front() == Approx((12 * 12 - 7 * 7) / 5.0));
  CHECK(batches.rates(1).back() == Approx((67 * 67 - 62 * 62) / 5.0));
}

TEST_CASE("a run is doubled until it is enough, and keeps its number of batches") {
  Simulation sim;
  double seconds = 0;
  count_seconds(sim, seconds);
  int asked = 0;
  const Batches batches = run_in_batches(
      sim, {.warm_up_s = 3, .batch_s = 2, .batch_count = 10, .doublings = 9},
      [&] { return std::vector{seconds}; },
      [&](const Batches& sofar) {
        ++asked;
        CHECK(sofar.count() == 10);
        return sofar.total(0) >= 70;
      });
  // 20 s, 40 s, 80 s
  CHECK(asked == 3);
  CHECK(batches.count() == 10);
  CHECK(batches.span_s() == 8);
  CHECK(batches.total(0) == 80);
  CHECK(batches.rates(0) == std::vector<double>(10, 1.0));
  CHECK(sim.now() == 83);
}

TEST_CASE("a run is doubled as often as allowed and no more") {
  Simulation sim;
  const Batches batches = run_in_batches(
      sim, {.batch_s = 1, .batch_count = 10, .doublings = 2}, [] { return std::vector{0.0}; },
      [](const Batches&) { return false; });
  CHECK(batches.span_s() == 4);
  CHECK(sim.now() == 40);
}

TEST_CASE("a ratio weighs batches by their size and its mean is the ratio of the totals") {
  Batches batches(1);
  batches.add({10, 1});
  batches.add({20, 4});
  batches.add({0, 0});
  const std::vector<double> values = batches.ratios(0, 1);
  CHECK(headroom::mean(values) == Approx(30.0 / 5));
  // r + (y - r x) / mean(x) with r = 6, mean(x) = 5/3
  CHECK(values[0] == Approx(6 + (10 - 6 * 1) / (5.0 / 3)));
  CHECK(values[1] == Approx(6 + (20 - 6 * 4) / (5.0 / 3)));
  CHECK(values[2] == Approx(6));
}

TEST_CASE("a ratio of counters that stand still is zero") {
  Batches batches(1);
  batches.add({0, 0});
  CHECK(batches.ratios(0, 1) == std::vector<double>{0});
}

TEST_CASE("rates and ratios come with the interval of batch means") {
  Batches batches(2);
  for (int i = 0; i < 30; ++i) {
    batches.add({i % 2 == 0 ? 10.0 : 14.0, 4});
  }
  CHECK(batches.rate(0, 0.9).is_usable);
  CHECK(batches.rate(0, 0.9).estimate.mean == Approx(6));
  CHECK(batches.ratio(0, 1, 0.9).estimate.mean == Approx(3));
  CHECK(batches.ratio(0, 1, 0.9).estimate.hi ==
        Approx(headroom::batch_means(batches.ratios(0, 1), 0.9).estimate.hi));
}

TEST_CASE("batches that make no sense abort") {
  CHECK(aborts([] { const Batches batches(0); }));
  CHECK(aborts([] {
    Batches batches(1);
    batches.add({1});
    batches.add({1, 2});
  }));
  CHECK(aborts([] {
    Batches batches(1);
    batches.add({1});
    batches.merge_pairs();
  }));
}
