// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/schema.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "plan/scenario/document.h"
#include "tests/plan/files.h"

using namespace headroom;
using namespace headroom::plan;
using namespace headroom::plan::testing;

namespace {

std::string meant_by(std::string_view name) {
  return std::string(schema()[resolve_key(name, {})].path);
}

}  // namespace

TEST_CASE("every fallback is a value of its key", "[schema]") {
  const Document silent;
  for (const Key& key : schema()) {
    INFO(key.path);
    CHECK_FALSE(key.meaning.empty());
    CHECK(silent.has(key.path) == !key.fallback.empty());
    CHECK_FALSE(silent.is_set(key.path));
    if (key.fallback.empty()) continue;
    const Value& value = silent.at(key.path);
    CHECK(value.provenance == Provenance::assumed);
    CHECK(value.source == key.meaning);
    // What people read is what was written.
    const Value again = parse_value(key, format_value(key, value), {});
    CHECK(again.word == value.word);
    CHECK(again.number == Approx(value.number).epsilon(0.005));
  }
}

TEST_CASE("every range of a fallback holds it, within the limits of the key", "[schema]") {
  const Document silent;
  for (const Key& key : schema()) {
    INFO(key.path);
    CHECK((key.maximum == 0 || key.minimum <= key.maximum));
    if (key.within.empty()) continue;
    REQUIRE(key.dimension.has_value());
    const Value& value = silent.at(key.path);
    CHECK(value.is_uncertain());
    CHECK(value.low <= value.number);
    CHECK(value.number <= value.high);
    CHECK(value.low >= key.minimum);
    CHECK((key.maximum == 0 || value.high <= key.maximum));
  }
}

TEST_CASE("each path is there once, finds itself and is below its groups", "[schema]") {
  std::set<std::string_view> paths;
  for (std::size_t i = 0; i < schema().size(); ++i) {
    const std::string path(schema()[i].path);
    INFO(path);
    CHECK(paths.insert(schema()[i].path).second);
    CHECK(find_key(path) == i);
    CHECK(resolve_key(path, {}) == i);
    const std::size_t dot = path.rfind('.');
    const auto siblings = children(path.substr(0, dot));
    CHECK(std::count(siblings.begin(), siblings.end(), path.substr(dot + 1)) == 1);
  }
  CHECK_FALSE(find_key("system.array.diskz"));
  CHECK_FALSE(find_key(""));
}

TEST_CASE("the top level has three groups and a leaf has none", "[schema]") {
  CHECK(children("") == std::vector<std::string>{"system", "workload", "goal"});
  CHECK(children("system.disk.average_seek") == std::vector<std::string>{"read", "write"});
  CHECK(children("system.array.disks").empty());
  CHECK(children("system.arr").empty());
}

TEST_CASE("unique endings stand for their keys", "[schema]") {
  CHECK(meant_by("disks") == "system.array.disks");
  CHECK(meant_by("array.disks") == "system.array.disks");
  CHECK(meant_by("brokers") == "system.brokers");
  CHECK(meant_by("raid") == "system.array.raid");
  CHECK(meant_by("disk") == "system.disk");
}

TEST_CASE("an ending of several keys is refused with all of them", "[schema]") {
  CHECK(fault_of([] { resolve_key("read", {}); }) ==
        "\"read\" could mean several keys -> write one of system.disk.average_seek.read, "
        "system.disk.track_to_track.read, system.disk.bandwidth.read");
  CHECK(fault_of([] { resolve_key("rate", {}); }) ==
        "\"rate\" could mean several keys -> write one of workload.rate, goal.rate");
}

TEST_CASE("an ending begins at a dot", "[schema]") {
  CHECK(keys_ending_in("isks").empty());
  CHECK(keys_ending_in(".disks").empty());
  CHECK(keys_ending_in("").empty());
  CHECK(keys_ending_in("disks").size() == 1);
}

TEST_CASE("an unknown name of a key is refused with the nearest one", "[schema]") {
  CHECK(fault_of([] { resolve_key("array.disk", {}); }) ==
        "\"array.disk\" is no key of a scenario -> did you mean array.disks?");
  CHECK(fault_of([] { resolve_key("dissks", {}); }) ==
        "\"dissks\" is no key of a scenario -> did you mean disks?");
  CHECK(fault_of([] { resolve_key("tea", {}); }) ==
        "\"tea\" is no key of a scenario -> write a path such as system.array.disks, or its "
        "ending");
}
