// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/scenario/document.h"
#include "plan/scenario/yaml_file.h"

namespace headroom::plan {

/// Fills a document from the map of a file, below `group` ("" = top level), key by key as the
/// schema says. Collects what is wrong in `faults` (20 at most are kept). Keys in `others` are left
/// to the caller.
struct Reading {
  Document* document;
  Provenance provenance = Provenance::stated;
  std::string source;                    ///< of values that name none themselves
  std::vector<std::string_view> others;  ///< top-level keys that are not values
  std::vector<Diagnostic> faults;
};
void read_group(const Field& map, const std::string& group, Reading& reading);

/// Puts the catalogue's row `name` under system.disk. Throws InputError at `origin` when there is
/// none.
void read_catalogue_disk(const std::string& folder, const std::string& name, const Origin& origin,
                         Document& document);

}  // namespace headroom::plan
