// SPDX-License-Identifier: Apache-2.0
// What holds for every system, whatever its distributions.
#include <catch2/catch.hpp>
#include <vector>

#include "base/random.h"
#include "sim/kernel/simulation.h"
#include "sim/output/replicate.h"
#include "sim/stations/fifo.h"
#include "sim/stations/in_flight.h"
#include "sim/stations/pool.h"
#include "sim/stations/token_bucket.h"
#include "tests/sim/laws/z_score.h"

using namespace headroom;
using namespace headroom::sim;

namespace {

/// A token bucket, a pool and a FIFO server in a row, with bursts.
struct Line {
  Random arrivals;
  Random services;
  TokenBucket bucket{1.1, 3, 50, 50};
  Pool pool{3};
  Fifo disk;
  InFlight in_pool;
  double arrived = 0;
  double departed = 0;
  double response_s = 0;
  double in_system_s = 0;  // integral of the number in the system
  double changed_s = 0;
  double work_scale = 1;
  explicit Line(std::uint64_t seed)
      : arrivals(stream(seed, 0, "line", "arrivals")),
        services(stream(seed, 0, "line", "services")) {}

  double in_system() const { return arrived - departed; }
  void advance(double now_s) {
    in_system_s += in_system() * (now_s - changed_s);
    changed_s = now_s;
  }
};

Process customer(Simulation& sim, Line& line, double pool_s, double disk_s) {
  const double start_s = sim.now();
  line.advance(start_s);
  ++line.arrived;
  co_await sim.until(line.bucket.admit(start_s, 1));
  const double entered_s = sim.now();
  const double left_s = line.pool.serve(entered_s, line.work_scale * pool_s);
  line.in_pool.add(entered_s, left_s);
  co_await sim.until(left_s);
  co_await sim.until(line.disk.serve(sim.now(), disk_s));
  line.advance(sim.now());
  ++line.departed;
  line.response_s += sim.now() - start_s;
}

Process source(Simulation& sim, Line& line) {
  for (;;) {
    co_await sim.delay(line.arrivals.with_cv(2));
    customer(sim, line, 2 * line.services.with_cv(1.5), 0.7 * line.services.exponential());
  }
}

/// A function of all that happened: equal runs, equal bytes.
std::vector<double> trace(std::uint64_t seed) {
  Simulation sim;
  Line line(seed);
  source(sim, line);
  sim.run_until(5000);
  return {line.response_s, line.in_system_s, line.disk.free_at(),
          static_cast<double>(sim.events())};
}

}  // namespace

TEST_CASE("arrivals are departures and those in the system, at any instant") {
  Simulation sim;
  Line line(1);
  source(sim, line);
  for (double t_s = 100; t_s < 5000; t_s += 97) {
    sim.run_until(t_s);
    line.advance(t_s);
    const double in_pool = static_cast<double>(line.in_pool.count_at(t_s));
    CHECK(line.in_system() >= in_pool);
    // What each station booked is what those before it have let go.
    CHECK(line.pool.tally().visits >= line.disk.tally().visits);
    CHECK(static_cast<double>(line.pool.tally().visits) - in_pool ==
          static_cast<double>(line.disk.tally().visits));
  }
}

TEST_CASE("Little's law: the integral of the number in the system is the sum of the times in it") {
  Simulation sim;
  Line line(2);
  source(sim, line);
  sim.run_until(5000);
  while (line.in_system() > 0) {
    sim.run_until(sim.now() +
                  0.01);  // to an instant at which the system is empty: then it is an identity
  }
  line.advance(sim.now());
  CHECK(line.in_system_s == Approx(line.response_s).epsilon(1e-9));
  CHECK(line.in_pool.area_until(sim.now()) == Approx(line.pool.tally().sojourn_s).epsilon(1e-9));
}

TEST_CASE("the utilisation law: U = X S") {
  Simulation sim;
  Line line(3);
  source(sim, line);
  const Batches batches = run_in_batches(sim, {.warm_up_s = 5000, .batch_s = 5000}, [&] {
    return std::vector{line.pool.work_until(sim.now()), line.disk.work_until(sim.now()),
                       line.departed, line.in_pool.busy_until(sim.now())};
  });
  // X is the arrival rate, 1, as the bucket's rate exceeds it.
  HEADROOM_CHECK_MEAN(batches.rates(2), 1.0, 0.02);
  HEADROOM_CHECK_MEAN(batches.ratios(0, 2), 2.0, 0.02);
  HEADROOM_CHECK_MEAN(batches.ratios(1, 2), 0.7, 0.02);
  // Busy, the share of time with at least one in flight, lies between the mean share of servers at
  // work and all of them.
  CHECK(batches.total(3) > batches.total(0) / 3);
  CHECK(batches.total(3) < batches.total(0));
}

TEST_CASE("the same seed gives the same bytes, on any number of threads, and another seed others") {
  const auto job = [](int i) { return trace(static_cast<std::uint64_t>(i)); };
  const auto alone = replicate(6, 1, job);
  CHECK(replicate(6, 4, job) == alone);
  CHECK(trace(3) == alone[3]);
  CHECK(alone[3] != alone[4]);
}

TEST_CASE("common random numbers make the difference of two alternatives tighter") {
  // Mean response time with 10 % longer pool services, against the baseline.
  const auto response = [](std::uint64_t seed, double scale) {
    Simulation sim;
    Line line(seed);
    line.work_scale = scale;
    source(sim, line);
    sim.run_until(2000);
    return line.response_s / line.departed;
  };
  std::vector<double> common;
  std::vector<double> independent;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const double baseline = response(i, 1);
    common.push_back(response(i, 1.1) - baseline);
    independent.push_back(response(1000 + i, 1.1) - baseline);
  }
  CHECK(variance(common) < variance(independent) / 4);
}
