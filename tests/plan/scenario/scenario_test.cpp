// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/scenario.h"

#include <catch2/catch.hpp>
#include <string>

#include "plan/scenario/build.h"
#include "tests/plan/files.h"

using namespace headroom;
using namespace headroom::plan;
using namespace headroom::plan::testing;

namespace {

double number(const Scenario& scenario, std::string_view path) {
  return scenario.values.number(path);
}

const std::string io = "workload: {kind: io}\n";

}  // namespace

TEST_CASE("values of a scenario are stated by its author", "[scenario]") {
  const Scenario scenario =
      scenario_of("title: Two disks\nsystem:\n  array: {disks: 2, raid: 0}\n");
  CHECK(scenario.title == "Two disks");
  CHECK(number(scenario, "system.array.disks") == 2);
  CHECK(scenario.values.word("system.array.raid") == "0");
  const Value& disks = scenario.values.at("system.array.disks");
  CHECK(disks.provenance == Provenance::stated);
  CHECK(disks.source == "stated in " + scenario.file);
  CHECK(disks.origin.line == 3);
  CHECK(disks.origin.column == 18);
}

TEST_CASE("an assumption has a value, a range and a reason", "[scenario]") {
  const Scenario scenario = scenario_of(
      "system:\n"
      "  host: {memory: {value: 64 GB, within: [32 GB, 128 GB], because: a guess}}\n"
      "  array: {chunk: {value: 64 KiB}}\n");
  const Value& memory = scenario.values.at("system.host.memory");
  CHECK(memory.number == 64e9);
  CHECK(memory.low == 32e9);
  CHECK(memory.high == 128e9);
  CHECK(memory.source == "a guess");
  CHECK(memory.provenance == Provenance::assumed);
  const Value& chunk = scenario.values.at("system.array.chunk");
  CHECK(chunk.number == 65536);
  CHECK_FALSE(chunk.is_uncertain());
  CHECK(chunk.provenance == Provenance::assumed);
}

TEST_CASE("a broken assumption is refused where it stands", "[scenario]") {
  const auto fault = [](const std::string& value) {
    return fault_in("system:\n  host:\n    memory: " + value + "\n");
  };
  CHECK(fault("{value: 64 GB, with: [1 GB, 2 GB]}") ==
        "3:34: \"with\" is no part of a value -> write {value: ..., within: [LOW, HIGH], because: "
        "...}");
  CHECK(fault("{value: 64 GB, within: [65 GB, 66 GB]}") ==
        "3:36: the range does not hold the value -> write within: [LOW, HIGH] with LOW <= value <= "
        "HIGH");
  CHECK(fault("{value: 64 GB, within: [66 GB, 1 GB]}").find("does not hold") != std::string::npos);
  CHECK(fault("{value: 64 GB, within: 65 GB}") ==
        "3:36: within takes two values -> write within: [LOW, HIGH], the 90 % range");
  CHECK(fault("{value: 64 GB, within: [1 GB]}").find("two values") != std::string::npos);
  CHECK(fault("{value: 64 GB, within: [0, 66 GB]}").find("is below") != std::string::npos);
  CHECK(fault("{within: [1 GB, 66 GB]}").find("memory of one host") != std::string::npos);
  CHECK(fault_in("system: {array: {raid: {value: 5, within: [1, 6]}}}") ==
        "1:24: system.array.raid is a word and has no range -> remove within");
}

TEST_CASE("an unknown key is refused with the nearest one", "[scenario]") {
  CHECK(fault_in("system:\n  array:\n    dissks: 3\n") ==
        "3:5: \"dissks\" is no key of system.array -> did you mean disks?");
  CHECK(fault_in("sytem: {}\n") ==
        "1:1: \"sytem\" is no key of the top level -> did you mean system?");
  CHECK(fault_in("goal:\n  tea: 3\n") ==
        "2:3: \"tea\" is no key of goal -> known here: utilisation, busy, rate");
}

TEST_CASE("a key that comes twice is refused", "[scenario]") {
  CHECK(fault_in("system:\n  array:\n    disks: 2\n    disks: 3\n") ==
        "4:5: the key \"disks\" comes twice -> keep one of them");
}

TEST_CASE("a missing unit is refused with the ones to write", "[scenario]") {
  CHECK(fault_in("system:\n  array:\n    chunk: 64\n") ==
        "3:12: system.array.chunk: \"64\" has no unit -> write it in B, kB, MB, GB, TB, KiB, MiB, "
        "GiB or TiB");
}

TEST_CASE("a value where a group belongs is refused, and the other way round", "[scenario]") {
  CHECK(fault_in("system:\n  array: 3\n").find("system.array is a group of keys") !=
        std::string::npos);
  CHECK(fault_in("system: [1, 2]\n") != "");
  CHECK(fault_in("system:\n  array:\n    disks: [1, 2]\n").find("found a list or a map") !=
        std::string::npos);
  CHECK(fault_in("system:\n  array:\n    disks:\n").find("is missing") != std::string::npos);
}

TEST_CASE("all faults of a file come together, twenty at most", "[scenario]") {
  std::string text = "system:\n  array: {disks: 0, raid: 7}\nworkload: {io_size: 3}\n";
  CHECK(faults_of([&] { scenario_of(text); }).size() == 3);
  text = "system:\n";
  for (int i = 0; i < 50; ++i) text += "  wrong" + std::to_string(i) + ": 1\n";
  CHECK(faults_of([&] { scenario_of(text); }).size() == 20);
}

TEST_CASE("a scenario takes what it extends, then its own values, then its settings",
          "[scenario]") {
  const TemporaryFolder folder;
  folder.write("base.yaml", "title: Base\nsystem: {array: {disks: 4, raid: 5, chunk: 64 KiB}}\n" +
                                io +
                                "measured: [{quantity: throughput, value: 5 MB/s}]\n"
                                "fit: [system.disk.queue_gain]\n");
  const auto path = folder.write(
      "own.yaml",
      "extends: base.yaml\nsystem: {array: {raid: 6, chunk: 128 KiB}}\nset: {chunk: 256 KiB}\n");
  const Scenario scenario = read_scenario(path, shipped);
  CHECK(number(scenario, "system.array.disks") == 4);
  CHECK(scenario.values.word("system.array.raid") == "6");
  CHECK(number(scenario, "system.array.chunk") == 262144);
  CHECK(scenario.title == "Base");
  CHECK(scenario.file == path);
  CHECK(scenario.measured.size() == 1);
  CHECK(scenario.fit == std::vector<std::string>{"system.disk.queue_gain"});
}

TEST_CASE("measurements and fits of its own replace those that a scenario extends", "[scenario]") {
  const TemporaryFolder folder;
  folder.write("base.yaml", io + "measured: [{quantity: busy, value: 85 %}]\nfit: [queue_gain]\n");
  const Scenario scenario = read_scenario(
      folder.write("own.yaml",
                   "extends: base.yaml\nmeasured: [{quantity: written, value: 5 MB/s}]\n"
                   "fit: [member_spread]\n"),
      shipped);
  REQUIRE(scenario.measured.size() == 1);
  CHECK(scenario.measured[0].quantity == "written");
  CHECK(scenario.fit == std::vector<std::string>{"system.array.member_spread"});
}

TEST_CASE("four files may extend one another in a chain, not five", "[scenario]") {
  const TemporaryFolder folder;
  folder.write("0.yaml", "title: The root\n");
  for (int i = 1; i <= 5; ++i) {
    folder.write(std::to_string(i) + ".yaml", "extends: " + std::to_string(i - 1) + ".yaml\n");
  }
  CHECK(read_scenario(folder.path("4.yaml"), shipped).title == "The root");
  CHECK(fault_of([&] { read_scenario(folder.path("5.yaml"), shipped); }) != "");
}

TEST_CASE("files that extend one another in a circle are refused", "[scenario]") {
  const TemporaryFolder folder;
  folder.write("a.yaml", "extends: b.yaml\n");
  folder.write("b.yaml", "extends: a.yaml\n");
  CHECK(fault_of([&] { read_scenario(folder.path("a.yaml"), shipped); }) ==
        "more than 4 files extend one another -> does a file extend itself?");
  folder.write("self.yaml", "extends: self.yaml\n");
  CHECK(fault_of([&] { read_scenario(folder.path("self.yaml"), shipped); }) != "");
}

TEST_CASE("a file that is not there is refused, also one that is extended", "[scenario]") {
  CHECK(fault_of([] { read_scenario("/nowhere/at all.yaml", shipped); }).find("no such file") !=
        std::string::npos);
  CHECK(fault_in("extends: elsewhere.yaml\n").find("no such file") != std::string::npos);
}

TEST_CASE("measurements are read in the unit of their quantity", "[scenario]") {
  const Scenario scenario =
      scenario_of(io +
                  "measured:\n- {quantity: throughput, values: [60 MB/s, 62 MB/s], error: 5 %}\n"
                  "- {quantity: busy, value: 85 %, set: {disks: 3}, note: evening}\n");
  REQUIRE(scenario.measured.size() == 2);
  CHECK(scenario.measured[0].values == std::vector<double>{60e6, 62e6});
  CHECK(scenario.measured[0].error == Approx(0.05));
  CHECK(scenario.measured[1].values == std::vector<double>{0.85});
  CHECK(scenario.measured[1].error > 0);
  REQUIRE(scenario.measured[1].set.size() == 1);
  CHECK(schema()[scenario.measured[1].set[0].key].path == "system.array.disks");
  CHECK(scenario.measured[1].set[0].text == "3");
}

TEST_CASE("a broken measurement is refused where it stands", "[scenario]") {
  const auto fault = [](const std::string& entry) {
    return fault_in(io + "measured:\n- " + entry + "\n");
  };
  CHECK(fault("{quantity: busy, value: 85 %}").empty());
  CHECK(fault("{quantity: througput, value: 1 MB/s}").find("no quantity") != std::string::npos);
  CHECK(fault("{quantity: busy, valeu: 85 %}").find("did you mean value?") != std::string::npos);
  CHECK(fault("{quantity: throughput, value: 5}").find("has no unit") != std::string::npos);
  CHECK(fault("{quantity: busy, value: 0}").find("above 0") != std::string::npos);
  CHECK(fault("{quantity: busy, value: 85 %, error: 0}").find("above 0") != std::string::npos);
  CHECK(fault("{quantity: busy, value: 85 %, set: {tea: 3}}").find("no key") != std::string::npos);
  CHECK(fault("busy").find("expected a measurement") != std::string::npos);
  CHECK(fault("{value: 85 %}").substr(0, 2) == "3:");
  CHECK(fault("{quantity: busy}").substr(0, 2) == "3:");
  CHECK(fault("{quantity: busy, values: []}").substr(0, 2) == "3:");
}

TEST_CASE("only real numbers can be fitted", "[scenario]") {
  CHECK(scenario_of("fit: [queue_gain]\n").fit ==
        std::vector<std::string>{"system.disk.queue_gain"});
  CHECK(fault_in("fit: [disks]\n") ==
        "1:7: system.array.disks cannot be fitted -> name a key with a real value");
  CHECK(fault_in("fit: [raid]\n").find("cannot be fitted") != std::string::npos);
  CHECK(fault_in("fit: [tea]\n").find("no key") != std::string::npos);
  CHECK(fault_in("fit: queue_gain\n").find("a list of keys") != std::string::npos);
}

TEST_CASE("settings of the command line are keys and values", "[scenario]") {
  const auto settings = parse_settings("disks=32,system.array.raid=10");
  REQUIRE(settings.size() == 2);
  CHECK(schema()[settings[0].key].path == "system.array.disks");
  CHECK(settings[0].text == "32");
  CHECK(settings[1].text == "10");
  CHECK(settings[1].origin.column == 28);  // of the value
  Document document;
  apply(settings, shipped, document);
  CHECK(document.number("system.array.disks") == 32);
  CHECK(document.word("system.array.raid") == "10");
  const std::string broken = GENERATE("", "disks", "=3", "disks=", "disks=3,", ",disks=3", "tea=3");
  INFO(broken);
  CHECK(fault_of([&] { parse_settings(broken); }) != "");
}

TEST_CASE("what a run predicts has a unit each", "[scenario]") {
  CHECK(quantity_dimension("throughput", true) == Dimension::per_second);
  CHECK(quantity_dimension("throughput", false) == Dimension::bytes_per_second);
  CHECK(quantity_dimension("busy", false) == Dimension::fraction);
  CHECK(quantity_dimension("latency_p99", false) == Dimension::seconds);
  CHECK_FALSE(quantity_dimension("temperature", false));
}
