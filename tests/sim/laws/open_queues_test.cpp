// SPDX-License-Identifier: Apache-2.0
// Open queues against their closed forms. Rates and times without units: the mean service time
// is 1.
#include <catch2/catch.hpp>

#include "base/random.h"
#include "sim/stations/fifo.h"
#include "sim/stations/pool.h"
#include "tests/sim/laws/z_score.h"

using namespace headroom;
using namespace headroom::sim;

namespace {

struct Streams {
  Random arrivals;
  Random services;
  explicit Streams(std::uint64_t seed)
      : arrivals(stream(seed, 0, "queue", "arrivals")),
        services(stream(seed, 0, "queue", "services")) {}
};

constexpr double arrival_rate = 0.8;

/// Poisson arrivals of one at a single station, served with coefficient of variation cv.
template <class Station>
Process arrive(Simulation& sim, Streams& streams, Station& station, double rate, double cv) {
  for (;;) {
    co_await sim.delay(streams.arrivals.exponential() / rate);
    station.serve(sim.now(), streams.services.with_cv(cv));
  }
}

/// Batches of a station's counters: 0 work done, 1 sojourn seconds, 2 visits.
template <class Station>
Batches measure(Simulation& sim, const Station& station, double batch_s) {
  return run_in_batches(sim, {.warm_up_s = 5 * batch_s, .batch_s = batch_s}, [&] {
    return std::vector{station.work_until(sim.now()), station.tally().sojourn_s,
                       static_cast<double>(station.tally().visits)};
  });
}

}  // namespace

TEST_CASE("M/M/1: W = 1 / (1 - rho), U = rho") {
  Simulation sim;
  Streams streams(1);
  Fifo server;
  arrive(sim, streams, server, arrival_rate, 1);
  const Batches batches = measure(sim, server, 120'000);
  HEADROOM_CHECK_MEAN(batches.ratios(1, 2), 1 / (1 - arrival_rate), 0.006);
  HEADROOM_CHECK_MEAN(batches.rates(0), arrival_rate, 0.002);
  HEADROOM_CHECK_MEAN(batches.rates(2), arrival_rate, 0.002);
}

TEST_CASE("M/D/1 and M/G/1: W = 1 + rho (1 + cv^2) / (2 (1 - rho)) (Pollaczek and Khinchine)") {
  const double cv = GENERATE(0.0, 0.5, 2.0);
  INFO("cv " << cv);
  Simulation sim;
  Streams streams(2);
  Fifo server;
  arrive(sim, streams, server, arrival_rate, cv);
  const Batches batches = measure(sim, server, 200'000);
  const double exact = 1 + arrival_rate * (1 + cv * cv) / (2 * (1 - arrival_rate));
  HEADROOM_CHECK_MEAN(batches.ratios(1, 2), exact, 0.012);
}

TEST_CASE("M/M/c: W = 1 + C(c, a) / (c - a) with Erlang's C") {
  const int servers = GENERATE(2, 8, 33);
  INFO(servers << " servers");
  const double offered = 0.9 * servers;  // a = rate x service time
  // C(c, a) = T / (sum_{k<c} a^k / k! + T), T = a^c / c! / (1 - a/c); summed in units of a^c / c!.
  double below = 0;
  double term = 1;
  for (int k = servers; k > 0; --k) {
    term *= k / offered;
    below += term;
  }
  const double tail = 1 / (1 - offered / servers);
  const double erlang_c = tail / (below + tail);

  Simulation sim;
  Streams streams(3);
  Pool pool(servers);
  arrive(sim, streams, pool, offered, 1);
  const Batches batches = measure(sim, pool, 200'000.0 / servers);
  HEADROOM_CHECK_MEAN(batches.ratios(1, 2), 1 + erlang_c / (servers - offered), 0.012);
  HEADROOM_CHECK_MEAN(batches.rates(0), offered, 0.004);
}

TEST_CASE("bulk arrivals of b at an M/M/1: W = (1 + (b - 1) / 2) / (1 - rho)") {
  constexpr int bulk = 8;
  const auto arrive_in_bulk = [](Simulation& sim, Streams& streams, Fifo& server) -> Process {
    for (;;) {
      co_await sim.delay(streams.arrivals.exponential() * bulk / arrival_rate);
      for (int i = 0; i < bulk; ++i) {
        server.serve(sim.now(), streams.services.exponential());
      }
    }
  };
  Simulation sim;
  Streams streams(4);
  Fifo server;
  arrive_in_bulk(sim, streams, server);
  const Batches batches = measure(sim, server, 200'000);
  HEADROOM_CHECK_MEAN(batches.ratios(1, 2), (1 + (bulk - 1) / 2.0) / (1 - arrival_rate), 0.012);
}

TEST_CASE(
    "a tandem of M/M/1 queues is a sum of M/M/1 queues (Jackson), whether its hops chain or wait") {
  const bool is_chained = GENERATE(true, false);
  struct Tandem {
    Fifo first;
    Fifo second;
  };
  constexpr double second_s = 0.9;
  // The second station hears from one FIFO station alone, so that its visits may be booked ahead of
  // the clock.
  const auto customer = [](Simulation& sim, Streams& streams, Tandem& tandem,
                           bool chained) -> Process {
    double now_s = tandem.first.serve(sim.now(), streams.services.exponential());
    if (!chained) {
      co_await sim.until(now_s);
    }
    tandem.second.serve(now_s, second_s * streams.services.exponential());
  };
  const auto source = [&](Simulation& sim, Streams& streams, Tandem& tandem) -> Process {
    for (;;) {
      co_await sim.delay(streams.arrivals.exponential() / arrival_rate);
      customer(sim, streams, tandem, is_chained);
    }
  };
  Simulation sim;
  Streams streams(5);
  Tandem tandem;
  source(sim, streams, tandem);
  const Batches batches = measure(sim, tandem.second, 100'000);
  HEADROOM_CHECK_MEAN(batches.ratios(1, 2), 1 / (1 / second_s - arrival_rate), 0.012);
  // By Burke's theorem the second queue's utilisation is that of Poisson arrivals.
  HEADROOM_CHECK_MEAN(batches.rates(0), arrival_rate * second_s, 0.003);
}
