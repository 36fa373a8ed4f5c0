// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "sim/broker/cluster.h"
#include "sim/kernel/simulation.h"
#include "tests/sim/broker/clusters.h"

// The address sanitizer gets every frame from operator new, see FramePool.
#if !defined(__SANITIZE_ADDRESS__)

namespace {
std::size_t allocation_count = 0;
}

void* operator new(std::size_t size) {
  ++allocation_count;
  if (void* memory = std::malloc(size); memory != nullptr) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace headroom;
using namespace headroom::sim;

TEST_CASE("a cluster in its steady state allocates nothing an event", "[broker]") {
  models::System system = testing::small_cluster();
  system.storage.array.level = models::Level::raid10;
  testing::messages(system).acks = models::Acks::all;
  testing::messages(system).disk_read_share = 0.3;
  Simulation simulation;
  KafkaCluster cluster(simulation, system, 1, 0);
  cluster.start();
  simulation.run_until(30);
  const std::size_t first_half = allocation_count;
  const std::uint64_t events_before = simulation.events();
  simulation.run_until(60);
  const auto events = static_cast<double>(simulation.events() - events_before);
  const auto grown = static_cast<double>(allocation_count - first_half);
  REQUIRE(first_half > 0);
  REQUIRE(events > 100'000);
  // What is left are queues that see a new longest length: a handful, however long the run.
  CHECK(grown < 1e-4 * events);
}

#endif
