// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/gate.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace headroom::sim;

namespace {

Process pass(Simulation& sim, Gate& gate, std::vector<int>& passed, int id) {
  co_await gate.wait();
  passed.push_back(id);
  co_await sim.delay(0);
}

}  // namespace

TEST_CASE("a gate lets one process pass at a time, the one that came first") {
  Simulation sim;
  Gate gate(sim);
  std::vector<int> passed;
  for (int id = 0; id < 3; ++id) {
    pass(sim, gate, passed, id);
  }
  gate.open_one();
  CHECK(passed.empty());
  sim.run_until(0);
  CHECK(passed == std::vector<int>{0});
  gate.open_one();
  pass(sim, gate, passed, 3);
  sim.run_until(0);
  CHECK(passed == std::vector<int>{0, 1});
  CHECK(gate.has_waiters());
  gate.open_one();
  gate.open_one();
  sim.run_until(0);
  CHECK(passed == std::vector<int>{0, 1, 2, 3});
  CHECK_FALSE(gate.has_waiters());
}

TEST_CASE(
    "a gate that is opened for all wakes those that wait now, in their order, and no later one") {
  Simulation sim;
  Gate gate(sim);
  std::vector<int> passed;
  for (int id = 0; id < 100; ++id) {
    pass(sim, gate, passed, id);
  }
  gate.open_all();
  pass(sim, gate, passed, 100);
  sim.run_until(0);
  REQUIRE(passed.size() == 100);
  for (int id = 0; id < 100; ++id) {
    CHECK(passed[static_cast<std::size_t>(id)] == id);
  }
  CHECK(gate.has_waiters());
}

TEST_CASE("a gate remembers nothing") {
  Simulation sim;
  Gate gate(sim);
  std::vector<int> passed;
  gate.open_one();
  gate.open_all();
  pass(sim, gate, passed, 1);
  sim.run_until(1);
  CHECK(passed.empty());
}

TEST_CASE("those woken at an instant go on before time moves, and before the waker if it waits") {
  Simulation sim;
  Gate gate(sim);
  std::vector<int> passed;
  pass(sim, gate, passed, 1);
  const auto opener = [&](Simulation& s) -> Process {
    co_await s.until(1);
    gate.open_one();
    passed.push_back(2);
    co_await s.until(1.5);
    passed.push_back(3);
  };
  opener(sim);
  sim.run_until(2);
  CHECK(passed == std::vector<int>{2, 1, 3});
}

TEST_CASE("waking costs no event") {
  Simulation sim;
  Gate gate(sim);
  const auto wait = [&](Simulation&) -> Process { co_await gate.wait(); };
  for (int i = 0; i < 1000; ++i) {
    wait(sim);
  }
  gate.open_all();
  sim.run_until(1);
  CHECK_FALSE(gate.has_waiters());
  CHECK(sim.events() == 0);
}

TEST_CASE("a process may wait at the same gate again and again") {
  Simulation sim;
  Gate gate(sim);
  int rounds = 0;
  const auto wait = [&](Simulation&) -> Process {
    for (;;) {
      co_await gate.wait();
      ++rounds;
    }
  };
  wait(sim);
  for (int i = 0; i < 200; ++i) {
    gate.open_all();
    sim.run_until(i);
  }
  CHECK(rounds == 200);
}
