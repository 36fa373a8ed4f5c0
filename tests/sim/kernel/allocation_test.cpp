// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "base/histogram.h"
#include "base/random.h"
#include "sim/kernel/join.h"
#include "sim/stations/fifo.h"
#include "sim/stations/in_flight.h"
#include "sim/stations/pool.h"
#include "sim/stations/token_bucket.h"

// The address sanitizer gets every frame from operator new, see FramePool.
#if !defined(__SANITIZE_ADDRESS__)

namespace {
std::atomic<std::size_t> allocation_count = 0;  // other tests of this program have threads
}

void* operator new(std::size_t size) {
  ++allocation_count;
  if (void* memory = std::malloc(size); memory != nullptr) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace headroom;
using namespace headroom::sim;

namespace {

struct System {
  Random random{1};
  TokenBucket bucket{1.2, 4, 100, 100};
  Pool cores{4};
  Fifo disks[3];
  Gate turn;
  InFlight in_flight;
  Histogram latency;
  explicit System(Simulation& sim) : turn(sim) {}
};

Process write(Simulation& sim, System& system, Fifo& disk, Join join) {
  co_await sim.until(disk.serve(sim.now(), 0.5 * system.random.exponential()));
  join.done();
}

Process request(Simulation& sim, System& system) {
  const double start_s = sim.now();
  co_await sim.until(system.bucket.admit(start_s, 1));
  co_await sim.until(system.cores.serve(sim.now(), system.random.with_cv(0.5)));
  Join quorum(sim, 2);
  for (Fifo& disk : system.disks) {
    write(sim, system, disk, quorum);
  }
  co_await quorum.wait();
  co_await system.turn.wait();
  system.in_flight.add(sim.now(), sim.now() + 1);
  system.latency.add(sim.now() - start_s);
}

Process arrivals(Simulation& sim, System& system) {
  for (;;) {
    co_await sim.delay(system.random.exponential());
    request(sim, system);
  }
}

Process turns(Simulation& sim, Gate& gate) {
  for (;;) {
    co_await sim.delay(0.25);
    gate.open_all();
  }
}

}  // namespace

TEST_CASE("a simulation in its steady state allocates nothing") {
  Simulation sim;
  System system(sim);
  arrivals(sim, system);
  turns(sim, system.turn);
  for (int i = 0; i < 1000;
       ++i) {  // a crowd, so that every pool and ring has seen its greatest size
    request(sim, system);
  }
  sim.run_until(20'000);
  const std::size_t allocations_before = allocation_count;
  const std::uint64_t events_before = sim.events();
  sim.run_until(140'000);
  CHECK(sim.events() - events_before > 1'000'000);
  CHECK(allocation_count == allocations_before);
  CHECK(allocations_before > 0);
}

#endif
