// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace headroom::report {

/// A horizontal bar of `cells` characters for a share of one (beyond one it is full), with a mark
/// at a second share:
///     ████████░░░░░░░░░░░░┃░░░
/// A share above 0 shows at least one cell, one below 1 leaves at least one empty. A share that is
/// not finite shows none.
std::string bar(double share, std::optional<double> mark = {}, std::size_t cells = 24);

}  // namespace headroom::report
