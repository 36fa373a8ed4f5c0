// SPDX-License-Identifier: Apache-2.0
#include "tests/plan/files.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace headroom::plan::testing {

TemporaryFolder::TemporaryFolder()
    : path_((std::filesystem::temp_directory_path() / "headroom-XXXXXX").string()) {
  REQUIRE(mkdtemp(path_.data()) != nullptr);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  // A file that replaces one of its name is flushed to disk by ext4; thousands of new ones are not.
  std::filesystem::remove(path(name));
  std::ofstream file(path(name), std::ios::binary);
  file << text;
  return path(name);
}

std::string read_file(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Scenario scenario_of(const std::string& text) {
  const TemporaryFolder folder;
  return read_scenario(folder.write("scenario.yaml", text), shipped);
}

std::string fault_in(const std::string& text) {
  const auto faults = faults_of([&] { scenario_of(text); });
  if (faults.empty()) return "";
  const Diagnostic& first = faults.front();
  return std::to_string(first.origin.line) + ":" + std::to_string(first.origin.column) + ": " +
         first.message + " -> " + first.hint;
}

}  // namespace headroom::plan::testing
