// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "calibrate/fit/least_squares.h"

namespace headroom::calibrate::testing {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
using Parameters = std::span<const double>;

/// y = a (1 - exp(-b x)) at x = 1 ... 8 with an error of 0.1 each, off by +- 0.05 in turns.
inline std::vector<double> saturation(Parameters p) {
  std::vector<double> r;
  for (int i = 1; i <= 8; ++i) {
    const double measured = 20 * (1 - std::exp(-0.4 * i)) + (i % 2 == 0 ? 0.05 : -0.05);
    r.push_back((p[0] * (1 - std::exp(-p[1] * i)) - measured) / 0.1);
  }
  return r;
}

/// A straight line through (0, 1) (1, 3) (2, 5) (3, 7), the last value moved up by `outlier`.
inline auto line(double outlier) {
  return [outlier](Parameters p) {
    return std::vector<double>{p[0] - 1, p[0] + p[1] - 3, p[0] + 2 * p[1] - 5,
                               p[0] + 3 * p[1] - 7 - outlier};
  };
}

inline Problem saturation_problem() { return {saturation, {15, 1}, {}, {}}; }

inline const Options precise = {
    .max_evaluations = 500, .step_tolerance = 1e-10, .cost_tolerance = 1e-14, .difference = 1e-7};

}  // namespace headroom::calibrate::testing
