// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "base/units.h"

namespace headroom::models {

/// Steady state of a closed system.
struct ClosedSystem {
  PerSecond throughput{0};
  Seconds response_time{0};          ///< without the think time
  std::vector<double> queue_length;  ///< mean present at each station, in service included
};

/// Exact mean value analysis of a closed single-class network of single-server stations with
/// exponential service (or processor sharing) and a delay [LZGS84 ch. 6]:
///   R_k(N) = D_k (1 + Q_k(N-1)),  X(N) = N / (Z + sum R_k),  Q_k(N) = X R_k,  Q_k(0) = 0.
/// `demands` are the stations' D_k, `think_time` Z is the delay (pipeline latency, client).
/// Requires: population >= 0, and a positive demand or think time.
ClosedSystem mean_value_analysis(std::span<const Seconds> demands, int population,
                                 Seconds think_time = Seconds{0});

}  // namespace headroom::models
