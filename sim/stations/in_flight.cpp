// SPDX-License-Identifier: Apache-2.0
#include "sim/stations/in_flight.h"

namespace headroom::sim {

double InFlight::area_until(double t_s) const {
  double ahead_s = 0;
  for (const double done_s : pending_) {
    ahead_s += std::max(0.0, done_s - t_s);
  }
  return area_s_ - ahead_s;
}

std::size_t InFlight::count_at(double t_s) const {
  return static_cast<std::size_t>(std::count_if(pending_.begin(), pending_.end(),
                                                [t_s](double done_s) { return done_s > t_s; }));
}

/// Forgets what was done by the last arrival. The next time comes when the list has doubled, so
/// that the cost a pair is constant.
void InFlight::prune() {
  std::erase_if(pending_, [this](double done_s) { return done_s <= last_s_; });
  prune_size_ = std::max<std::size_t>(64, 2 * pending_.size());
}

}  // namespace headroom::sim
