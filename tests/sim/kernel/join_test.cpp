// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/join.h"

#include <catch2/catch.hpp>
#include <initializer_list>
#include <optional>

using namespace headroom::sim;

namespace {

// Both take the Join by value: the parts may outlive the process that waits.
Process part(Simulation& sim, Join join, double at_s) {
  co_await sim.until(at_s);
  join.done();
}

Process wait_for(Simulation& sim, int count, std::initializer_list<double> parts,
                 std::optional<double>& at_s) {
  Join join(sim, count);
  for (const double part_s : parts) {
    part(sim, join, part_s);
  }
  co_await join.wait();
  at_s = sim.now();
}

std::optional<double> joined_at(int count, std::initializer_list<double> parts) {
  Simulation sim;
  std::optional<double> at_s;
  wait_for(sim, count, parts, at_s);
  sim.run_until(100);
  return at_s;
}

}  // namespace

TEST_CASE("a join of all parts ends with the last, a quorum of k with the k-th") {
  CHECK(joined_at(3, {5, 1, 3}) == 5);
  CHECK(joined_at(2, {5, 1, 3}) == 3);
  CHECK(joined_at(1, {5, 1, 3}) == 1);
}

TEST_CASE("a join of nothing does not wait") { CHECK(joined_at(0, {}) == 0); }

TEST_CASE("a join that misses a part waits for ever") { CHECK_FALSE(joined_at(4, {5, 1, 3})); }

TEST_CASE("a join that is complete before the wait does not suspend") {
  Simulation sim;
  bool has_passed = false;
  const auto process = [&](Simulation& s) -> Process {
    Join join(s, 2);
    join.done();
    CHECK_FALSE(join.is_complete());
    join.done();
    CHECK(join.is_complete());
    co_await join.wait();
    has_passed = true;
  };
  process(sim);
  CHECK(has_passed);
}

TEST_CASE("several processes may wait for one join") {
  Simulation sim;
  Join join(sim, 1);
  int passed = 0;
  const auto process = [&](Simulation&) -> Process {
    co_await join.wait();
    ++passed;
  };
  for (int i = 0; i < 3; ++i) {
    process(sim);
  }
  join.done();
  join.done();
  sim.run_until(0);
  CHECK(passed == 3);
}

TEST_CASE("a copy, a move and an assignment share the count") {
  Simulation sim;
  Join first(sim, 3);
  Join copy = first;
  Join moved = std::move(first);
  Join other(sim, 9);
  other = copy;
  copy.done();
  moved.done();
  CHECK_FALSE(other.is_complete());
  other.done();
  CHECK(moved.is_complete());
}
