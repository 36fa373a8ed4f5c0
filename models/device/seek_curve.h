// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "models/device/device.h"

namespace headroom::models {

/// Seek time over distance d, a share of the full stroke in 0..1 [RW94]:
///   0                      d = 0
///   a + b sqrt(d)          0 < d <= 1/3   (the arm accelerates and brakes)
///   t(1/3) + c (d - 1/3)   d > 1/3        (it coasts at full speed)
/// The three coefficients follow from the data sheet: t(0+) = track_to_track, t(1) = full_stroke,
/// and the mean over two independent uniform places, whose distance has the density 2 (1 - d), is
/// average_seek. Ruemmler and Wilkes place the change between 0.20 and 0.43 of the stroke on
/// their two disks; 1/3 is assumed here.
class SeekCurve {
 public:
  /// Requires: fault(device) is empty for a device with this positioning.
  explicit SeekCurve(const Positioning& positioning);

  /// Seconds for a distance; Requires: 0 <= distance <= 1.
  double seek_s(double distance) const {
    if (distance <= 0) return 0;
    if (distance <= knee) return start_s_ + sqrt_s_ * std::sqrt(distance);
    return knee_s_ + slope_s_ * (distance - knee);
  }

  /// Mean seconds between two independent uniform places within a region of this share of the
  /// stroke, in closed form; Requires: 0 <= span <= 1.
  double mean_seek_s(double span) const;

  /// Distance at which the curve changes from square root to straight line.
  static constexpr double knee = 1.0 / 3.0;

 private:
  double start_s_;
  double sqrt_s_;
  double knee_s_;
  double slope_s_;
};

}  // namespace headroom::models
