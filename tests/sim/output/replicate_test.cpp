// SPDX-License-Identifier: Apache-2.0
#include "sim/output/replicate.h"

#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>
#include <string>

#include "base/random.h"
#include "sim/kernel/simulation.h"
#include "sim/stations/fifo.h"

using namespace headroom::sim;

namespace {

Process customers(Simulation& sim, headroom::Random& random, Fifo& server) {
  for (;;) {
    co_await sim.delay(random.exponential());
    server.serve(sim.now(), 0.8 * random.exponential());
  }
}

double mean_sojourn(int replication) {
  headroom::Random random =
      headroom::stream(1, static_cast<std::uint64_t>(replication), "server", "all");
  Simulation sim;
  Fifo server;
  customers(sim, random, server);
  sim.run_until(1000);
  return server.tally().sojourn_s / static_cast<double>(server.tally().visits);
}

}  // namespace

TEST_CASE("replications give the same bytes on any number of threads, in order") {
  const std::vector<double> alone = replicate(20, 1, mean_sojourn);
  REQUIRE(alone.size() == 20);
  CHECK(alone[7] == mean_sojourn(7));
  CHECK(std::set(alone.begin(), alone.end()).size() == 20);
  for (const int threads : {2, 3, 8, 64}) {
    CHECK(replicate(20, threads, mean_sojourn) == alone);
  }
}

TEST_CASE("no replications give no results") {
  CHECK(replicate(0, 4, [](int) { return std::string("x"); }).empty());
}

TEST_CASE("results need no default constructor and may be yes or no") {
  CHECK(replicate(3, 2, [](int i) { return i == 1; }) == std::vector<bool>{false, true, false});
}

TEST_CASE("the exception of the first job that throws comes out, on any number of threads") {
  const auto job = [](int i) {
    if (i >= 5 && i % 2 == 1) {
      throw std::runtime_error("job " + std::to_string(i));
    }
    return i;
  };
  for (const int threads : {1, 2, 8}) {
    CHECK_THROWS_WITH(replicate(50, threads, job), "job 5");
  }
}
