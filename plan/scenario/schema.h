// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units_text.h"

namespace headroom::plan {

/// One key of a scenario file. The table of keys is the only place that knows them: the reader,
/// what-if, fits, draws and the reports all go by it.
struct Key {
  std::string_view path;  ///< "system.array.disks"
  std::optional<Dimension>
      dimension;          ///< nullopt: a word, one of `choices` (or free text when there are none)
  std::string_view noun;  ///< of a rate: "msg", "IOPS"
  std::vector<std::string_view> choices;
  std::string_view fallback;  ///< value when the file is silent; "" = the key has none
  std::string_view within;    ///< "LOW..HIGH", 90 % range of the fallback; "" = exact
  double minimum = 0;
  double maximum = 0;        ///< 0 = unbounded
  std::string_view meaning;  ///< for people, with the source of the fallback
};

/// All keys in the order of the file.
const std::vector<Key>& schema();

/// Index of the key with this path, if there is one.
std::optional<std::size_t> find_key(std::string_view path);

/// Indices of all keys that equal `ending` or end in ".ending": "disks" finds
/// system.array.disks.
std::vector<std::size_t> keys_ending_in(std::string_view ending);

/// Names of the keys and groups directly below a group ("" = top level).
std::vector<std::string> children(std::string_view group);

}  // namespace headroom::plan
