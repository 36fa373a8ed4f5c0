// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/simulation.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/sim/aborts.h"

using namespace headroom::sim;

namespace {

struct Entry {
  std::string who;
  double at_s;
  bool operator==(const Entry&) const = default;
};
using Log = std::vector<Entry>;

Process tick(Simulation& sim, Log& log, std::string who, double period_s) {
  for (;;) {
    co_await sim.delay(period_s);
    log.push_back({who, sim.now()});
  }
}

Process once(Simulation& sim, Log& log, std::string who, double at_s) {
  co_await sim.until(at_s);
  log.push_back({who, sim.now()});
}

}  // namespace

TEST_CASE("a process runs at once up to its first wait") {
  Simulation sim;
  int steps = 0;
  const auto process = [&](Simulation& s) -> Process {
    ++steps;
    co_await s.delay(1);
    ++steps;
  };
  process(sim);
  CHECK(steps == 1);
  sim.run_until(2);
  CHECK(steps == 2);
}

TEST_CASE("time moves to each instant that is awaited and then to the end of the run") {
  Simulation sim;
  Log log;
  tick(sim, log, "tick", 2);
  sim.run_until(5);
  CHECK(log == Log{{"tick", 2}, {"tick", 4}});
  CHECK(sim.now() == 5);
  CHECK(sim.events() == 2);
}

TEST_CASE("a run includes its end and can be continued") {
  Simulation sim;
  Log log;
  tick(sim, log, "tick", 2);
  sim.run_until(4);
  CHECK(log.size() == 2);
  sim.run_until(4);
  CHECK(log.size() == 2);
  sim.run_until(6);
  CHECK(log.size() == 3);
}

TEST_CASE("processes due at the same instant run in the order in which they asked") {
  Simulation sim;
  Log log;
  for (const char* who : {"a", "b", "c"}) {
    once(sim, log, who, 7);
  }
  sim.run_until(10);
  CHECK(log == Log{{"a", 7}, {"b", 7}, {"c", 7}});
}

TEST_CASE("waiting for the present instant lets others that are due go first") {
  Simulation sim;
  Log log;
  const auto process = [&](Simulation& s) -> Process {
    co_await s.until(1);
    co_await s.until(1);
    log.push_back({"polite", s.now()});
  };
  process(sim);
  once(sim, log, "other", 1);
  sim.run_until(1);
  CHECK(log == Log{{"other", 1}, {"polite", 1}});
}

TEST_CASE("two clocks interleave by time although each could go on alone") {
  Simulation sim;
  Log log;
  tick(sim, log, "fast", 1);
  tick(sim, log, "slow", 2.5);
  sim.run_until(5);
  CHECK(log == Log{{"fast", 1},
                   {"fast", 2},
                   {"slow", 2.5},
                   {"fast", 3},
                   {"fast", 4},
                   {"slow", 5},
                   {"fast", 5}});
}

TEST_CASE("a process that starts another goes on at its own time") {
  // The child waits first and is next on the event list; time must not move while its parent still
  // runs.
  Simulation sim;
  Log log;
  const auto parent = [&](Simulation& s) -> Process {
    co_await s.until(1);
    once(s, log, "child", 3);
    log.push_back({"parent", s.now()});
    co_await s.until(2);
    log.push_back({"parent", s.now()});
  };
  parent(sim);
  sim.run_until(10);
  CHECK(log == Log{{"parent", 1}, {"parent", 2}, {"child", 3}});
}

TEST_CASE("a process may start another and end") {
  Simulation sim;
  Log log;
  const auto parent = [&](Simulation& s) -> Process {
    co_await s.until(1);
    once(s, log, "child", 3);
  };
  parent(sim);
  sim.run_until(10);
  CHECK(log == Log{{"child", 3}});
}

TEST_CASE("stop ends the run where the process that called it waits") {
  Simulation sim;
  Log log;
  const auto stopper = [&](Simulation& s) -> Process {
    co_await s.until(3);
    s.stop();
    log.push_back({"stopper", s.now()});
    co_await s.until(3);
    log.push_back({"stopper", s.now()});
  };
  stopper(sim);
  tick(sim, log, "tick", 2);
  sim.run_until(10);
  CHECK(sim.now() == 3);
  CHECK(log == Log{{"tick", 2}, {"stopper", 3}});
  sim.run_until(4);
  CHECK(sim.now() == 4);
  CHECK(log == Log{{"tick", 2}, {"stopper", 3}, {"stopper", 3}, {"tick", 4}});
}

TEST_CASE("an exception out of a process comes out of run_until at that instant") {
  Simulation sim;
  Log log;
  const auto thrower = [](Simulation& s) -> Process {
    co_await s.until(2);
    throw std::runtime_error("broken");
  };
  thrower(sim);
  tick(sim, log, "tick", 1.5);
  CHECK_THROWS_WITH(sim.run_until(10), "broken");
  CHECK(sim.now() == 2);
  sim.run_until(3);
  CHECK(log == Log{{"tick", 1.5}, {"tick", 3}});
}

TEST_CASE("an exception before the first wait comes out of the next run") {
  Simulation sim;
  const auto thrower = [](Simulation& s, bool is_broken) -> Process {
    if (is_broken) {
      throw std::runtime_error("broken");
    }
    co_await s.until(2);
  };
  thrower(sim, true);
  CHECK_THROWS_WITH(sim.run_until(10), "broken");
  CHECK(sim.now() == 0);
}

TEST_CASE("a simulation destroys the processes that still wait when it ends") {
  struct Guard {
    int& count;
    explicit Guard(int& alive) : count(alive) { ++count; }
    ~Guard() { --count; }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
  };
  int alive = 0;
  const auto process = [&](Simulation& s, double end_s) -> Process {
    const Guard guard(alive);
    co_await s.until(end_s);
  };
  {
    Simulation sim;
    for (const double end_s : {1.0, 2.0, 30.0, 40.0}) {
      process(sim, end_s);
    }
    sim.run_until(10);
    CHECK(alive == 2);
  }
  CHECK(alive == 0);
}

TEST_CASE("the clock cannot be turned back") {
  CHECK(aborts([] {
    Simulation sim;
    sim.run_until(2);
    sim.run_until(1);
  }));
  CHECK(aborts([] {
    Simulation sim;
    sim.run_until(2);
    static_cast<void>(sim.until(1));
  }));
  CHECK(aborts([] {
    Simulation sim;
    static_cast<void>(sim.delay(-1));
  }));
  CHECK_FALSE(aborts([] {
    Simulation sim;
    sim.run_until(2);
    static_cast<void>(sim.until(2));
  }));
}

TEST_CASE("a process cannot run its own simulation") {
  CHECK(aborts([] {
    Simulation sim;
    const auto process = [](Simulation& s) -> Process {
      co_await s.delay(1);
      s.run_until(5);
    };
    process(sim);
    sim.run_until(2);
  }));
}
