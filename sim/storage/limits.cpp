// SPDX-License-Identifier: Apache-2.0
#include "sim/storage/limits.h"

#include <algorithm>

namespace headroom::sim {

Limits::Limits(const std::vector<models::Bucket>& rules) {
  for (const models::Bucket& rule : rules) {
    limits_.push_back(
        {rule, TokenBucket(rule.rate, rule.burst_rate, rule.capacity, rule.initial_fill)});
  }
}

double Limits::admit(double now, models::Direction direction, double size_bytes,
                     bool is_contiguous) {
  for (Limit& limit : limits_) {
    if (!models::applies_to(limit.rule, direction)) continue;
    now = limit.bucket.admit(now, models::bucket_cost(limit.rule, size_bytes, is_contiguous));
  }
  return admitted_s_ = std::max(admitted_s_, now);
}

double Limits::work_until(double now) const {
  double busiest = 0;
  for (const Limit& limit : limits_) {
    busiest = std::max(busiest, limit.bucket.tokens_until(now) / models::peak_rate(limit.rule));
  }
  return busiest;
}

}  // namespace headroom::sim
