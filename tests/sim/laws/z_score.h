// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "base/statistics.h"
#include "sim/output/batches.h"

namespace headroom::sim {

/// How far a simulated mean lies from the exact value, in standard errors of its batches, and how
/// large these are.
struct Deviation {
  double z;
  double relative_error;
};

inline Deviation deviation(const std::vector<double>& batches, double exact) {
  const double error = std::sqrt(variance(batches) / static_cast<double>(batches.size()));
  return {(mean(batches) - exact) / error, error / exact};
}

}  // namespace headroom::sim

/// At a fixed seed: within four standard errors, and those at most `precision` of the value.
#define HEADROOM_CHECK_MEAN(batches, exact, precision)                          \
  do {                                                                          \
    const auto deviation_from_exact = headroom::sim::deviation(batches, exact); \
    INFO("simulated " << headroom::mean(batches) << ", exact " << (exact));     \
    CHECK(std::abs(deviation_from_exact.z) < 4);                                \
    CHECK(deviation_from_exact.relative_error < (precision));                   \
  } while (false)
