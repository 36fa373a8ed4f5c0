// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/document.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "tests/plan/files.h"

using namespace headroom;
using namespace headroom::plan;
using namespace headroom::plan::testing;

namespace {

const Key& key(std::string_view path) { return schema()[*find_key(path)]; }

Value parsed(std::string_view path, std::string_view text) {
  return parse_value(key(path), text, {"s.yaml", 3, 7});
}

std::string refusal(std::string_view path, std::string_view text) {
  return fault_of([&] { parsed(path, text); });
}

void set(Document& document, std::string_view path, std::string_view text) {
  document.set(*find_key(path), parsed(path, text));
}

}  // namespace

TEST_CASE("values are read in SI units and remember their place", "[document]") {
  const Value chunk = parsed("system.array.chunk", "64 KiB");
  CHECK(chunk.number == 65536);
  CHECK_FALSE(chunk.is_uncertain());
  CHECK(chunk.origin.file == "s.yaml");
  CHECK(chunk.origin.line == 3);
  CHECK(chunk.origin.column == 7);
  CHECK(parsed("system.disk.rotation", "7200 rpm").number == 120);
  CHECK(parsed("workload.rate", "550k msg/s").number == 550000);
  CHECK(parsed("goal.utilisation", "85 %").number == Approx(0.85));
  CHECK(parsed("system.array.raid", "10").word == "10");
}

TEST_CASE("values outside the range of their key are refused", "[document]") {
  CHECK(refusal("system.array.disks", "0") ==
        "system.array.disks: \"0\" is below 1 -> members of the array of one host");
  CHECK(refusal("system.array.disks", "385") ==
        "system.array.disks: \"385\" is above 384 -> members of the array of one host");
  CHECK(refusal("system.array.disks", "384").empty());
  CHECK(refusal("system.array.disks", "1").empty());
  CHECK(refusal("system.disk.rotation", "70000 rpm") ==
        "system.disk.rotation: \"70000 rpm\" is above 1000/s -> hdd: turns");
  CHECK(refusal("system.page_cache.memory_share", "120 %") ==
        "system.page_cache.memory_share: \"120 %\" is above 100 % -> share of the memory that "
        "holds file pages");
}

TEST_CASE("a unit is needed and a word must be one of the choices", "[document]") {
  CHECK(refusal("system.array.chunk", "64") != "");
  CHECK(refusal("system.array.chunk", "64 K") != "");
  CHECK(refusal("system.array.chunk", "64 ms") != "");
  CHECK(refusal("system.array.disks", "2.5") != "");
  CHECK(refusal("system.array.disks", "") != "");
  CHECK(refusal("system.array.raid", "7") ==
        "system.array.raid: \"7\" is not known -> write one of none, jbod, linear, 0, 1, 4, 5, 6, "
        "10");
  CHECK(refusal("system.disk", "") != "");
}

TEST_CASE("a number that is none is refused", "[document]") {
  const std::string text = GENERATE("nan", "inf", "-inf", "1e999", "-1", "0x10 B", "1e400 MB/s");
  for (const char* path : {"system.disk.queue_gain", "system.array.chunk", "system.array.disks",
                           "goal.utilisation", "workload.rate"}) {
    INFO(path << " " << text);
    CHECK(refusal(path, text) != "");
  }
}

TEST_CASE("what is set replaces the fallback until the group is cleared", "[document]") {
  Document document;
  CHECK(document.number("system.disk.capacity") == 1e12);
  set(document, "system.disk.capacity", "2 TB");
  set(document, "system.array.disks", "3");
  CHECK(document.is_set("system.disk.capacity"));
  CHECK(document.number("system.disk.capacity") == 2e12);
  document.clear_group("system.disk");
  CHECK_FALSE(document.is_set("system.disk.capacity"));
  CHECK(document.number("system.disk.capacity") == 1e12);
  CHECK(document.number("system.array.disks") == 3);
}

TEST_CASE("a key without a value says so", "[document]") {
  const Document document;
  CHECK_FALSE(document.has("workload.rate"));
  CHECK(document.number_or_zero("workload.rate") == 0);
  CHECK(fault_of([&] { document.at("workload.rate"); }) ==
        "workload.rate is missing -> messages offered to the cluster");
  CHECK(fault_of([&] { document.at("workload.kind"); }) ==
        "workload.kind is missing -> one of messages, io");
}

TEST_CASE("set_number keeps provenance, drops the error and stays in range", "[document]") {
  Document document;
  REQUIRE(document.at("system.disk.queue_gain").is_uncertain());
  document.set_number("system.disk.queue_gain", 0.15);
  const Value& value = document.at("system.disk.queue_gain");
  CHECK(value.number == 0.15);
  CHECK_FALSE(value.is_uncertain());
  CHECK(value.provenance == Provenance::assumed);
  CHECK(value.source == key("system.disk.queue_gain").meaning);
  document.set_number("system.disk.queue_gain", 5);
  CHECK(document.number("system.disk.queue_gain") == 1);
  document.set_number("system.disk.queue_gain", -5);
  CHECK(document.number("system.disk.queue_gain") == 0);
}

TEST_CASE("uncertain keys are those with a range", "[document]") {
  Document document;
  const auto has = [&](const char* path) {
    const auto all = document.uncertain();
    return std::count(all.begin(), all.end(), path) == 1;
  };
  CHECK(has("system.disk.queue_gain"));
  CHECK_FALSE(has("system.array.disks"));
  set(document, "system.disk.queue_gain", "0.12");
  CHECK_FALSE(has("system.disk.queue_gain"));
}

TEST_CASE("the quantiles of a value meet its range at 5 and 95 per cent", "[value]") {
  constexpr double z95 = 1.6448536269514722;  // of the standard normal
  Value value;
  value.number = 100;
  value.low = 50;
  value.high = 400;
  CHECK(quantile_at(value, 0) == Approx(100));
  CHECK(quantile_at(value, -z95) == Approx(50));
  CHECK(quantile_at(value, z95) == Approx(400));
  // Log-normal halves: half the way in z is the root of the ratio.
  CHECK(quantile_at(value, z95 / 2) == Approx(200));
  CHECK(quantile_at(value, -z95 / 2) == Approx(100 * std::sqrt(0.5)));
  value.low = value.high = 100;
  CHECK(quantile_at(value, 3) == 100);
}

TEST_CASE("ranges that reach 0 are stretched evenly", "[value]") {
  constexpr double z95 = 1.6448536269514722;
  Value value;
  value.number = 10;
  value.low = 0;
  value.high = 30;
  CHECK(quantile_at(value, -z95) == Approx(0).margin(1e-12));
  CHECK(quantile_at(value, -z95 / 2) == Approx(5));
  CHECK(quantile_at(value, z95) == Approx(30));
}

TEST_CASE("provenances have names", "[value]") {
  CHECK(to_string(Provenance::stated) == "stated");
  CHECK(to_string(Provenance::measured) == "measured");
  CHECK(to_string(Provenance::catalogue) == "catalogue");
  CHECK(to_string(Provenance::assumed) == "assumed");
}
