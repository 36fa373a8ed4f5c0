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

/// Groups that a name of the catalogue may stand for.
inline constexpr std::string_view catalogue_groups[] = {"system.disk", "system.host"};

/// A name of the catalogue where a scenario wrote it.
struct CatalogueName {
  std::string name;
  Origin origin;
};

/// Puts a row of the catalogue under `group`, in place of what was there. Throws InputError at the
/// name's origin when there is no such row of that kind.
void read_catalogue_row(const std::string& folder, std::string_view group,
                        const CatalogueName& name, Document& document);

}  // namespace headroom::plan
