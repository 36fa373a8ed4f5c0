// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <vector>

#include "base/statistics.h"
#include "plan/ledger/cases.h"
#include "plan/question/ensemble.h"
#include "sim/output/replicate.h"

namespace headroom::plan {
namespace {

TEST_CASE(
    "the Kafka cluster of 2018, once fitted, shows what its owner measured within 3 percent") {
  Options options;
  options.draws = 8;
  options.data.path = "data";
  const Scenario scenario = read_scenario("scenarios/kafka-sas-raid10.yaml", options.data);
  const Ensemble ensemble = draw_ensemble(scenario, options);
  REQUIRE(ensemble.nominal.is_usable);
  // Other random numbers than those that the fits were made with. One run of a quarter of a minute
  // scatters by about 2 % in what is written, for 100 logs of each broker come of age every half
  // minute; the mean over the draws is what `headroom accuracy` shows.
  const auto runs =
      sim::replicate(static_cast<int>(ensemble.draws.size()), thread_count(options), [&](int i) {
        const Ensemble::Draw& draw = ensemble.draws[static_cast<std::size_t>(i)];
        return simulate(draw.values, options.seed + 1, draw.replication);
      });
  const CaseFile file =
      read_cases("data/cases/seed_kafka_more_disks_and_brokers.yaml", "scenarios");
  REQUIRE(file.points.size() == 4);  // rate, busy, written, read
  for (const MeasuredPoint& point : file.points) {
    INFO(point.source_quantity);
    std::vector<double> values;
    for (const sim::Outcome& run : runs) values.push_back(quantity_of(run, point.quantity));
    CHECK(mean(values) == Approx(point.value).epsilon(0.03));
  }
}

}  // namespace
}  // namespace headroom::plan
