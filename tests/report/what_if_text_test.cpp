// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <sstream>

#include "report/terminal/text.h"
#include "tests/report/samples.h"

namespace headroom::report {
namespace {

using Catch::Matchers::Contains;

std::string shown(const plan::WhatIf& answer) { return text(answer, Style{}); }

TEST_CASE("a what-if reads as on the page") {
  CHECK(shown(sample_what_if()) == R"(Three brokers of 16 disks
scenarios/cluster.yaml

alternative      throughput                ratio         ratio by %util  bottleneck, utilisation
baseline         550 k msg/s (548..552)    1             1               broker/array 34 %
disks=32,raid=0  1.1 M msg/s (1.05..1.15)  2 (1.9..2.1)  1.6 (1.4..1.8)  broker/cpu 85 %
brokers=6        1.1 M msg/s (1.05..1.15)  2 (1.9..2.1)                  broker/cpu 85 %
Throughput: the most that each carries with every resource at 85 % utilisation or less.

disks=32,raid=0
              Twice the disks carry twice as much.

brokers=6     Six brokers carry twice as much too.

utilisation   baseline           disks=32,raid=0  brokers=6
broker/cpu    9 %                85 % *           85 % *
broker/array  34 %, busy 85 % *  34 %, busy 85 %  34 %, busy 85 %
* the bottleneck. busy is iostat's %util, shown where it differs.

warning       The batch does not fill before it lingers out.

Intervals at 90 %, seed 7.
)");
}

TEST_CASE(
    "every alternative stands in the comparison, has its verdict and a column of utilisations") {
  plan::WhatIf answer = sample_what_if();
  for (int disks = 33; disks < 43; ++disks) {
    plan::Alternative more = answer.alternatives[1];
    more.text = "disks=" + std::to_string(disks);
    more.verdict = "Verdict on " + std::to_string(disks) + ".";
    answer.alternatives.push_back(more);
  }
  const std::string result = shown(answer);
  for (int disks = 33; disks < 43; ++disks) {
    CHECK(occurrences(result, "disks=" + std::to_string(disks)) == 3);
    CHECK(occurrences(result, "Verdict on " + std::to_string(disks) + ".") == 1);
  }
  std::istringstream stream(result);
  for (std::string line; std::getline(stream, line);) CHECK(display_width(line) <= Style{}.width);
}

TEST_CASE("the column of ratios by busy is there only if somebody asked for it") {
  plan::WhatIf answer = sample_what_if();
  CHECK_THAT(shown(answer), Contains("ratio by %util"));
  answer.alternatives.erase(answer.alternatives.begin());
  CHECK_THAT(shown(answer), !Contains("ratio by %util"));
}

TEST_CASE("a resource that only one alternative has is a dash in the others") {
  plan::WhatIf answer = sample_what_if();
  answer.alternatives[0].result.resources.push_back(
      {"broker/link", sim::ResourceKind::link, {0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}, 0, 0});
  const std::string result = shown(answer);
  const std::string line = result.substr(result.find("\nbroker/link") + 1);
  CHECK_THAT(line.substr(0, line.find('\n')), Catch::Matchers::Matches("broker/link +- +50 % +-"));
}

TEST_CASE("a warning that all share is given once, another with the name of its alternative") {
  plan::WhatIf answer = sample_what_if();
  answer.alternatives[0].result.warnings.emplace_back("The host swaps.");
  const std::string result = shown(answer);
  CHECK(occurrences(result, "The batch does not fill") == 1);
  CHECK_THAT(result, Contains("disks=32,raid=0: The host swaps."));
}

}  // namespace
}  // namespace headroom::report
