// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <sstream>

#include "report/terminal/text.h"
#include "tests/report/samples.h"

namespace headroom::report {
namespace {

using Catch::Matchers::Contains;

std::string shown(const plan::Prediction& answer) { return text(answer, Style{}); }

TEST_CASE("a prediction reads as on the page") {
  CHECK(shown(sample_prediction()) == R"(Three brokers of 16 disks
scenarios/cluster.yaml

throughput    550 k msg/s (548..552)
latency       p50 80 ms   p95 200 ms   p99 320 ms   max 900 ms
block devices 495 MB/s written, 380 MB/s read, all hosts together

resource      █ utilisation  ┃ busy     utilisation    busy (%util)   queue
broker/cpu    ██░░░░░░░░░░░░░░░░░░░░░░  9 % (7..12)                     0.1
broker/array  ████████░░░░░░░░░░░┃░░░░  34 % (21..52)  85 % (80..90)   5.44  <- bottleneck

in short      At 550 k msg/s the resource nearest to its limit is broker/array, at 34 % of what it
              can do. It reaches 85 % at 1.4 M msg/s, 2.55 times this load.
at most       1.4 M msg/s (1.02..2.1) with every resource at 85 % utilisation or less; broker/array
              gets there first
              550 k msg/s (540..580) with broker/array busy (iostat's %util) 85 % of the time or
              less
your 85 %     is busy, the %util of iostat: the share of time with at least one request in flight on
              the whole array. Its spindles are then 34 % (21..52) at work, and the load may grow
              2.9 (1.9..4.8) times until they are at work all the time.

measured before    measured     model  error
written            495 MB/s  520 MB/s   +5 %
busy with disks=8      80 %      76 %   -5 %

leans on                    value                     elasticity  provenance
system.page_cache.read_run  512 KiB (128 KiB..2 MiB)       +0.42  assumed
  between read-ahead and fetch
Elasticity 0.5: 10 % more of it gives about 5 % more of the answer.
1 more matters less: --format json has all.

warning       The batch does not fill before it lingers out.

Intervals at 90 %. Simulated 60 s with 1234567 events, seed 7.
)");
}

TEST_CASE("no line of a prediction is wider than the style") {
  plan::Prediction answer = sample_prediction();
  answer.assumptions[0].source = std::string(300, 'x');
  answer.warnings[0] = std::string(300, 'y');
  answer.resources[0].name = std::string(50, 'z');
  std::istringstream stream(shown(answer));
  for (std::string line; std::getline(stream, line);) CHECK(display_width(line) <= Style{}.width);
}

TEST_CASE("the time that the computation took does not change the text") {
  plan::Prediction slow = sample_prediction();
  slow.wall_s = 1000;
  CHECK(shown(slow) == shown(sample_prediction()));
}

TEST_CASE("only the bottleneck is in colour, and only where colour is allowed") {
  Style style;
  CHECK_THAT(text(sample_prediction(), style), !Contains("\033"));
  style.has_colour = true;
  CHECK(occurrences(text(sample_prediction(), style), "\033[1;33m") == 1);
}

TEST_CASE("a resource that is full is said to set the throughput") {
  plan::Prediction answer = sample_prediction();
  answer.limits.clear();
  answer.is_messages = false;
  answer.throughput = {62e6, 61e6, 63e6};
  answer.resources[1].utilisation = {0.98, 0.97, 0.99};
  CHECK_THAT(
      shown(answer),
      Contains("broker/array sets the throughput: at 62 MB/s it is at work 98 % of the time."));
  CHECK_THAT(shown(answer), !Contains("No resource is full"));
}

TEST_CASE(
    "where nothing is full and no limit is known, the load or the number in flight is named") {
  plan::Prediction answer = sample_prediction();
  answer.limits.clear();
  CHECK_THAT(shown(answer), Contains("No resource is full"));
}

TEST_CASE("the sentence names the resource that reaches the limit if it is another one") {
  plan::Prediction answer = sample_prediction();
  answer.limits[0].resource = "broker/nic_in";
  CHECK_THAT(shown(answer), Contains("broker/nic_in is the first to reach 85 %"));
}

TEST_CASE("assumptions that do not matter are counted, not listed") {
  plan::Prediction answer = sample_prediction();
  CHECK_THAT(shown(answer), Contains("read_run") && !Contains("workload.producers") &&
                                Contains("1 more matters less: --format json has all."));
  answer.assumptions.erase(answer.assumptions.begin());
  CHECK_THAT(shown(answer), Contains("\n1 assumption matters less: --format json has all."));
  answer.assumptions.push_back(answer.assumptions.front());
  CHECK_THAT(shown(answer), Contains("\n2 assumptions matter less: --format json has all."));
}

TEST_CASE("what a prediction does not have leaves no trace in the text") {
  plan::Prediction answer = sample_prediction();
  answer.anchors.clear();
  answer.spindles.reset();
  answer.limits.clear();
  answer.assumptions.clear();
  answer.warnings.clear();
  CHECK_THAT(shown(answer), !Contains("measured before") && !Contains("your ") &&
                                !Contains("at most") && !Contains("leans on") &&
                                !Contains("warning"));
}

TEST_CASE("an empty prediction is printed all the same") {
  CHECK_THAT(shown(plan::Prediction{}), Contains("No resource is in use"));
}

}  // namespace
}  // namespace headroom::report
