// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/question/calibration.h"

namespace headroom::plan {

/// Which of the two readings of a load is held under the limit.
enum class Reading {
  utilisation,  ///< mean share of servers at work, of every resource
  busy          ///< %util of the block device
};

/// A point at which a system is looked at.
struct Point {
  double rate = 0;  ///< messages/s offered; bytes/s completed by a closed workload
  sim::Outcome outcome;
};

/// The highest load of an outcome under a reading, and whose it is.
struct Load {
  double value = 0;
  std::string resource;
};
Load highest_load(const sim::Outcome& outcome, Reading reading);

/// A resource's name without its host: "array" of "broker-2/array".
std::string bare_name(const std::string& resource);

/// The random numbers of one draw.
struct Randomness {
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
};

/// The message rate at which the reading meets `limit` within 1 %, found by the secant rule on logarithms from the document's own
/// rate. Where even 1000 times the rate does not reach the limit (nothing to saturate), that rate.
Point rate_at(Document document, Reading reading, double limit, Randomness randomness);

}  // namespace headroom::plan
