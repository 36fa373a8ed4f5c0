// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "base/units.h"

namespace headroom::models {

// Operational laws [LZGS84 ch. 3, 5]. They hold for whatever was measured, without assumptions
// about distributions, as long as what goes in comes out.

/// Utilisation law: U = X D, per server when D is the demand divided by the servers.
constexpr double utilisation(PerSecond throughput, Seconds service_demand) {
  return throughput * service_demand;
}

/// Little's law: N = X R, mean number present.
constexpr double number_present(PerSecond throughput, Seconds response_time) {
  return throughput * response_time;
}

/// Response-time law of a closed system: R = N / X - Z with think time Z.
constexpr Seconds closed_response_time(double population, PerSecond throughput,
                                       Seconds think_time = Seconds{0}) {
  return population / throughput - think_time;
}

/// Forced-flow law: X_k = X V_k.
constexpr PerSecond station_throughput(PerSecond throughput, double visits) {
  return throughput * visits;
}

/// Bottleneck bound: X <= 1 / max D; infinite if no station is demanding.
inline PerSecond bottleneck_bound(std::span<const Seconds> demands) {
  Seconds most{0};
  for (const Seconds demand : demands) most = std::max(most, demand);
  return most > Seconds{0} ? 1 / most : PerSecond{std::numeric_limits<double>::infinity()};
}

/// Sum of the demands: the response time of a customer alone.
inline Seconds total_demand(std::span<const Seconds> demands) {
  return std::accumulate(demands.begin(), demands.end(), Seconds{0});
}

/// Asymptotic bound of a closed system: X(N) <= min(1 / max D, N / (sum D + Z)).
inline PerSecond closed_bound(std::span<const Seconds> demands, double population,
                              Seconds think_time = Seconds{0}) {
  return std::min(bottleneck_bound(demands), population / (total_demand(demands) + think_time));
}

/// The knee N* = (sum D + Z) / max D: the population at which the two asymptotes meet.
inline double knee(std::span<const Seconds> demands, Seconds think_time = Seconds{0}) {
  return (total_demand(demands) + think_time) * bottleneck_bound(demands);
}

}  // namespace headroom::models
