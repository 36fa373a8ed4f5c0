// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"

#include <algorithm>
#include <cstddef>

namespace headroom {
namespace {

constexpr std::size_t most_slips = 3;

std::string folded(std::string_view word) {
  std::string result(word);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    if (c == '-') return '_';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return result;
}

/// Optimal string alignment distance, by rows: `above` and `two_above` are the rows of one and two
/// letters fewer of a.
std::size_t slips(const std::string& a, const std::string& b) {
  std::vector<std::size_t> two_above(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
    two_above.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string wanted = folded(word);
  std::size_t fewest = std::min({(word.size() + 2) / 3, most_slips, word.size() - 1}) + 1;
  std::string best;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) >= fewest) continue;
    const std::size_t distance = slips(wanted, folded(candidate));
    if (distance >= fewest) continue;
    fewest = distance;
    best = candidate;
  }
  return best;
}

}  // namespace headroom
