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

/// The message rates at which each reading meets its goal (goal.utilisation, goal.busy). `outcome`
/// is that of the nearest rate simulated, `rate` is interpolated to the goal. Where nothing
/// saturates within 1000 times the first guess, that rate. `guess` holds rates to look at first; 0
/// = the document's own.
struct Limits {
  Point by_utilisation, by_busy;
};
struct Guess {
  double by_utilisation = 0, by_busy = 0;
};
Limits find_limits(const Document& document, Randomness randomness, Guess guess = {});

/// Only the first of them.
Point find_rate_by_utilisation(const Document& document, Randomness randomness, double guess = 0);

}  // namespace headroom::plan
