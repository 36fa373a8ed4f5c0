// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "sim/stations/tally.h"

namespace headroom::sim {

/// One server, first come first served. The instant at which a visit will be done is known when it
/// arrives, since nothing that comes later can delay it: done = max(now, free) + work. Exact, not
/// an approximation.
class Fifo {
 public:
  /// Books a visit of work_s seconds of service and says when it will be done.
  /// Requires: now_s not before that of an earlier call, work_s >= 0.
  double serve(double now_s, double work_s) {
    tally_.arrive(now_s);
    free_s_ = std::max(free_s_, now_s) + work_s;
    tally_.book(now_s, work_s, free_s_);
    return free_s_;
  }

  /// Server-seconds of service delivered up to t_s, without what is booked beyond; its difference
  /// over an interval, divided by the length, is the utilisation. Exact from the last arrival on;
  /// for an earlier t_s (calls that were chained run ahead of the clock) the idle gaps since t_s
  /// count as missing work, which the next difference gives back.
  double work_until(double t_s) const { return tally_.work_s - std::max(0.0, free_s_ - t_s); }

  /// When the server will have done all that is booked.
  double free_at() const { return free_s_; }

  const Tally& tally() const { return tally_; }

 private:
  double free_s_ = 0;
  Tally tally_;
};

}  // namespace headroom::sim
