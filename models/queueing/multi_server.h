// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "base/units.h"

namespace headroom::models {

// M/M/c: Poisson arrivals, c exponential servers, one queue [K75 ch. 3]. Offered load a = arrival
// rate x service time, in servers.

/// Erlang B: share of arrivals that find all servers busy when none may wait:
/// B(0) = 1, B(c) = a B(c-1) / (c + a B(c-1)).
constexpr double erlang_b(int servers, double offered_load) {
  double blocked = 1;
  for (int c = 1; c <= servers; ++c)
    blocked = offered_load * blocked / (c + offered_load * blocked);
  return blocked;
}

/// Erlang C: share of arrivals that wait; 1 at and beyond saturation. C = c B / (c - a (1 - B)).
constexpr double erlang_c(int servers, double offered_load) {
  if (offered_load >= servers) return 1;
  const double blocked = erlang_b(servers, offered_load);
  return servers * blocked / (servers - offered_load * (1 - blocked));
}

/// Mean waiting time W = C S / (c - a); infinite at and beyond saturation.
constexpr Seconds mmc_waiting_time(int servers, PerSecond arrival_rate, Seconds service_time) {
  const double offered_load = arrival_rate * service_time;
  if (offered_load >= servers) return Seconds{std::numeric_limits<double>::infinity()};
  return erlang_c(servers, offered_load) / (servers - offered_load) * service_time;
}

/// Mean response time R = W + S.
constexpr Seconds mmc_response_time(int servers, PerSecond arrival_rate, Seconds service_time) {
  return mmc_waiting_time(servers, arrival_rate, service_time) + service_time;
}

}  // namespace headroom::models
