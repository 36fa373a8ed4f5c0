// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "base/units.h"

namespace headroom::models {

/// Mean waiting time of M/G/1, Pollaczek-Khinchine [K75 ch. 5]:
///   W = U S (1 + cv^2) / (2 (1 - U)),  U = arrival rate x S
/// with cv the coefficient of variation of the service time: 1 gives M/M/1, 0 M/D/1. Infinite at
/// and beyond saturation.
constexpr Seconds mg1_waiting_time(PerSecond arrival_rate, Seconds service_time,
                                   double service_cv) {
  const double utilised = arrival_rate * service_time;
  if (utilised >= 1) return Seconds{std::numeric_limits<double>::infinity()};
  return utilised * (1 + service_cv * service_cv) / (2 * (1 - utilised)) * service_time;
}

/// Mean response time of M/G/1: W + S.
constexpr Seconds mg1_response_time(PerSecond arrival_rate, Seconds service_time,
                                    double service_cv) {
  return mg1_waiting_time(arrival_rate, service_time, service_cv) + service_time;
}

/// Mean waiting time of M/D/1: half of M/M/1's.
constexpr Seconds md1_waiting_time(PerSecond arrival_rate, Seconds service_time) {
  return mg1_waiting_time(arrival_rate, service_time, 0);
}

}  // namespace headroom::models
