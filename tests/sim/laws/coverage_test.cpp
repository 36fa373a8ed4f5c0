// SPDX-License-Identifier: Apache-2.0
// Whether the intervals of single runs mean what they say: M/M/1, many runs.
#include <catch2/catch.hpp>

#include "base/random.h"
#include "sim/output/replicate.h"
#include "sim/stations/fifo.h"
#include "tests/sim/laws/z_score.h"

using namespace headroom;
using namespace headroom::sim;

namespace {

BatchMeans sojourn(double load, double batch_s, int replication) {
  const auto customers = [load](Simulation& sim, Random& random, Fifo& server) -> Process {
    for (;;) {
      co_await sim.delay(random.exponential() / load);
      server.serve(sim.now(), random.exponential());
    }
  };
  Random random = stream(5, static_cast<std::uint64_t>(replication), "server", "all");
  Simulation sim;
  Fifo server;
  customers(sim, random, server);
  const Horizon horizon{.warm_up_s = 4 * batch_s, .batch_s = batch_s};
  return run_in_batches(sim, horizon,
                        [&] {
                          return std::vector{server.tally().sojourn_s,
                                             static_cast<double>(server.tally().visits)};
                        })
      .ratio(0, 1, 0.9);
}

}  // namespace

TEST_CASE("90 % intervals of single runs cover the exact mean in about 90 % of runs") {
  constexpr double load = 0.7;
  constexpr int runs = 300;
  const auto results = replicate(runs, 2, [](int i) { return sojourn(load, 1500, i); });
  int usable = 0;
  int covered = 0;
  for (const BatchMeans& result : results) {
    usable += result.is_usable ? 1 : 0;
    covered += result.is_usable && result.estimate.lo <= 1 / (1 - load) &&
                       1 / (1 - load) <= result.estimate.hi
                   ? 1
                   : 0;
  }
  // 30 values without correlation still show more than 0.2 in one sample of ten: those runs go on
  // longer in practice.
  CHECK(usable > 0.8 * runs);
  CHECK(covered > 0.84 * usable);
  CHECK(covered < 0.96 * usable);
}

TEST_CASE("batches shorter than the memory of a queue are refused an interval") {
  // At a load of 0.95 the queue remembers about 2 rho / (1 - rho)^2 = 760 services; the batches are
  // 100 long.
  const auto results = replicate(50, 2, [](int i) { return sojourn(0.95, 100, i); });
  int refused = 0;
  for (const BatchMeans& result : results) {
    refused += result.is_usable ? 0 : 1;
  }
  CHECK(refused > 45);
}
