// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace headroom::cli {
namespace {

using Catch::Matchers::Contains;
using nlohmann::json;

const std::string scenario = "scenarios/ebs-2008-raid0x2.yaml";

json without_wall_time(json value) {
  if (value.is_object()) value.erase("wall_s");
  for (auto& one : value) {
    if (one.is_structured()) one = without_wall_time(one);
  }
  return value;
}

TEST_CASE("predict answers in three formats") {
  const Finished text = headroom({"predict", scenario, "--draws=4"});
  CHECK(text.status == 0);
  CHECK(text.err.empty());
  CHECK_THAT(text.out, Contains("throughput") && Contains("<- bottleneck") && Contains("in short"));
  CHECK_THAT(text.out, !Contains("\033"));
  const Finished as_json = headroom({"predict", scenario, "--format=json", "--draws=4"});
  CHECK(json::parse(as_json.out).at("scenario") == scenario);
  const Finished csv = headroom({"predict", scenario, "--format", "csv", "--draws=4"});
  CHECK_THAT(csv.out, Catch::Matchers::StartsWith("part,name,quantity,unit,mean,lo,hi\n"));
}

TEST_CASE("options stand before or behind the scenario and mean the same") {
  CHECK(headroom({"predict", "--seed", "3", "--format", "csv", scenario, "--draws=4"}).out ==
        headroom({"predict", scenario, "--format=csv", "--seed=3", "--draws=4"}).out);
}

TEST_CASE("the same seed gives the same answer on any number of threads") {
  const Finished one = headroom(
      {"predict", scenario, "--format", "json", "--seed", "5", "--jobs", "1", "--draws=4"});
  const Finished two = headroom(
      {"predict", scenario, "--format", "json", "--seed", "5", "--jobs", "2", "--draws=4"});
  CHECK(without_wall_time(json::parse(one.out)) == without_wall_time(json::parse(two.out)));
  CHECK(json::parse(one.out).at("seed") == 5);
}

TEST_CASE("the level of the intervals is the one that was asked for") {
  const Finished run =
      headroom({"predict", scenario, "--format", "json", "--confidence", "80 %", "--draws=4"});
  CHECK(json::parse(run.out).at("confidence") == 0.8);
}

TEST_CASE("whatif answers for each alternative, in the order of the command line") {
  const Finished run = headroom(
      {"whatif", scenario, "array.disks=3", "array.disks=4", "--format", "json", "--draws", "4"});
  REQUIRE(run.status == 0);
  const json alternatives = json::parse(run.out).at("alternatives");
  REQUIRE(alternatives.size() == 2);
  CHECK(alternatives[0].at("set") == json{{"system.array.disks", "3"}});
  CHECK(alternatives[1].at("text") == "array.disks=4");
  CHECK_FALSE(alternatives[0].at("verdict").get<std::string>().empty());
}

TEST_CASE("accuracy of one family shows no other") {
  const Scratch cases;
  for (const char* const name : {"seed_ebs_md_raid_2008.yaml", "fio_plot_hdd_raid5.yaml"}) {
    std::filesystem::copy(std::string("data/cases/") + name, cases.path(""));
  }
  const Finished run = headroom({"accuracy", "--cases", cases.path(""), "--family",
                                 "seed_ebs_md_raid_2008", "--format", "json", "--draws", "4"});
  REQUIRE(run.status == 0);
  const json ledger = json::parse(run.out);
  REQUIRE(ledger.at("families").size() == 1);
  CHECK(ledger.at("overall").at("n") == ledger.at("families")[0].at("n"));
  CHECK_FALSE(ledger.at("rows").empty());
  for (const auto& row : ledger.at("rows")) CHECK(row.at("family") == "seed_ebs_md_raid_2008");
}

TEST_CASE("a terminal gets a progress bar that is gone at the end, and colour for the bottleneck") {
  // script runs a command on a terminal of its own and copies what appears on it.
  if (shell("command -v script").status != 0) return;
  const std::string on_terminal =
      "TERM=xterm script -qec '\"$headroom\" predict " + scenario + " --draws 4";
  const Finished plain = shell("export headroom; " + on_terminal + "' /dev/null");
  CHECK_THAT(plain.out, Contains("█") && Contains("\r\033[K"));
  CHECK_THAT(plain.out, Contains("\033[1;33m"));
  const Finished quiet =
      shell("export headroom; NO_COLOR=1 " + on_terminal + " --quiet' /dev/null");
  CHECK_THAT(quiet.out, !Contains("\033"));
}

}  // namespace
}  // namespace headroom::cli
