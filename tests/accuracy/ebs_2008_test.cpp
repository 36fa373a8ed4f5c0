// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "plan/ledger/cases.h"
#include "plan/question/ensemble.h"
#include "sim/output/replicate.h"

namespace headroom::plan {
namespace {

/// Half of what `headroom accuracy` takes: enough for a mean, too few for an interval.
constexpr int draws = 48;

/// Mean over the block sizes that dd was given. They do not reach the disks: the page cache gathers
/// what it writes.
double measured(const std::string& case_id) {
  const CaseFile file = read_cases("data/cases/seed_ebs_md_raid_2008.yaml", "scenarios");
  std::vector<double> values;
  for (const MeasuredPoint& point : file.points) {
    if (point.case_id != case_id) continue;
    REQUIRE(point.use == "validate");
    values.push_back(point.value);
  }
  REQUIRE(values.size() == 5);
  return mean(values);
}

/// Mean over the draws, each fitted to one volume and to RAID 0 over three.
double predicted(const std::string& scenario_file) {
  Options options;
  options.draws = draws;
  options.data.path = "data";
  const Scenario scenario = read_scenario(scenario_file, options.data);
  const Ensemble ensemble = draw_ensemble(scenario, options);
  return mean(
      sim::replicate(static_cast<int>(ensemble.draws.size()), thread_count(options), [&](int i) {
        const Ensemble::Draw& draw = ensemble.draws[static_cast<std::size_t>(i)];
        return simulate(draw.values, options.seed, draw.replication).throughput.mean;
      }));
}

// The tolerances are the project's published targets for arrays of which nothing was measured.

TEST_CASE("RAID 10, far 2, over three volumes of 2008 is predicted within 5 percent") {
  // Each byte crosses the shared link twice: about half of what RAID 0 over three volumes reaches.
  CHECK(predicted("scenarios/ebs-2008-raid10f2x3.yaml") ==
        Approx(measured("raid10f2_x3")).epsilon(0.05));
}

TEST_CASE("RAID 0 over two volumes of 2008 is predicted within 12 percent") {
  CHECK(predicted("scenarios/ebs-2008-raid0x2.yaml") == Approx(measured("raid0_x2")).epsilon(0.12));
}

TEST_CASE("RAID 5 over three volumes of 2008 is predicted within 25 percent") {
  CHECK(predicted("scenarios/ebs-2008-raid5x3.yaml") == Approx(measured("raid5_x3")).epsilon(0.25));
}

}  // namespace
}  // namespace headroom::plan
