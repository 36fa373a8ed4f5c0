// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/error.h"

namespace headroom::sim {

/// What every station counts, from the start of the simulation: differences between two instants
/// give a batch's values.
struct Tally {
  std::uint64_t visits = 0;  ///< calls of serve
  double work_s = 0;         ///< server-seconds booked, those that lie ahead included
  double last_s = 0;         ///< the latest `now` of a visit
  double sojourn_s = 0;      ///< sum of done - now of all visits (Little: L = X W)

  /// Checks that a visit at now_s keeps the order of time: an answer cannot take later calls into
  /// account, so a station must hear of arrivals in the order in which they happen.
  void arrive(double now_s) {
    check(now_s >= last_s, "a station was called out of time order");
    last_s = now_s;
  }

  void book(double now_s, double visit_work_s, double done_s) {
    ++visits;
    work_s += visit_work_s;
    sojourn_s += done_s - now_s;
  }
};

}  // namespace headroom::sim
