// SPDX-License-Identifier: Apache-2.0
#include "models/host/host.h"

#include <cmath>
#include <limits>

namespace headroom::models {

Seconds cache_residence(const Host& host, BytesPerSecond insertion) {
  if (insertion <= BytesPerSecond(0)) return Seconds(std::numeric_limits<double>::infinity());
  return host.memory * host.cache.memory_share / insertion;
}

double miss_share(Seconds lag, Seconds residence) {
  if (lag <= Seconds(0)) return 0;
  return std::exp(-(residence / lag));
}

Seconds flush_period(const PageCache& cache) {
  return cache.writeback_interval * (std::floor(cache.dirty_expire / cache.writeback_interval) + 1);
}

}  // namespace headroom::models
