// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "base/random.h"
#include "sim/stations/fifo.h"
#include "sim/stations/pool.h"
#include "tests/sim/aborts.h"

using namespace headroom::sim;
using headroom::Random;

TEST_CASE("a FIFO server starts a visit at once if it is idle, else behind the one before") {
  Fifo server;
  CHECK(server.serve(1, 2) == 3);    // idle
  CHECK(server.serve(2, 2) == 5);    // waits from 2 to 3
  CHECK(server.serve(5, 1) == 6);    // free exactly now
  CHECK(server.serve(10, 0) == 10);  // no work
  CHECK(server.free_at() == 10);
}

TEST_CASE("a FIFO server counts visits, work and sojourns") {
  Fifo server;
  server.serve(1, 2);
  server.serve(2, 2);
  CHECK(server.tally().visits == 2);
  CHECK(server.tally().work_s == 4);
  CHECK(server.tally().sojourn_s == 2 + 3);
}

TEST_CASE("work up to an instant leaves out what is booked beyond") {
  Fifo server;
  server.serve(1, 2);
  server.serve(2, 2);
  CHECK(server.work_until(2) == 1);
  CHECK(server.work_until(4.5) == 3.5);
  CHECK(server.work_until(5) == 4);
  CHECK(server.work_until(100) == 4);
}

TEST_CASE("a station called out of time order aborts, at the same time it does not") {
  CHECK(aborts([] {
    Fifo server;
    server.serve(2, 1);
    server.serve(1.999, 1);
  }));
  CHECK(aborts([] {
    Pool pool(2);
    pool.serve(2, 1);
    pool.serve(1.999, 1);
  }));
  CHECK_FALSE(aborts([] {
    Fifo server;
    Pool pool(2);
    for (int i = 0; i < 2; ++i) {
      server.serve(2, 1);
      pool.serve(2, 1);
    }
  }));
}

TEST_CASE("a pool starts a visit on the server that is free first") {
  Pool pool(2);
  CHECK(pool.serve(0, 5) == 5);
  CHECK(pool.serve(1, 1) == 2);
  CHECK(pool.serve(1, 1) == 3);  // waits for 2
  CHECK(pool.serve(1, 9) == 12);
  CHECK(pool.serve(4, 1) == 6);  // waits for 5
  CHECK(pool.tally().visits == 5);
  CHECK(pool.tally().work_s == 17);
  CHECK(pool.tally().sojourn_s == 5 + 1 + 2 + 11 + 2);
  CHECK(pool.work_until(4) == 4 + 1 + 1 + 1);
  CHECK(pool.work_until(7) == 5 + 1 + 1 + 4 + 1);
}

TEST_CASE("a pool of any size agrees with a plain search for the server that is free first") {
  const int count = GENERATE(1, 2, 3, 4, 5, 6, 8, 9, 21, 64);
  Random random(static_cast<std::uint64_t>(count));
  Pool pool(count);
  CHECK(pool.server_count() == count);
  std::vector<double> free_s(static_cast<std::size_t>(count), 0.0);
  double now_s = 0;
  for (int i = 0; i < 2000; ++i) {
    now_s += random.exponential();
    const double work_s = 0.95 * count * random.with_cv(2);
    double& server = *std::min_element(free_s.begin(), free_s.end());
    server = std::max(server, now_s) + work_s;
    REQUIRE(pool.serve(now_s, work_s) == server);
  }
}

TEST_CASE("a pool of one is a FIFO server") {
  Random random(3);
  Pool pool(1);
  Fifo server;
  double now_s = 0;
  for (int i = 0; i < 1000; ++i) {
    now_s += random.exponential();
    const double work_s = 0.9 * random.exponential();
    REQUIRE(pool.serve(now_s, work_s) == server.serve(now_s, work_s));
    REQUIRE(pool.work_until(now_s + 1) == Approx(server.work_until(now_s + 1)));
  }
}

TEST_CASE("a pool without servers aborts") {
  CHECK(aborts([] { const Pool pool(0); }));
}
