// SPDX-License-Identifier: Apache-2.0
// Textbook values, limits and identities between the formulas.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "models/queueing/fork_join.h"
#include "models/queueing/laws.h"
#include "models/queueing/multi_server.h"
#include "models/queueing/mva.h"
#include "models/queueing/single_server.h"

using namespace headroom;
using namespace headroom::models;

TEST_CASE("the operational laws are products", "[queueing]") {
  // 40 requests a second of 22.5 ms keep a disk busy 90 % of the time; 4 are there for 100 ms each.
  CHECK(utilisation(40_per_s, 22.5_ms) == Approx(0.9));
  CHECK(number_present(40_per_s, 100_ms) == Approx(4));
  CHECK(closed_response_time(20, 4_per_s, 3_s) == 2_s);
  CHECK(station_throughput(10_per_s, 4) == 40_per_s);
}

TEST_CASE("a closed system is bounded by its bottleneck and by its population", "[queueing]") {
  const std::vector<Seconds> demands{2_s, 0.5_s, 3_s};
  CHECK(bottleneck_bound(demands) / 1_per_s == Approx(1.0 / 3));
  CHECK(knee(demands, 15.5_s) == Approx(7));
  CHECK(closed_bound(demands, 1, 15.5_s) / 1_per_s == Approx(1.0 / 21));
  CHECK(closed_bound(demands, 100, 15.5_s) == bottleneck_bound(demands));
  CHECK(std::isinf(bottleneck_bound({}) / 1_per_s));
}

TEST_CASE("Erlang B and C have their tabulated values", "[queueing]") {
  CHECK(erlang_b(1, 1) == Approx(0.5));
  CHECK(erlang_b(10, 5) == Approx(0.018385).epsilon(1e-4));
  CHECK(erlang_b(0, 3) == 1);
  CHECK(erlang_c(2, 1) == Approx(1.0 / 3));
  CHECK(erlang_c(10, 8) == Approx(0.40918).epsilon(1e-4));
  CHECK(erlang_c(3, 3) == 1);
  CHECK(erlang_c(1, 0.7) == Approx(0.7));
}

TEST_CASE("M/M/1 is M/M/c with one server and M/G/1 with cv 1", "[queueing]") {
  for (const double load : {0.1, 0.5, 0.9}) {
    const PerSecond rate{load * 100};
    CHECK(mmc_response_time(1, rate, 10_ms) / 10_ms == Approx(1 / (1 - load)));
    CHECK(mg1_response_time(rate, 10_ms, 1) / 10_ms == Approx(1 / (1 - load)));
    CHECK(mg1_waiting_time(rate, 10_ms, 1) / md1_waiting_time(rate, 10_ms) == Approx(2));
  }
  CHECK(std::isinf(mg1_waiting_time(100_per_s, 10_ms, 1) / 1_s));
  CHECK(std::isinf(mmc_waiting_time(2, 200_per_s, 10_ms) / 1_s));
}

TEST_CASE("M/M/2 waits U^2 / (1 - U^2) of a service time", "[queueing]") {
  for (const double load : {0.2, 0.6, 0.95}) {
    const PerSecond rate{2 * load * 100};
    CHECK(mmc_waiting_time(2, rate, 10_ms) / 10_ms == Approx(load * load / (1 - load * load)));
  }
}

TEST_CASE("a fork-join of one is M/M/1, of two is exact, of more grows with the harmonic numbers",
          "[queueing]") {
  CHECK(fork_join_response_time(1, 50_per_s, 10_ms) / 10_ms == Approx(2));
  CHECK(fork_join_response_time(2, 50_per_s, 10_ms) / 10_ms == Approx((12 - 0.5) / 8 * 2));
  // An idle system: the mean largest of n exponentials is H(n) service times.
  CHECK(fork_join_response_time(4, 1e-9 * 1_per_s, 10_ms) / 10_ms == Approx(25.0 / 12));
  CHECK(fork_join_response_time(8, 50_per_s, 10_ms) > fork_join_response_time(4, 50_per_s, 10_ms));
  CHECK(std::isinf(fork_join_response_time(4, 100_per_s, 10_ms) / 1_s));
}

TEST_CASE("mean values of a closed network of equal stations are N / (N + K - 1) / D",
          "[queueing]") {
  const std::vector<Seconds> demands(4, 10_ms);
  for (const int population : {1, 2, 8, 50}) {
    const ClosedSystem system = mean_value_analysis(demands, population);
    CHECK(system.throughput * 10_ms == Approx(population / (population + 3.0)));
    for (const double length : system.queue_length) CHECK(length == Approx(population / 4.0));
  }
}

TEST_CASE("mean values obey Little's law and the bounds", "[queueing]") {
  const std::vector<Seconds> demands{0.605_s, 2.1_s, 1.35_s};
  for (const int population : {1, 3, 20}) {
    const ClosedSystem system = mean_value_analysis(demands, population, 15_s);
    CHECK(system.throughput <= closed_bound(demands, population, 15_s) * (1 + 1e-12));
    double present = number_present(system.throughput, 15_s);
    for (const double length : system.queue_length) present += length;
    CHECK(present == Approx(population));
  }
  // Three customers, one CPU and two disks: 0.152 per second [LZGS84 ch. 6].
  CHECK(mean_value_analysis(demands, 3, 15_s).throughput / 1_per_s == Approx(0.152).margin(5e-4));
  CHECK(mean_value_analysis(demands, 0).throughput == 0_per_s);
}

TEST_CASE("in other units of time the results are the same", "[queueing]") {
  const auto response = [](double scale) {
    return fork_join_response_time(5, 30_per_s / scale, scale * 10_ms) / scale +
           mmc_response_time(3, 200_per_s / scale, scale * 10_ms) / scale +
           mg1_response_time(30_per_s / scale, scale * 10_ms, 2) / scale;
  };
  CHECK(response(1000) / response(1) == Approx(1));
}
