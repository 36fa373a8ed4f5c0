// SPDX-License-Identifier: Apache-2.0
#include "sim/stations/pool.h"

#include <algorithm>

namespace headroom::sim {

Pool::Pool(int server_count) : server_count_(static_cast<std::size_t>(server_count)) {
  check(server_count >= 1, "a pool needs at least one server");
  free_.assign(server_count_ + 4, ~std::uint64_t{0});
  std::fill_n(free_.begin(), server_count_, std::bit_cast<std::uint64_t>(0.0));
}

double Pool::work_until(double t_s) const {
  double ahead_s = 0;
  for (std::size_t i = 0; i < server_count_; ++i) {
    ahead_s += std::max(0.0, std::bit_cast<double>(free_[i]) - t_s);
  }
  return tally_.work_s - ahead_s;
}

}  // namespace headroom::sim
