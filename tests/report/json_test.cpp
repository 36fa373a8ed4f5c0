// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/report/samples.h"

namespace headroom::report {
namespace {

using nlohmann::json;

json parsed(const std::string& text) { return json::parse(text); }

void check_estimate(const json& value, const Estimate& expected) {
  CHECK(value.at("mean").get<double>() == expected.mean);
  CHECK(value.at("lo").get<double>() == expected.lo);
  CHECK(value.at("hi").get<double>() == expected.hi);
}

/// Every number or null below `value`.
std::size_t nulls_in(const json& value) {
  if (!value.is_structured()) return value.is_null() ? 1 : 0;
  std::size_t count = 0;
  for (const auto& one : value) count += nulls_in(one);
  return count;
}

TEST_CASE("a prediction keeps the contract of schema 1") {
  const plan::Prediction answer = sample_prediction();
  const json value = parsed(headroom::report::json(answer));
  CHECK(value.at("schema") == 1);
  CHECK(value.at("scenario") == "scenarios/cluster.yaml");
  CHECK(value.at("seed") == 7);
  CHECK(value.at("throughput").at("unit") == "msg/s");
  check_estimate(value.at("throughput"), answer.throughput);
  CHECK(value.at("latency_s").at("p50") == 0.08);
  CHECK(value.at("latency_s").at("p95") == 0.2);
  CHECK(value.at("latency_s").at("p99") == 0.32);
  CHECK(value.at("latency_s").at("max") == 0.9);
  CHECK(value.at("bottleneck") == "broker/array");
  CHECK(value.at("simulated_s") == 60.0);
  CHECK(value.at("events") == 1234567);
  CHECK(value.at("wall_s") == 0.5);
  CHECK(value.at("warnings") == json(answer.warnings));
  CHECK(value.at("confidence") == 0.9);
  CHECK(value.at("written_per_s") == 495e6);
  CHECK(value.at("read_per_s") == 380e6);
}

TEST_CASE("each resource has its kind and both readings") {
  const plan::Prediction answer = sample_prediction();
  const json resources = parsed(headroom::report::json(answer)).at("resources");
  REQUIRE(resources.size() == answer.resources.size());
  const json& array = resources[1];
  CHECK(array.at("name") == "broker/array");
  CHECK(array.at("kind") == "array");
  check_estimate(array.at("utilisation"), answer.resources[1].utilisation);
  check_estimate(array.at("busy"), answer.resources[1].busy);
  CHECK(array.at("demand_s") == 2e-5);
  CHECK(array.at("queue_mean") == 5.44);
}

TEST_CASE("assumptions, limits, anchors and spindles are in the document") {
  const json value = parsed(headroom::report::json(sample_prediction()));
  const json& assumption = value.at("assumptions").at(0);
  CHECK(assumption.at("name") == "system.page_cache.read_run");
  CHECK(assumption.at("value") == "512 KiB");
  CHECK(assumption.at("range") == "128 KiB..2 MiB");
  CHECK(assumption.at("provenance") == "assumed");
  CHECK(assumption.at("source") == "between read-ahead and fetch");
  CHECK(assumption.at("elasticity") == 0.42);
  const json& limit = value.at("limits").at(1);
  CHECK(limit.at("reading") == "busy");
  CHECK(limit.at("at_most") == 0.85);
  check_estimate(limit.at("rate"), {550e3, 540e3, 580e3});
  CHECK(limit.at("resource") == "broker/array");
  const json& anchor = value.at("anchors").at(0);
  CHECK(anchor.at("quantity") == "written");
  CHECK(anchor.at("unit") == "B/s");
  CHECK(anchor.at("measured") == 495e6);
  CHECK(anchor.at("predicted") == 519.75e6);
  CHECK(anchor.at("rel_error").get<double>() == Approx(0.05));
  CHECK(value.at("anchors").at(1).at("setting") == "disks=8");
  CHECK(value.at("spindles").at("busy") == 0.85);
  check_estimate(value.at("spindles").at("utilisation"), {0.34, 0.21, 0.52});
  check_estimate(value.at("spindles").at("to_saturation"), {2.9, 1.9, 4.8});
}

TEST_CASE("a prediction without extras has empty lists, not missing keys") {
  const json value = parsed(headroom::report::json(plan::Prediction{}));
  for (const char* const key : {"resources", "assumptions", "warnings", "limits", "anchors"}) {
    CHECK(value.at(key) == json::array());
  }
  CHECK(value.at("spindles").is_null());
  CHECK(value.at("throughput").at("unit") == "B/s");
}

TEST_CASE("a what-if holds the baseline and whole predictions of the alternatives") {
  const plan::WhatIf answer = sample_what_if();
  const json value = parsed(headroom::report::json(answer));
  CHECK(value.at("schema") == 1);
  CHECK(value.at("baseline") == parsed(headroom::report::json(answer.baseline)));
  REQUIRE(value.at("alternatives").size() == 2);
  const json& first = value.at("alternatives")[0];
  CHECK(first.at("text") == "disks=32,raid=0");
  CHECK(first.at("set") == json{{"system.array.disks", "32"}, {"system.array.raid", "0"}});
  CHECK(first.at("result") == parsed(headroom::report::json(answer.alternatives[0].result)));
  check_estimate(first.at("ratio"), {2, 1.9, 2.1});
  check_estimate(first.at("busy_ratio"), {1.6, 1.4, 1.8});
  CHECK(first.at("verdict") == "Twice the disks carry twice as much.");
  CHECK(value.at("alternatives")[1].at("busy_ratio").is_null());
}

TEST_CASE("a ledger has families, the whole and every row") {
  const plan::Ledger ledger = sample_ledger();
  const json value = parsed(headroom::report::json(ledger));
  CHECK(value.at("schema") == 1);
  REQUIRE(value.at("families").size() == 2);
  CHECK(value.at("families")[0] == json{{"name", "arrays"},
                                        {"n", 2},
                                        {"median_abs_rel_error", 0.1},
                                        {"p90_abs_rel_error", 0.2},
                                        {"coverage", 0.5}});
  CHECK(value.at("overall").at("n") == 3);
  REQUIRE(value.at("rows").size() == ledger.rows.size());
  CHECK(value.at("rows")[3] == json{{"family", "disks"},
                                    {"case", "hdd"},
                                    {"quantity", "iops"},
                                    {"at", "depth=32"},
                                    {"use", "validate"},
                                    {"unit", "IOPS"},
                                    {"measured", 150.0},
                                    {"predicted", 156.0},
                                    {"lo", 140.0},
                                    {"hi", 190.0},
                                    {"rel_error", 0.04}});
}

TEST_CASE("numbers that are not finite become null") {
  plan::Prediction answer = sample_prediction();
  const std::size_t before = nulls_in(parsed(headroom::report::json(answer)));
  answer.throughput.hi = std::numeric_limits<double>::infinity();
  answer.latency_p50_s = std::numeric_limits<double>::quiet_NaN();
  answer.anchors[0].measured = 0;  // the relative error is infinite
  const json value = parsed(headroom::report::json(answer));
  CHECK(value.at("throughput").at("hi").is_null());
  CHECK(value.at("latency_s").at("p50").is_null());
  CHECK(nulls_in(value) == before + 3);
}

TEST_CASE("bytes that are not UTF-8 are replaced, and quotes are escaped") {
  plan::Prediction answer;
  answer.scenario = "a\xFF\"b\n.yaml";
  CHECK(parsed(headroom::report::json(answer)).at("scenario") == "a\xEF\xBF\xBD\"b\n.yaml");
}

TEST_CASE("the largest seed of the command line is kept whole") {
  plan::Prediction answer;
  answer.seed = (std::uint64_t{1} << 53U) - 1;
  CHECK(parsed(headroom::report::json(answer)).at("seed").get<std::uint64_t>() == answer.seed);
}

}  // namespace
}  // namespace headroom::report
