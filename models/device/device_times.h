// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "models/device/device.h"
#include "models/device/seek_curve.h"

namespace headroom::models {

/// How a request finds the device: what its service time depends on besides direction and size.
struct Visit {
  bool is_contiguous = true;  ///< it continues a stream that the drive follows: no positioning
  double distance = 0;        ///< from the head, as a share of the capacity
  double turn = 0.5;          ///< share of a turn until its sector comes round; uniform in 0..1
  double position = 0;        ///< offset / capacity: the zone
  int queue_length = 1;       ///< requests at the device, itself included
  bool is_mixed = false;      ///< the other direction is in service
};

/// A device's times in plain seconds, made once and asked for each request. Sizes are bytes.
class DeviceTimes {
 public:
  /// Requires: fault(device) is empty.
  explicit DeviceTimes(const Device& device);

  int servers() const { return servers_; }

  /// Pipeline delay; no resource is held.
  double latency_s(Direction d) const { return of_[d].latency_s; }

  /// Time on one of the servers, before the simulator's own variability.
  double server_s(Direction d, double size_bytes, const Visit& visit) const {
    double time_s = of_[d].fixed_s;
    if (curve_ && !visit.is_contiguous) time_s += positioning_s(d, visit);
    if (servers_ == 1) time_s += size_bytes * seconds_per_byte(d, visit.position);
    return visit.is_mixed ? time_s * mixed_factor_ : time_s;
  }

  /// Time on the channel that all servers share; 0 for a device with one server.
  double channel_s(Direction d, double size_bytes, const Visit& visit) const {
    if (servers_ == 1) return 0;
    const double time_s = size_bytes * seconds_per_byte(d, visit.position);
    return visit.is_mixed ? time_s * mixed_factor_ : time_s;
  }

  /// Seek and rotation, shortened by the queue; 0 without a moving head.
  double positioning_s(Direction d, const Visit& visit) const {
    if (!curve_) return 0;
    return (curve_->seek_s(visit.distance) + rotation_s_ * visit.turn) *
           queue_factor(d, visit.queue_length);
  }

  /// Share of the positioning time that is left with this many requests queued.
  double queue_factor(Direction d, int queue_length) const {
    const auto last = queue_factor_.size() - 1;
    if (has_write_cache_ && d == Direction::write) return queue_factor_[last];
    return queue_factor_[std::min(last, static_cast<std::size_t>(std::max(queue_length, 0)))];
  }

  /// Seconds to transfer one byte at a place; position = offset / capacity. Capacity is
  /// taken to fall off evenly from the outermost to the innermost track.
  double seconds_per_byte(Direction d, double position) const {
    return of_[d].seconds_per_byte / (1 - zone_loss_ * position);
  }

  /// The seek curve, nullopt without a moving head.
  const std::optional<SeekCurve>& curve() const { return curve_; }

 private:
  struct Times {
    double latency_s = 0;
    double fixed_s = 0;
    double seconds_per_byte = 0;
  };
  PerDirection<Times> of_;
  int servers_ = 1;
  double mixed_factor_ = 1;
  std::optional<SeekCurve> curve_;
  double rotation_s_ = 0;
  double zone_loss_ = 0;
  bool has_write_cache_ = false;
  std::vector<double> queue_factor_{1.0};  // by queue length, 0..queue_limit
};

}  // namespace headroom::models
