// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "base/histogram.h"
#include "bench/reference_models.h"
#include "sim/kernel/event_list.h"
#include "sim/stations/pool.h"
#include "sim/stations/token_bucket.h"

namespace {

using namespace headroom;
using namespace headroom::bench;

constexpr double stretch_s = 100'000;  // simulated in each iteration

void rate(benchmark::State& state, const char* what, double count) {
  state.counters[what] = benchmark::Counter(count, benchmark::Counter::kIsRate);
}

template <class Source>
void single_queue(benchmark::State& state, Source source) {
  sim::Simulation simulation;
  SingleQueue queue(1);
  source(simulation, queue);
  for ([[maybe_unused]] auto _ : state) {
    simulation.run_until(simulation.now() + stretch_s);
  }
  rate(state, "customers/s", static_cast<double>(queue.server.tally().visits));
}
BENCHMARK_CAPTURE(single_queue, station_answers, arrivals)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(single_queue, process_per_customer, customer_arrivals)
    ->Unit(benchmark::kMillisecond);

template <class Request>
void closed_network(benchmark::State& state, Request request_process) {
  sim::Simulation simulation;
  ClosedNetwork network(1);
  start(simulation, network, request_process);
  for ([[maybe_unused]] auto _ : state) {
    simulation.run_until(simulation.now() + stretch_s);
  }
  rate(state, "customers/s", static_cast<double>(network.cycles));
}
BENCHMARK_CAPTURE(closed_network, request_coroutine, request)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(closed_network, process_per_disk_request, forking_request)
    ->Unit(benchmark::kMillisecond);

/// The classic hold model: take the earliest event, put it back later, at a constant number of
/// pending events.
void event_list_hold(benchmark::State& state) {
  Random random(1);
  sim::EventList events;
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    events.push(random.exponential(), static_cast<std::uint32_t>(i));
  }
  for ([[maybe_unused]] auto _ : state) {
    events.replace_top(events.top_time() + random.exponential(), events.top_slot());
  }
  rate(state, "holds/s", static_cast<double>(state.iterations()));
}
BENCHMARK(event_list_hold)->Arg(10)->Arg(1000)->Arg(100'000)->Arg(1'000'000);

/// The same as two steps, as when a process ends and another waits.
void event_list_pop_push(benchmark::State& state) {
  Random random(1);
  sim::EventList events;
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    events.push(random.exponential(), static_cast<std::uint32_t>(i));
  }
  for ([[maybe_unused]] auto _ : state) {
    const double time_s = events.top_time();
    const std::uint32_t slot = events.top_slot();
    events.pop();
    events.push(time_s + random.exponential(), slot);
  }
  rate(state, "holds/s", static_cast<double>(state.iterations()));
}
BENCHMARK(event_list_pop_push)->Arg(10)->Arg(1000)->Arg(100'000)->Arg(1'000'000);

/// Poisson arrivals of one per second; the cost of one variate is part of each of these.
template <class Visit>
void visits(benchmark::State& state, Visit visit) {
  Random random(1);
  double now_s = 0;
  for ([[maybe_unused]] auto _ : state) {
    now_s += random.exponential();
    benchmark::DoNotOptimize(visit(now_s, random));
  }
  rate(state, "visits/s", static_cast<double>(state.iterations()));
}

void token_bucket(benchmark::State& state) {
  sim::TokenBucket bucket(1.1, 4, 100, 100);
  visits(state, [&](double now_s, Random&) { return bucket.admit(now_s, 1); });
}
BENCHMARK(token_bucket);

void pool(benchmark::State& state) {
  sim::Pool servers(static_cast<int>(state.range(0)));
  const double service_s = 0.9 * static_cast<double>(state.range(0));
  visits(state, [&](double now_s, Random& random) {
    return servers.serve(now_s, service_s * random.exponential());
  });
}
BENCHMARK(pool)->Arg(1)->Arg(8)->Arg(32)->Arg(256);

void histogram(benchmark::State& state) {
  Histogram latency;
  visits(state, [&](double now_s, Random&) {
    latency.add(now_s * 1e-6);
    return now_s;
  });
}
BENCHMARK(histogram);

void exponential_variate(benchmark::State& state) {
  visits(state, [](double now_s, Random&) { return now_s; });
}
BENCHMARK(exponential_variate);

void gamma_variate(benchmark::State& state) {
  visits(state, [](double, Random& random) { return random.with_cv(0.5); });
}
BENCHMARK(gamma_variate);

}  // namespace
