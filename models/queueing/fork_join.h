// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "base/units.h"

namespace headroom::models {

/// Mean response time of a fork-join: each arrival makes one exponential task at each of n M/M/1
/// queues and is done when the last one is [NT88].
///   R(1) = S / (1 - U),  R(2) = (12 - U) / 8 R(1)                          exact
///   R(n) = [H(n)/H(2) + (1 - H(n)/H(2)) 4 U / 11] R(2),  H(n) = 1 + 1/2 + .. + 1/n
/// The last line is their approximation, within 5 % of simulation for 2 <= n <= 32. Infinite at
/// and beyond saturation. Requires: n >= 1.
constexpr Seconds fork_join_response_time(int n, PerSecond arrival_rate, Seconds service_time) {
  const double utilised = arrival_rate * service_time;
  if (utilised >= 1) return Seconds{std::numeric_limits<double>::infinity()};
  const Seconds one = service_time / (1 - utilised);
  if (n == 1) return one;
  double harmonic = 0;
  for (int i = 1; i <= n; ++i) harmonic += 1.0 / i;
  const double ratio = harmonic / 1.5;
  return (ratio + (1 - ratio) * 4 * utilised / 11) * ((12 - utilised) / 8) * one;
}

}  // namespace headroom::models
