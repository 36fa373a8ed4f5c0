// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "models/device/device_bounds.h"
#include "plan/scenario/build.h"
#include "plan/scenario/yaml_file.h"
#include "tests/plan/files.h"

using namespace headroom;
using namespace headroom::plan;
using namespace headroom::plan::testing;

namespace {

std::vector<std::string> yaml_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Names of the catalogue's disks, or of its hosts.
std::vector<std::string> names(bool wants_hosts) {
  std::vector<std::string> all;
  for (const std::string& file : yaml_files("data/catalogue")) {
    for (const auto& row : read_yaml(file).entries()) {
      if ((row.value["kind"].text() == "host") == wants_hosts) all.push_back(row.key);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("every disk of the catalogue is a device that can do something", "[catalogue]") {
  const auto all = names(false);
  CHECK(all.size() > 10);
  for (const std::string& name : all) {
    INFO(name);
    const Scenario scenario = scenario_of("system: {disk: " + name + "}\nworkload: {kind: io}\n");
    const models::Device device = build_system(scenario.values).storage.disk;
    CHECK_FALSE(models::fault(device));
    const auto rate = max_request_rate(device, {models::Direction::read, 4_KiB, false});
    CHECK(rate > 10_iops);
    CHECK(rate < 2e6 * 1_iops);
    CHECK(scenario.values.at("system.disk.kind").provenance == Provenance::catalogue);
    CHECK(scenario.values.at("system.disk.kind").source == "catalogue: " + name);
  }
}

TEST_CASE("every host of the catalogue can be named", "[catalogue]") {
  const auto all = names(true);
  CHECK(all.size() > 5);
  for (const std::string& name : all) {
    INFO(name);
    const Scenario scenario =
        scenario_of("system: {host: " + name + ", disk: {kind: hdd}}\nworkload: {kind: io}\n");
    const models::Host host = build_system(scenario.values).host;
    CHECK(host.cores >= 1);
    CHECK(host.memory >= 1_GB);
    CHECK(host.nic > BytesPerSecond{0});
    CHECK(scenario.values.at("system.host.cores").provenance == Provenance::catalogue);
  }
}

TEST_CASE("keys beside a model replace its numbers", "[catalogue]") {
  const Scenario scenario = scenario_of(
      "system: {disk: {model: nearline-sas-7k2-1tb, rotation: 10000 rpm}}\nworkload: {kind: io}\n");
  CHECK(scenario.values.number("system.disk.rotation") == Approx(10000.0 / 60));
  CHECK(scenario.values.at("system.disk.rotation").provenance == Provenance::stated);
  CHECK(scenario.values.at("system.disk.kind").provenance == Provenance::catalogue);
}

TEST_CASE("another disk leaves nothing of the first", "[catalogue]") {
  Scenario scenario = scenario_of(
      "system: {disk: {model: nearline-sas-7k2-1tb, capacity: 3 TB}}\nworkload: {kind: io}\n");
  const std::string key = GENERATE("disk", "disk.model");
  apply(parse_settings(key + "=nvme-p4500-2tb"), shipped, scenario.values);
  CHECK(scenario.values.word("system.disk.kind") == "ssd");
  CHECK(scenario.values.number("system.disk.capacity") == 2e12);
  CHECK_FALSE(scenario.values.is_set("system.disk.rotation"));
}

TEST_CASE("an unknown disk is refused with the nearest name", "[catalogue]") {
  CHECK(fault_in("system:\n  disk: nvme-p4500-2tv\n") ==
        "2:9: system.disk: the catalogue has no \"nvme-p4500-2tv\" -> did you mean "
        "nvme-p4500-2tb?");
  CHECK(fault_in("system:\n  disk: {model: nvme-p4500-2tv}\n").substr(0, 5) == "2:17:");
  CHECK(fault_in("system:\n  disk: m5.large\n").find("the catalogue has no") !=
        std::string::npos);  // a host is no disk
  CHECK(fault_in("system:\n  disk: tea\n").find("it has ") != std::string::npos);
  Document document;
  CHECK(fault_of([&] {
          apply(parse_settings("disk=tea"), shipped, document);
        }).find("the catalogue has no \"tea\"") != std::string::npos);
}

TEST_CASE("every shipped scenario reads and builds", "[catalogue]") {
  const auto files = yaml_files("scenarios");
  CHECK(files.size() >= 6);
  for (const std::string& file : files) {
    INFO(file);
    const Scenario scenario = read_scenario(file, shipped);
    CHECK_FALSE(scenario.title.empty());
    CHECK(scenario.file == file);
    const models::System system = build_system(scenario.values);
    CHECK_FALSE(models::fault(system.storage.array));
    CHECK_FALSE(models::fault(system.storage.disk));
    for (const Anchor& anchor : scenario.measured) {
      Document changed = scenario.values;
      for (const Setting& setting : anchor.set) apply({setting}, shipped, changed);
      CHECK_FALSE(anchor.values.empty());
      build_system(changed);
    }
    for (const std::string& path : scenario.fit) CHECK(is_relevant(path, scenario.values));
  }
}
