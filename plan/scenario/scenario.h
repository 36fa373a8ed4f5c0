// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/scenario/document.h"

namespace headroom::plan {

/// `key=value`, as an alternative of what-if or a `set:` of a file writes it; the key is resolved.
struct Setting {
  std::size_t key = 0;
  std::string text;
  Origin origin;
};

/// What was measured on the existing system: a quantity, one value for each run, in the scenario's
/// own configuration or, with `set`, in another one.
struct Anchor {
  std::string quantity;  ///< throughput, busy, utilisation, written, read, latency_p50, latency_p99
  std::vector<double> values;
  double error = 0;  ///< relative standard error of one run
  std::vector<Setting> set;
  Origin origin;
};

struct Scenario {
  std::string file;
  std::string title;
  Document values;
  std::vector<Anchor> measured;
  std::vector<std::string> fit;  ///< paths that the anchors may adjust
};

/// Where the files that come with headroom are: data/catalogue below it.
struct DataFolder {
  std::string path;
};

/// Reads a scenario, what it extends, and the catalogue rows it names. Throws InputError with up to
/// 20 diagnostics.
Scenario read_scenario(const std::string& path, const DataFolder& data);

/// Parses `key=value[,key=value...]` of the command line.
std::vector<Setting> parse_settings(std::string_view text);

/// The document with the settings made. A name for system.disk brings the catalogue's row. Throws
/// InputError.
void apply(const std::vector<Setting>& settings, const DataFolder& data, Document& document);

/// Quantities that an anchor or a case may name, and how each is written.
std::optional<Dimension> quantity_dimension(std::string_view quantity, bool is_messages);

}  // namespace headroom::plan
