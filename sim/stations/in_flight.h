// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/error.h"

namespace headroom::sim {

/// Who is in a system, from (arrival, done) pairs as stations answer them: the share of time with
/// at least one request in flight, which iostat prints as %util, and the mean number in flight.
/// Takes constant time a pair on average.
///
/// Answers are exact for instants from the last arrival on; see Fifo::work_until for earlier ones.
class InFlight {
 public:
  /// A request in flight from arrival_s to done_s. Requires: arrivals in order, done_s >=
  /// arrival_s.
  void add(double arrival_s, double done_s) {
    check(arrival_s >= last_s_ && done_s >= arrival_s,
          "requests in flight were added out of order");
    last_s_ = arrival_s;
    busy_s_ += std::max(0.0, done_s - std::max(arrival_s, covered_s_));
    covered_s_ = std::max(covered_s_, done_s);
    area_s_ += done_s - arrival_s;
    if (pending_.size() == prune_size_) [[unlikely]] {
      prune();
    }
    pending_.push_back(done_s);
  }

  /// Seconds before t_s with at least one request in flight.
  double busy_until(double t_s) const { return busy_s_ - std::max(0.0, covered_s_ - t_s); }

  /// Request-seconds before t_s: the integral of the number in flight, so that its difference over
  /// an interval, divided by the length, is the mean number.
  double area_until(double t_s) const;

  /// Requests in flight just after t_s.
  std::size_t count_at(double t_s) const;

 private:
  void prune();

  double busy_s_ = 0;
  double covered_s_ = 0;  // the latest done
  double area_s_ = 0;
  double last_s_ = 0;
  std::vector<double> pending_;  // all done instants beyond the last arrival, and some before
  std::size_t prune_size_ = 64;
};

}  // namespace headroom::sim
