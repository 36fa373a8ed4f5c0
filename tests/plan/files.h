// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "plan/scenario/scenario.h"

namespace headroom::plan::testing {

/// A folder of its own that goes with all its files.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

std::string read_file(const std::string& path);

/// The catalogue that comes with headroom; tests run in the source folder.
inline const DataFolder shipped{"data"};

/// Reads a scenario of this text.
Scenario scenario_of(const std::string& text);

/// What is wrong with a call, for people; nullopt if nothing is.
template <class Call>
std::vector<Diagnostic> faults_of(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.diagnostics();
  }
  return {};
}

/// The first fault of a scenario text as "LINE:COLUMN: message -> hint"; "" if it has none.
std::string fault_in(const std::string& text);

/// The same of a call, without its place.
template <class Call>
std::string fault_of(Call call) {
  const auto faults = faults_of(call);
  return faults.empty() ? "" : faults.front().message + " -> " + faults.front().hint;
}

}  // namespace headroom::plan::testing
