// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <sstream>

#include "report/terminal/text.h"
#include "tests/report/samples.h"

namespace headroom::report {
namespace {

using Catch::Matchers::Contains;

std::string shown(const plan::Prediction& answer) { return text(answer, Style{}); }

TEST_CASE("a prediction reads as on the page") { CHECK(shown(sample_prediction()) == R"(GOLDEN)"); }

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
  CHECK_THAT(shown(answer),
             Contains("1 assumptions matters less") || Contains("1 assumption matters less"));
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
