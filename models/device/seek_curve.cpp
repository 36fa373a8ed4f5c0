// SPDX-License-Identifier: Apache-2.0
#include "models/device/seek_curve.h"

namespace headroom::models {

// With x the knee, h = t(x), a = t(0+), F = t(1), the mean over random pairs is
//   integral of 2 (1-d) t(d) = a (A - B) + h (B + 2/3 C) + F (1/3 C)
//   A = 2x - x^2,  B = 4/3 x - 4/5 x^2,  C = (1-x)^2
// and h follows from setting it to the average seek.
SeekCurve::SeekCurve(const Positioning& positioning)
    : start_s_(positioning.track_to_track / Seconds{1}) {
  const double square = 2 * knee - knee * knee;
  const double root = 4.0 / 3 * knee - 4.0 / 5 * knee * knee;
  const double line = (1 - knee) * (1 - knee);
  const double average_s = positioning.average_seek / Seconds{1};
  const double full_s = positioning.full_stroke / Seconds{1};
  knee_s_ = (average_s - start_s_ * (square - root) - full_s * line / 3) / (root + line * 2 / 3);
  sqrt_s_ = (knee_s_ - start_s_) / std::sqrt(knee);
  slope_s_ = (full_s - knee_s_) / (1 - knee);
}

// As above with distances u * span: the knee lies at u = knee / span.
double SeekCurve::mean_seek_s(double span) const {
  if (span <= 0) return 0;
  if (span <= knee) return start_s_ + sqrt_s_ * std::sqrt(span) * 8 / 15;
  const double x = knee / span;
  const double beyond = 1 - x;
  const double root = std::sqrt(span) * (4.0 / 3 * std::pow(x, 1.5) - 4.0 / 5 * std::pow(x, 2.5));
  return start_s_ * (2 * x - x * x) + sqrt_s_ * root + knee_s_ * beyond * beyond +
         slope_s_ * span * beyond * beyond * beyond / 3;
}

}  // namespace headroom::models
