// SPDX-License-Identifier: Apache-2.0
// The Kafka baseline end to end: one simulated hour of scenarios/kafka-sas-raid10.yaml, fitted to
// its anchors beforehand.
#include <benchmark/benchmark.h>

#include "plan/question/calibration.h"
#include "plan/scenario/build.h"
#include "sim/run.h"

namespace headroom {

namespace {

models::System fitted_baseline() {
  const plan::DataFolder data{HEADROOM_SOURCE_DATA};
  const plan::Scenario scenario =
      plan::read_scenario(HEADROOM_SOURCE_DATA "/../scenarios/kafka-sas-raid10.yaml", data);
  return plan::build_system(
      plan::fit_anchors({scenario, data, scenario.values, 1, 0, {}, nullptr}).values);
}

void one_hour_of_kafka(benchmark::State& state) {
  const models::System system = fitted_baseline();
  std::uint64_t events = 0;
  for (auto _ : state) {
    const sim::Outcome outcome = sim::run(system, {.warm_up_s = 0, .measured_s = 3600});
    events += outcome.events;
    benchmark::DoNotOptimize(outcome.throughput.mean);
  }
  state.counters["events/s"] =
      benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
}
BENCHMARK(one_hour_of_kafka)->Unit(benchmark::kSecond)->Iterations(1)->Repetitions(3);

}  // namespace

}  // namespace headroom

BENCHMARK_MAIN();
