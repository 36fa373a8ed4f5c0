// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "models/device/bucket.h"
#include "sim/stations/fifo.h"

namespace headroom::sim {

/// The servers inside a device, each with a queue of its own. A read goes to the one that holds its
/// data, whether that is busy or not: reads collide while other servers idle, which is why a flash
/// drive needs a deep queue to reach its rated reads. A write goes to the one that is free first,
/// as a log-structured drive places it where it likes [APWDMP08].
class Dies {
 public:
  /// Requires: count >= 1.
  explicit Dies(int count) : dies_(static_cast<std::size_t>(count)) {}

  /// Books a visit of work_s seconds of service and says when it will be done.
  double serve(double now_s, models::Direction direction, double work_s, Random& random) {
    if (dies_.size() == 1) return dies_.front().serve(now_s, work_s);
    if (direction == models::Direction::read) {
      return dies_[random.below(static_cast<std::uint32_t>(dies_.size()))].serve(now_s, work_s);
    }
    const auto first_free =
        std::min_element(dies_.begin(), dies_.end(),
                         [](const Fifo& a, const Fifo& b) { return a.free_at() < b.free_at(); });
    return first_free->serve(now_s, work_s);
  }

  /// Seconds of service delivered up to t_s, the mean over the servers.
  double work_until(double t_s) const {
    double work_s = 0;
    for (const Fifo& die : dies_) work_s += die.work_until(t_s);
    return work_s / static_cast<double>(dies_.size());
  }

 private:
  std::vector<Fifo> dies_;
};

}  // namespace headroom::sim
