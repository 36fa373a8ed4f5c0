// SPDX-License-Identifier: Apache-2.0
#include "base/histogram.h"

#include <algorithm>

#include "base/error.h"

namespace headroom {

double Histogram::lower_edge(std::size_t index) {
  if (index == 0) {
    return 0;
  }
  const auto key = static_cast<std::uint64_t>(first_key) + index;
  return std::bit_cast<double>(key << dropped_bits);
}

double Histogram::quantile(double p) const {
  check(p >= 0 && p <= 1, "a quantile needs a share between 0 and 1");
  const double rank = p * count_;
  double below = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    if (buckets_[i] > 0 && below + buckets_[i] >= rank) {
      const double inside = (rank - below) / buckets_[i];
      const double from = lower_edge(i);
      return std::min(max_, from + inside * (lower_edge(i + 1) - from));
    }
    below += buckets_[i];
  }
  return max_;
}

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    buckets_[i] += other.buckets_[i];
  }
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

}  // namespace headroom
