// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/estimate.h"
#include "base/units_text.h"
#include "sim/run.h"

namespace headroom::plan {

/// A number that nobody measured, and how much the answer leans on it.
struct Assumption {
  std::string name;   ///< path of the key
  std::string value;  ///< with its unit
  std::string range;  ///< 90 %, with units; "" when it is exact
  std::string provenance;
  std::string source;
  /// d ln(answer) / d ln(value): 0.5 means that 10 % more of it gives 5 % more of the answer. The
  /// answer is the throughput of a closed workload, or the message rate at the goal's utilisation.
  double elasticity = 0;
};

/// The most that the system carries with every resource at or below a limit.
struct RateLimit {
  std::string reading;  ///< "utilisation": mean share of servers at work; "busy": iostat's %util of
                        ///< the block device
  double at_most = 0;
  Estimate rate;         ///< messages per second
  std::string resource;  ///< which one is at the limit
};

/// A measurement that the fit was given, and what the fitted model says.
struct AnchorCheck {
  std::string quantity;
  std::string setting;  ///< "" or the configuration it was measured in
  double measured = 0;
  double predicted = 0;
  Dimension dimension = Dimension::number;
  std::string noun;
};

/// What a %util of the whole array says of its spindles.
struct SpindleReading {
  double busy = 0;         ///< the owner's own number
  Estimate utilisation;    ///< of the spindles, which it implies, over all that is not known
  Estimate to_saturation;  ///< factor by which the load may grow until the array's spindles are all
                           ///< at work all the time
};

/// Answer of `predict`; SI units.
struct Prediction {
  std::string scenario;  ///< file
  std::string title;
  std::uint64_t seed = 1;
  double confidence = 0.9;
  bool is_messages = false;  ///< throughput in messages/s, else bytes/s
  Estimate throughput;
  double latency_p50_s = 0, latency_p95_s = 0, latency_p99_s = 0, latency_max_s = 0;
  std::vector<sim::ResourceUse> resources;
  std::string bottleneck;  ///< name of the resource of the highest utilisation
  double written_per_s = 0, read_per_s = 0;
  double simulated_s = 0;
  std::uint64_t events = 0;
  double wall_s = 0;
  std::vector<Assumption> assumptions;  ///< those that matter most first
  std::vector<std::string> warnings;
  std::vector<RateLimit> limits;  ///< of message workloads
  std::vector<AnchorCheck> anchors;
  std::optional<SpindleReading> spindles;
};

/// One alternative of `whatif`: its prediction is taken at the most it carries within the goal's
/// utilisation.
struct Alternative {
  std::string text;                                      ///< as the user wrote it
  std::vector<std::pair<std::string, std::string>> set;  ///< path, value
  Prediction result;
  Estimate ratio;       ///< of throughput to the baseline's, both within the goal's utilisation
  Estimate busy_ratio;  ///< the same by iostat's %util; 0 where it is not asked
  std::string verdict;  ///< a sentence
};

struct WhatIf {
  Prediction baseline;
  std::vector<Alternative> alternatives;
};

/// One measured number beside its prediction.
struct LedgerRow {
  std::string family;
  std::string case_id;
  std::string quantity;
  std::string at;   ///< operating point, "block_KiB=128"
  std::string use;  ///< calibrate or validate
  Dimension dimension = Dimension::number;
  std::string noun;
  double measured = 0, predicted = 0, lo = 0, hi = 0;
  double rel_error = 0;  ///< predicted / measured - 1
};

struct FamilyErrors {
  std::string name;
  std::size_t n = 0;  ///< validated numbers
  double median_abs_rel_error = 0;
  double p90_abs_rel_error = 0;
  double coverage = 0;  ///< share inside the stated interval
};

struct Ledger {
  std::vector<FamilyErrors> families;
  FamilyErrors overall;
  std::vector<LedgerRow> rows;
};

}  // namespace headroom::plan
