// SPDX-License-Identifier: Apache-2.0
#include "models/device/device_times.h"

namespace headroom::models {

DeviceTimes::DeviceTimes(const Device& device)
    : servers_(device.servers), mixed_factor_(1 + device.interference) {
  for (const Direction d : {Direction::read, Direction::write}) {
    of_[d].latency_s = device.latency[d] / Seconds{1};
    of_[d].fixed_s = device.fixed[d] / Seconds{1};
    of_[d].seconds_per_byte = Bytes{1} / device.bandwidth[d] / Seconds{1};
  }
  if (!device.positioning) return;
  const Positioning& head = *device.positioning;
  curve_.emplace(head);
  rotation_s_ = head.rotation / Seconds{1};
  zone_loss_ = 1 - head.inner_bandwidth_share;
  has_write_cache_ = head.has_write_cache;
  queue_factor_.assign(static_cast<std::size_t>(head.queue_limit) + 1, 1.0);
  for (std::size_t q = 1; q < queue_factor_.size(); ++q) {
    const double excess = std::max(1.0, static_cast<double>(q) / head.queue_onset);
    queue_factor_[q] = std::pow(excess, -head.queue_gain);
  }
}

}  // namespace headroom::models
