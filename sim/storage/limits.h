// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/device/bucket.h"
#include "sim/stations/token_bucket.h"

namespace headroom::sim {

/// Token buckets that requests pass one after the other: the rules of a volume or of an instance's
/// link.
class Limits {
 public:
  explicit Limits(const std::vector<models::Bucket>& rules);

  /// When a request that comes now may go ahead: never before an earlier one, not even one of the
  /// direction that a bucket lets pass. Must be asked in non-decreasing time.
  double admit(double now, models::Direction direction, double size_bytes, bool is_contiguous);

  /// Seconds for which the busiest bucket has worked: the tokens spent, at the rate that it gives
  /// at its best.
  double work_until(double now) const;

 private:
  struct Limit {
    models::Bucket rule;
    TokenBucket bucket;
  };
  std::vector<Limit> limits_;
  double admitted_s_ = 0;
};

}  // namespace headroom::sim
