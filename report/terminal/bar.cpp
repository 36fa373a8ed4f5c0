// SPDX-License-Identifier: Apache-2.0
#include "report/terminal/bar.h"

#include <algorithm>
#include <cmath>

namespace headroom::report {
namespace {

std::size_t filled_cells(double share, std::size_t cells) {
  if (!std::isfinite(share) || share <= 0) return 0;
  if (share >= 1) return cells;
  const auto rounded = static_cast<std::size_t>(std::lround(share * static_cast<double>(cells)));
  return std::clamp<std::size_t>(rounded, 1, std::max<std::size_t>(cells, 2) - 1);
}

}  // namespace

std::string bar(double share, std::optional<double> mark, std::size_t cells) {
  const std::size_t filled = filled_cells(share, cells);
  const std::size_t marked = mark ? filled_cells(*mark, cells) : 0;  // counted from 1; 0 is none
  std::string result;
  for (std::size_t i = 0; i < cells; ++i) {
    if (i + 1 == marked) {
      result += "┃";
    } else {
      result += i < filled ? "█" : "░";
    }
  }
  return result;
}

}  // namespace headroom::report
