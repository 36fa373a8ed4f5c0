// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/units.h"

namespace headroom::models {

/// Which way a request moves data, seen from the program.
enum class Direction { read, write };

/// A token bucket that admits requests: a cloud volume's I/O credits, an instance's link credits.
///
/// Tokens arrive at `rate` until `capacity` are saved; a request takes `bucket_cost` tokens and
/// waits until they are there. While tokens are left, requests pass at `burst_rate` at most. Hence
/// a full bucket lasts capacity / (burst_rate - rate) at the peak [AWS-GP]. With capacity 0 (or
/// burst_rate <= rate) it is a plain limit: requests are spaced at `rate`.
struct Bucket {
  enum class Unit { requests, bytes };
  Unit unit = Unit::requests;
  /// Unit::requests: a request of up to this many bytes costs one token, a larger one
  /// ceil(size / request_unit). 0: every request costs one. Not used for Unit::bytes.
  Bytes request_unit{0};
  bool reads = true;   ///< reads pass through it
  bool writes = true;  ///< writes pass through it
  double rate = 0;     ///< tokens per second, always earned
  double burst_rate = std::numeric_limits<double>::infinity();  ///< tokens per second at most
  double capacity = 0;                                          ///< tokens that can be saved
  double initial_fill = 0;                                      ///< tokens at the start
  /// Contiguous requests are gathered up to request_unit before they are counted, so a part of a
  /// unit costs a part of a token (HDD volumes of EBS).
  bool merges_contiguous = false;
};

/// Whether requests of this direction pass through the bucket.
constexpr bool applies_to(const Bucket& bucket, Direction direction) {
  return direction == Direction::read ? bucket.reads : bucket.writes;
}

/// Tokens that a request of `size_bytes` takes.
inline double bucket_cost(const Bucket& bucket, double size_bytes, bool is_contiguous) {
  if (bucket.unit == Bucket::Unit::bytes) return size_bytes;
  const double unit_bytes = bucket.request_unit / Bytes{1};
  if (unit_bytes <= 0) return 1;
  const double units = size_bytes / unit_bytes;
  if (bucket.merges_contiguous && is_contiguous) return units;
  return units <= 1 ? 1 : std::ceil(units);
}

/// Tokens per second that pass in the long run.
constexpr double sustained_rate(const Bucket& bucket) {
  return std::min(bucket.rate, bucket.burst_rate);
}

/// Tokens per second that pass while tokens are saved; the sustained rate where none can be.
constexpr double peak_rate(const Bucket& bucket) {
  return bucket.capacity > 0 ? bucket.burst_rate : sustained_rate(bucket);
}

/// How long `demand` tokens per second are served from a bucket holding `fill`:
/// fill / (min(demand, burst_rate) - rate) [AWS-GP]; infinite where the rate alone is enough.
inline Seconds burst_duration(const Bucket& bucket, double fill, double demand) {
  const double spend = std::min(demand, bucket.burst_rate) - bucket.rate;
  return Seconds{spend > 0 ? fill / spend : std::numeric_limits<double>::infinity()};
}

/// How long an empty idle bucket takes to fill: capacity / rate.
inline Seconds refill_duration(const Bucket& bucket) {
  return Seconds{bucket.capacity / bucket.rate};
}

}  // namespace headroom::models
