// SPDX-License-Identifier: Apache-2.0
// Closed networks against mean value analysis and the normalising constants of product form.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "base/random.h"
#include "sim/stations/fifo.h"
#include "sim/stations/pool.h"
#include "tests/sim/laws/z_score.h"

using namespace headroom;
using namespace headroom::sim;

namespace {

/// A CPU, then with a given share of the visits a disk pool, then a think time.
struct Network {
  double think_s = 0;
  double cpu_s = 0;
  double disk_s = 0;
  Fifo cpu;
  Pool disks;
  Random random{17};
  double cycles = 0;
  Network(double think, double cpu_mean, double disk_mean, int disk_count)
      : think_s(think), cpu_s(cpu_mean), disk_s(disk_mean), disks(disk_count) {}
};

Process customer(Simulation& sim, Network& network) {
  for (;;) {
    co_await sim.delay(network.think_s * network.random.exponential());
    co_await sim.until(network.cpu.serve(sim.now(), network.cpu_s * network.random.exponential()));
    co_await sim.until(
        network.disks.serve(sim.now(), network.disk_s * network.random.exponential()));
    ++network.cycles;
  }
}

/// Counters: 0 cycles, 1 CPU work, 2 disk work.
Batches run(Network& network, int population, double batch_s) {
  Simulation sim;
  for (int i = 0; i < population; ++i) {
    customer(sim, network);
  }
  return run_in_batches(sim, {.warm_up_s = 3 * batch_s, .batch_s = batch_s}, [&] {
    return std::vector{network.cycles, network.cpu.work_until(sim.now()),
                       network.disks.work_until(sim.now())};
  });
}

}  // namespace

TEST_CASE("a closed network of two single servers agrees with exact mean value analysis") {
  // MVA [LZGS84, ch. 6]: R_k = D_k (1 + Q_k(n-1)), X = n / (Z + sum R), Q_k = X R_k.
  const int population = GENERATE(1, 2, 5, 20);
  INFO(population << " customers");
  constexpr double think = 3;
  constexpr double cpu = 1;
  constexpr double disk = 0.7;
  double cpu_queue = 0;
  double disk_queue = 0;
  double throughput = 0;
  for (int n = 1; n <= population; ++n) {
    const double cpu_response = cpu * (1 + cpu_queue);
    const double disk_response = disk * (1 + disk_queue);
    throughput = n / (think + cpu_response + disk_response);
    cpu_queue = throughput * cpu_response;
    disk_queue = throughput * disk_response;
  }
  Network network(think, cpu, disk, 1);
  const Batches batches = run(network, population, 10'000);
  HEADROOM_CHECK_MEAN(batches.rates(0), throughput, 0.006);
  HEADROOM_CHECK_MEAN(batches.rates(1), throughput * cpu, 0.006);
  HEADROOM_CHECK_MEAN(batches.rates(2), throughput * disk, 0.006);
}

TEST_CASE("machine repair: ten thinkers at one server follow Erlang's loss chain") {
  // P(k at the server) ~ 10! / (10 - k)! (S / Z)^k, U = 1 - P(0), X = U / S.
  constexpr int population = 10;
  constexpr double think = 9;
  double sum = 0;
  double term = 1;
  for (int k = 0; k <= population; ++k) {
    sum += term;
    term *= (population - k) / think;
  }
  Network network(think, 1, 0, 1);
  const Batches batches = run(network, population, 20'000);
  HEADROOM_CHECK_MEAN(batches.rates(0), 1 - 1 / sum, 0.003);
  HEADROOM_CHECK_MEAN(batches.rates(1), 1 - 1 / sum, 0.003);
}

TEST_CASE("a closed network with a pool agrees with its product form") {
  // Gordon and Newell: P(n at the pool of c, N - n at the CPU) ~ D^n / prod_{k<=n} min(k, c) x
  // S^(N-n); X = (1 - P(CPU empty)) / S.
  constexpr int population = 9;
  constexpr int disk_count = 3;
  constexpr double disk = 2.6;
  double sum = 0;
  double weight = 1;
  for (int n = 0; n <= population; ++n) {
    if (n > 0) {
      weight *= disk / std::min(n, disk_count);
    }
    sum += weight;
  }
  const double throughput = 1 - weight / sum;
  Network network(0, 1, disk, disk_count);
  const Batches batches = run(network, population, 20'000);
  HEADROOM_CHECK_MEAN(batches.rates(0), throughput, 0.003);
  HEADROOM_CHECK_MEAN(batches.rates(2), throughput * disk, 0.003);
}
