// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom {

/// A number with its interval, lo <= mean <= hi, all in the same unit. The level of the interval
/// (0.9 unless the user asks otherwise) belongs to whoever made it. An exact value has lo = mean =
/// hi.
struct Estimate {
  double mean = 0;
  double lo = 0;
  double hi = 0;
};

}  // namespace headroom
