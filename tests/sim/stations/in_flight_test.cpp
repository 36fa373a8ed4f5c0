// SPDX-License-Identifier: Apache-2.0
#include "sim/stations/in_flight.h"

#include <catch2/catch.hpp>
#include <vector>

#include "base/random.h"
#include "tests/sim/aborts.h"

using namespace headroom::sim;

TEST_CASE("busy time is the length of the union of the requests, area the sum of their lengths") {
  InFlight in_flight;
  in_flight.add(1, 4);
  in_flight.add(2, 3);  // inside the first
  in_flight.add(3, 6);  // overlaps
  in_flight.add(8, 9);  // apart
  CHECK(in_flight.busy_until(10) == 5 + 1);
  CHECK(in_flight.area_until(10) == 3 + 1 + 3 + 1);
}

TEST_CASE("what lies beyond an instant does not count before it") {
  InFlight in_flight;
  in_flight.add(1, 4);
  in_flight.add(2, 6);
  CHECK(in_flight.busy_until(3) == 2);
  CHECK(in_flight.area_until(3) == 2 + 1);
  CHECK(in_flight.count_at(3) == 2);
  CHECK(in_flight.count_at(4) == 1);
  CHECK(in_flight.busy_until(6) == 5);
  CHECK(in_flight.count_at(6) == 0);
}

TEST_CASE("an empty system is idle") {
  const InFlight in_flight;
  CHECK(in_flight.busy_until(5) == 0);
  CHECK(in_flight.area_until(5) == 0);
  CHECK(in_flight.count_at(5) == 0);
}

TEST_CASE("long streams give the same as a sum over all requests") {
  headroom::Random random(4);
  InFlight in_flight;
  std::vector<double> arrivals;
  std::vector<double> dones;
  double now_s = 0;
  for (int i = 0; i < 5000; ++i) {
    now_s += random.exponential();
    arrivals.push_back(now_s);
    dones.push_back(now_s + (i % 1000 < 300 ? 500 : 3) * random.exponential());  // crowds and calm
    in_flight.add(arrivals.back(), dones.back());
    if (i % 500 != 499) {
      continue;
    }
    const double t_s = now_s + random.uniform();
    double area_s = 0;
    std::size_t count = 0;
    for (std::size_t k = 0; k < arrivals.size(); ++k) {
      area_s += std::min(dones[k], t_s) - arrivals[k];
      count += dones[k] > t_s ? 1U : 0U;
    }
    REQUIRE(in_flight.area_until(t_s) == Approx(area_s));
    REQUIRE(in_flight.count_at(t_s) == count);
  }
}

TEST_CASE("arrivals out of order abort, and so does a request that ends before it begins") {
  CHECK(aborts([] {
    InFlight in_flight;
    in_flight.add(2, 3);
    in_flight.add(1, 3);
  }));
  CHECK(aborts([] {
    InFlight in_flight;
    in_flight.add(2, 1);
  }));
}
