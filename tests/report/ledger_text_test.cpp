// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "report/terminal/text.h"
#include "tests/report/samples.h"

namespace headroom::report {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("a ledger reads as on the page") {
  CHECK(text(sample_ledger(), Style{}, false) ==
        R"(Predictions beside published measurements that no fit has seen

family  numbers  median |error|  90th percentile  inside interval
arrays        2            10 %             20 %             50 %
disks         1             4 %              4 %            100 %
all           3             8 %             20 %             67 %

arrays  quantity  n  measured  predicted  error  inside
raid5   write     2   50 MB/s    55 MB/s  +10 %    50 %

disks  quantity  n  measured  predicted  error  inside
hdd    iops      1  150 IOPS   156 IOPS   +4 %   100 %

arrays, anchors  quantity  n  measured  predicted  error
single           write     1   60 MB/s    60 MB/s    0 %

Measured and predicted are means of n numbers, and error is that of the means. Inside is the share
within the stated interval. Anchors are what the fit was given; they are not counted above.
)");
}

TEST_CASE("the error of a case is that of the means") {
  // raid5: measured 60 and 40 MB/s, predicted 66 and 44: 10 % of either mean; 60 lies outside
  // of 61..71.
  const std::string result = text(sample_ledger(), Style{}, false);
  CHECK_THAT(result, Contains("50 MB/s") && Contains("55 MB/s") && Contains("+10 %    50 %"));
}

TEST_CASE("anchors are shown apart and are not counted") {
  const std::string result = text(sample_ledger(), Style{}, false);
  const auto anchors = result.find("arrays, anchors");
  REQUIRE(anchors != std::string::npos);
  CHECK(result.find("single") > anchors);
  CHECK(occurrences(result, "single") == 1);
}

TEST_CASE("rows are listed on demand, with their interval and what lies outside of it") {
  CHECK_THAT(text(sample_ledger(), Style{}, false), !Contains("depth=32"));
  const std::string result = text(sample_ledger(), Style{}, true);
  CHECK_THAT(result, Contains("depth=32") && Contains("156 IOPS (140..190)"));
  CHECK(occurrences(result, "outside") == 1);
  CHECK(occurrences(result, "(anchor)") == 1);
}

TEST_CASE("a family without validated numbers shows no errors") {
  plan::Ledger ledger;
  ledger.families = {{"empty", 0, 0, 0, 0}};
  CHECK_THAT(text(ledger, Style{}, true), !Contains("%"));
}

}  // namespace
}  // namespace headroom::report
