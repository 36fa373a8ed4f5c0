// SPDX-License-Identifier: Apache-2.0
#include "models/queueing/mva.h"

namespace headroom::models {

ClosedSystem mean_value_analysis(std::span<const Seconds> demands, int population,
                                 Seconds think_time) {
  ClosedSystem state;
  state.queue_length.assign(demands.size(), 0.0);
  std::vector<Seconds> residence(demands.size());
  for (int n = 1; n <= population; ++n) {
    state.response_time = Seconds{0};
    for (std::size_t k = 0; k < demands.size(); ++k) {
      residence[k] = demands[k] * (1 + state.queue_length[k]);
      state.response_time += residence[k];
    }
    state.throughput = n / (state.response_time + think_time);
    for (std::size_t k = 0; k < demands.size(); ++k) {
      state.queue_length[k] = state.throughput * residence[k];
    }
  }
  return state;
}

}  // namespace headroom::models
