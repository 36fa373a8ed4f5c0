// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The candidate that `word` was most likely meant to be, for "did you mean" hints; "" if nothing
/// is near. Near means at most one slip per three letters begun, three at most, and less than the
/// whole word. A slip is a letter added, lost, changed, or swapped with its neighbour (optimal
/// string alignment distance); case and `-` for `_` are no slips. Of equally near candidates the
/// first wins.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace headroom
