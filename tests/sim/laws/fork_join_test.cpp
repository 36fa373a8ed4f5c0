// SPDX-License-Identifier: Apache-2.0
// Poisson requests that fork to n M/M/1 queues and are done with the last part, or with the k-th.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "base/random.h"
#include "sim/kernel/join.h"
#include "sim/stations/fifo.h"
#include "tests/sim/laws/z_score.h"

using namespace headroom;
using namespace headroom::sim;

namespace {

constexpr double arrival_rate = 0.8;

struct Array {
  std::vector<Fifo> disks;
  int needed;
  Random random{31};
  double response_s = 0;
  double requests = 0;
  Array(int disk_count, int needed_count)
      : disks(static_cast<std::size_t>(disk_count)), needed(needed_count) {}
};

Process part(Simulation& sim, Fifo& disk, double work_s, Join join) {
  co_await sim.until(disk.serve(sim.now(), work_s));
  join.done();
}

/// The join by a process for each part.
Process joined_request(Simulation& sim, Array& array) {
  const double start_s = sim.now();
  Join join(sim, array.needed);
  for (Fifo& disk : array.disks) {
    part(sim, disk, array.random.exponential(), join);
  }
  co_await join.wait();
  array.response_s += sim.now() - start_s;
  ++array.requests;
}

/// The join by arithmetic: the latest of the instants that the stations answer.
Process eager_request(Simulation& sim, Array& array) {
  const double start_s = sim.now();
  double done_s = start_s;
  for (Fifo& disk : array.disks) {
    done_s = std::max(done_s, disk.serve(start_s, array.random.exponential()));
  }
  co_await sim.until(done_s);
  array.response_s += sim.now() - start_s;
  ++array.requests;
}

template <class Request>
Batches run(Array& array, double batch_s, Request request) {
  const auto source = [&](Simulation& sim, Random arrivals) -> Process {
    for (;;) {
      co_await sim.delay(arrivals.exponential() / arrival_rate);
      request(sim, array);
    }
  };
  Simulation sim;
  source(sim, Random(32));
  return run_in_batches(sim, {.warm_up_s = 3 * batch_s, .batch_s = batch_s}, [&] {
    return std::vector{array.response_s, array.requests};
  });
}

/// Nelson and Tantawi's response time of the fork and join of two, which is exact.
constexpr double two_way_response = (12 - arrival_rate) / 8 / (1 - arrival_rate);

}  // namespace

TEST_CASE("fork and join of two: R = (12 - rho) / 8 x 1 / (1 - rho), exactly [NT88]") {
  Array array(2, 2);
  const Batches batches = run(array, 20'000, eager_request);
  HEADROOM_CHECK_MEAN(batches.ratios(0, 1), two_way_response, 0.02);
}

TEST_CASE(
    "fork and join of eight is within the 5 % that Nelson and Tantawi state for their formula") {
  // R_n = (H_n / H_2 + 4/11 (1 - H_n / H_2) rho) R_2
  double harmonic = 0;
  for (int k = 1; k <= 8; ++k) {
    harmonic += 1.0 / k;
  }
  const double ratio = harmonic / 1.5;
  const double formula = (ratio + 4.0 / 11 * (1 - ratio) * arrival_rate) * two_way_response;
  Array array(8, 8);
  const Batches batches = run(array, 20'000, eager_request);
  CHECK(mean(batches.ratios(0, 1)) == Approx(formula).epsilon(0.05));
}

TEST_CASE("a join of processes is the join of instants, request by request") {
  Array by_process(4, 4);
  Array by_instant(4, 4);
  const Batches processes = run(by_process, 2000, joined_request);
  const Batches instants = run(by_instant, 2000, eager_request);
  CHECK(processes.total(1) == instants.total(1));
  CHECK(processes.total(0) == Approx(instants.total(0)).epsilon(1e-9));
}

TEST_CASE("a quorum of one of one is M/M/1, of one of two is quicker than it") {
  Array one(1, 1);
  const Batches single = run(one, 20'000, joined_request);
  HEADROOM_CHECK_MEAN(single.ratios(0, 1), 1 / (1 - arrival_rate), 0.02);
  // R of the first plus R of the last of two is twice that of either, for any joint distribution.
  Array first(2, 1);
  const Batches quickest = run(first, 20'000, joined_request);
  HEADROOM_CHECK_MEAN(quickest.ratios(0, 1), 2 / (1 - arrival_rate) - two_way_response, 0.02);
}
