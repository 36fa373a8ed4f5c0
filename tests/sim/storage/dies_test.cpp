// SPDX-License-Identifier: Apache-2.0
#include "sim/storage/dies.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/run.h"
#include "tests/sim/storage/devices.h"

using namespace headroom;
using namespace headroom::sim;
using namespace headroom::sim::testing;
using models::Direction;

namespace {

/// Requests a second of a drive with eight servers of 1 ms, exponential, `depth` in flight.
double rate(Direction direction, int depth) {
  models::System system;
  system.storage.disk = fixed_times(1_ms, 1_ms);
  system.storage.disk.servers = 8;
  system.storage.disk.variability = 1;
  models::IoWorkload workload;
  workload.is_sequential = false;
  workload.read_share = direction == Direction::read ? 1 : 0;
  workload.io_size = 4_KiB;
  workload.queue_depth = depth;
  system.workload = workload;
  return run(system, {.warm_up_s = 1, .measured_s = 20}).request_rate.mean;
}

}  // namespace

TEST_CASE("reads collide: each goes to the server that has its data", "[dies]") {
  // N requests at 8 equal exponential stations, each chosen at random: X = 8 mu N / (N + 7)
  // [LZGS84, ch. 6].
  const int depth = GENERATE(1, 4, 16, 64);
  // 20 s of about 1000 services a second and server: 1.5 % is more than four standard errors.
  CHECK(rate(Direction::read, depth) == Approx(8000.0 * depth / (depth + 7)).epsilon(0.015));
}

TEST_CASE("writes go to a server that is free", "[dies]") {
  // N requests at 8 servers with one queue: X = mu min(N, 8).
  const int depth = GENERATE(1, 4, 8, 64);
  CHECK(rate(Direction::write, depth) == Approx(1000.0 * std::min(depth, 8)).epsilon(0.015));
}

TEST_CASE("the work of the servers is their mean", "[dies]") {
  Dies dies(4);
  Random random(1);
  for (int i = 0; i < 4; ++i) dies.serve(0, Direction::write, 0.1 * (i + 1), random);
  CHECK(dies.work_until(1) == Approx((0.1 + 0.2 + 0.3 + 0.4) / 4));
  CHECK(dies.work_until(0.2) == Approx((0.1 + 0.2 + 0.2 + 0.2) / 4));
}
