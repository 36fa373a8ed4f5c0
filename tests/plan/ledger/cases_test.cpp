// SPDX-License-Identifier: Apache-2.0
#include "plan/ledger/cases.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>

#include "base/random.h"
#include "tests/plan/files.h"

using namespace headroom;
using namespace headroom::plan;
using namespace headroom::plan::testing;

namespace {

const std::string series =
    "family: disks\n"
    "ledger:\n"
    "  scenarios: {one: one.yaml}\n"
    "  quantities: {write_bandwidth: throughput, response: latency_p99, share: busy}\n"
    "  settings: {iodepth: queue_depth, numjobs: queue_depth, block_KiB: io_size KiB}\n"
    "cases:\n"
    "- id: one\n"
    "  series:\n"
    "  - quantity: write_bandwidth\n"
    "    unit: MB/s\n"
    "    use: validate\n"
    "    points:\n"
    "    - {at: {block_KiB: 128, iodepth: 4, numjobs: 8, weather: 3}, v: 63.5}\n"
    "    - {at: {block_KiB: 4}, v: 12, use: calibrate}\n"
    "    - {at: {block_KiB: 8}, v: 13, use: context}\n"
    "    - {v: 14}\n"
    "  - {quantity: response, unit: ms, use: validate, points: [{v: 20}]}\n"
    "  - {quantity: share, unit: fraction, use: validate, points: [{v: 0.85}]}\n"
    "  - {quantity: weather, unit: C, use: validate, points: [{v: 20}]}\n"
    "- id: two\n"
    "  series: [{quantity: write_bandwidth, unit: MB/s, use: validate, points: [{v: 1}]}]\n";

const std::string grid =
    "family: grids\n"
    "ledger:\n"
    "  scenarios: {one: one.yaml}\n"
    "  quantities: {iops: request_rate}\n"
    "  settings: {iodepth: queue_depth, numjobs: queue_depth}\n"
    "cases:\n"
    "- id: one\n"
    "  grids:\n"
    "  - quantity: iops\n"
    "    unit: IOPS\n"
    "    row: {iodepth: [1, 16]}\n"
    "    col: {numjobs: [1, 2, 4]}\n"
    "    calibrate_cells: [[1, 1], [16, 4]]\n"
    "    values: [[100, 150, 200], [300, 350, 400]]\n";

CaseFile cases_of(const std::string& text) {
  const TemporaryFolder folder;
  return read_cases(folder.write("case.yaml", text), "scenarios");
}

std::map<std::string, std::string> settings(const MeasuredPoint& point) {
  std::map<std::string, std::string> all;
  for (const Setting& setting : point.settings) {
    all[std::string(schema()[setting.key].path)] = setting.text;
  }
  return all;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a series gives a point for each number that a scenario predicts", "[cases]") {
  const CaseFile file = cases_of(series);
  CHECK(file.family == "disks");
  REQUIRE(file.points.size() == 5);  // no context, no weather, no case without a scenario
  const MeasuredPoint& first = file.points.front();
  CHECK(first.case_id == "one");
  CHECK(first.scenario == "scenarios/one.yaml");
  CHECK(first.source_quantity == "write_bandwidth");
  CHECK(first.quantity == "throughput");
  CHECK(first.at == "block_KiB=128 iodepth=4 numjobs=8 weather=3");
  CHECK(first.use == "validate");
  CHECK(first.value == Approx(63.5e6));
  CHECK(file.points[1].use == "calibrate");  // a point's own use wins
  CHECK(file.points[2].at.empty());
  CHECK(file.points[2].settings.empty());
  CHECK(file.points[3].value == Approx(0.020));
  CHECK(file.points[4].value == Approx(0.85));
}

TEST_CASE("names that set the same key multiply, others set nothing", "[cases]") {
  const auto point = cases_of(series).points.front();
  const std::map<std::string, std::string> expected = {{"workload.queue_depth", "32"},
                                                       {"workload.io_size", "128 KiB"}};
  CHECK(settings(point) == expected);
  Document document;
  apply(point.settings, shipped, document);
  CHECK(document.number("workload.io_size") == 131072);
}

TEST_CASE("a grid gives a point for each cell", "[cases]") {
  const CaseFile file = cases_of(grid);
  REQUIRE(file.points.size() == 6);
  CHECK(file.points[0].at == "iodepth=1 numjobs=1");
  CHECK(file.points[0].use == "calibrate");
  CHECK(file.points[0].value == 100);
  CHECK(file.points[1].use == "validate");
  CHECK(file.points[5].at == "iodepth=16 numjobs=4");
  CHECK(file.points[5].use == "calibrate");
  CHECK(file.points[5].value == 400);
  CHECK(settings(file.points[5]).at("workload.queue_depth") == "64");
}

TEST_CASE("a file without a ledger part gives no points", "[cases]") {
  CHECK(cases_of("family: talk\ncases: []\n").points.empty());
}

TEST_CASE("a broken case file is refused", "[cases]") {
  const auto fault = [](const std::string& text) { return fault_of([&] { cases_of(text); }); };
  CHECK(fault("cases: []\n").find("family is missing") != std::string::npos);
  CHECK(fault(replaced(series, "v: 63.5", "v: much")) != "");
  CHECK(fault(replaced(series, "iodepth: 4", "iodepth: deep")) != "");
  CHECK(fault(replaced(series, "unit: MB/s", "unit: miles")) != "");
  CHECK(fault(replaced(series, "throughput", "temperature")).find("no quantity") !=
        std::string::npos);
  CHECK(fault(replaced(series, "queue_depth", "tea")).find("no key") != std::string::npos);
  CHECK(fault(replaced(grid, "[300, 350, 400]", "[300]")).find("as many values") !=
        std::string::npos);
  CHECK(fault(replaced(grid, ", [300, 350, 400]", "")).find("as many rows") != std::string::npos);
  CHECK(fault(replaced(grid, "row: {iodepth: [1, 16]}", "row: {}")) != "");
  CHECK(fault(replaced(grid, "row: {iodepth: [1, 16]}", "row: [1, 16]")) != "");
  CHECK(fault(replaced(grid, "[1, 1], [16, 4]", "[1], 16")) != "");
}

TEST_CASE("no change of a case file does more than refuse it", "[cases]") {
  Random random(7);
  const TemporaryFolder folder;
  for (int i = 0; i < 3000; ++i) {
    std::string text = i % 2 == 0 ? series : grid;
    for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) {
      const auto at = random.below(static_cast<std::uint32_t>(text.size()));
      const auto from = random.below(static_cast<std::uint32_t>(text.size()));
      if (random.below(2) == 0)
        text[at] = text[from];
      else
        text.erase(at, random.below(10));
    }
    try {
      read_cases(folder.write("case.yaml", text), "scenarios");
    } catch (const InputError&) {
      continue;
    } catch (const std::exception& error) {
      FAIL(error.what() << "\n" << text);
    }
  }
}

TEST_CASE("every shipped case file reads, and its points name shipped scenarios", "[cases]") {
  std::size_t points = 0;
  for (const auto& entry : std::filesystem::directory_iterator("data/cases")) {
    if (entry.path().extension() != ".yaml") continue;
    INFO(entry.path());
    const CaseFile file = read_cases(entry.path().string(), "scenarios");
    CHECK_FALSE(file.family.empty());
    for (const MeasuredPoint& point : file.points) {
      INFO(point.case_id << " " << point.at);
      CHECK(std::filesystem::exists(point.scenario));
      CHECK((point.use == "calibrate" || point.use == "validate"));
      CHECK(point.value > 0);
      Document document;
      CHECK_NOTHROW(apply(point.settings, shipped, document));
    }
    points += file.points.size();
  }
  CHECK(points > 10);
}
