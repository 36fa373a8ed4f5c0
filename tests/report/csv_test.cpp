// SPDX-License-Identifier: Apache-2.0
#include "report/csv.h"

#include <catch2/catch.hpp>
#include <limits>

#include "tests/report/samples.h"

namespace headroom::report {
namespace {

/// Records of a CSV text, read by the rules of RFC 4180.
std::vector<std::vector<std::string>> records(const std::string& text) {
  std::vector<std::vector<std::string>> all = {{""}};
  bool is_quoted = false;
  for (const char c : text) {
    if (c == '"') {
      if (!is_quoted && !all.back().back().empty()) all.back().back() += '"';  // a doubled quote
      is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      all.back().emplace_back();
    } else if (c == '\n' && !is_quoted) {
      all.push_back({""});
    } else {
      all.back().back() += c;
    }
  }
  all.pop_back();
  return all;
}

bool has_record(const std::string& text, const std::vector<std::string>& wanted) {
  for (const auto& record : records(text)) {
    if (record == wanted) return true;
  }
  return false;
}

TEST_CASE("every record has as many fields as the head") {
  for (const std::string& text :
       {csv(sample_prediction()), csv(sample_what_if()), csv(sample_ledger())}) {
    const auto all = records(text);
    REQUIRE(all.size() > 1);
    for (const auto& record : all) CHECK(record.size() == all.front().size());
  }
}

TEST_CASE("the numbers of a prediction are one to a record, with unit and interval") {
  const std::string text = csv(sample_prediction());
  CHECK(text.rfind("part,name,quantity,unit,mean,lo,hi\n", 0) == 0);
  CHECK(has_record(text, {"total", "", "throughput", "msg/s", "550000", "548000", "552000"}));
  CHECK(has_record(text, {"total", "", "latency_p50", "s", "0.08", "", ""}));
  CHECK(has_record(text, {"total", "", "latency_p95", "s", "0.2", "", ""}));
  CHECK(has_record(text, {"total", "", "latency_p99", "s", "0.32", "", ""}));
  CHECK(has_record(text, {"total", "", "latency_max", "s", "0.9", "", ""}));
  CHECK(has_record(text, {"total", "", "read", "B/s", "380000000", "", ""}));
  CHECK(has_record(text, {"resource", "broker/array", "queue_mean", "1", "5.44", "", ""}));
  CHECK(has_record(text, {"spindles", "", "utilisation", "1", "0.34", "0.21", "0.52"}));
  CHECK(has_record(text, {"total", "", "written", "B/s", "495000000", "", ""}));
  CHECK(has_record(text, {"resource", "broker/array", "utilisation", "1", "0.34", "0.21", "0.52"}));
  CHECK(has_record(text, {"resource", "broker/array", "busy", "1", "0.85", "0.8", "0.9"}));
  CHECK(has_record(text, {"resource", "broker/array", "demand", "s", "2e-05", "", ""}));
  CHECK(has_record(text, {"limit", "broker/array", "rate at utilisation 0.85", "msg/s", "1400000",
                          "1020000", "2100000"}));
  CHECK(has_record(text, {"spindles", "", "to_saturation", "1", "2.9", "1.9", "4.8"}));
  CHECK(has_record(text, {"anchor measured", "disks=8", "busy", "1", "0.8", "", ""}));
  CHECK(has_record(text, {"anchor predicted", "disks=8", "busy", "1", "0.76", "", ""}));
  CHECK(has_record(
      text, {"assumption", "system.page_cache.read_run", "elasticity", "1", "0.42", "", ""}));
}

TEST_CASE("a what-if names the alternative of each record, commas and all") {
  const std::string text = csv(sample_what_if());
  CHECK(text.rfind("alternative,part,", 0) == 0);
  CHECK(has_record(text,
                   {"baseline", "total", "", "throughput", "msg/s", "550000", "548000", "552000"}));
  CHECK(has_record(text, {"disks=32,raid=0", "ratio", "", "throughput", "1", "2", "1.9", "2.1"}));
  CHECK(has_record(
      text, {"disks=32,raid=0", "ratio", "", "throughput by busy", "1", "1.6", "1.4", "1.8"}));
  CHECK(has_record(text, {"brokers=6", "ratio", "", "throughput", "1", "2", "1.9", "2.1"}));
  CHECK(occurrences(text, "throughput by busy") == 1);
}

TEST_CASE("a ledger has one record a measured number") {
  const std::string text = csv(sample_ledger());
  CHECK(text.rfind("family,case,quantity,at,use,unit,measured,predicted,lo,hi,rel_error\n", 0) ==
        0);
  CHECK(has_record(text, {"disks", "hdd", "iops", "depth=32", "validate", "IOPS", "150", "156",
                          "140", "190", "0.04"}));
  CHECK(records(text).size() == 1 + sample_ledger().rows.size());
}

TEST_CASE("quotes and line ends in names stay inside their field") {
  plan::Prediction answer;
  answer.resources = {{"a \"b\", c\nd", sim::ResourceKind::disk, {}, {}, 0, 0}};
  CHECK(has_record(csv(answer), {"resource", "a \"b\", c\nd", "busy", "1", "0", "0", "0"}));
}

TEST_CASE("numbers read back exactly, and what is not finite is empty") {
  plan::Prediction answer;
  answer.throughput = {1.0 / 3, std::numeric_limits<double>::quiet_NaN(), 1e300};
  const auto record = records(csv(answer)).at(1);
  CHECK(std::stod(record[4]) == 1.0 / 3);
  CHECK(record[5].empty());
  CHECK(std::stod(record[6]) == 1e300);
  answer.throughput.mean = -0.0;
  CHECK(records(csv(answer)).at(1)[4] == "0");
}

}  // namespace
}  // namespace headroom::report
