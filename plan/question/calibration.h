// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "plan/question/answer.h"
#include "plan/scenario/scenario.h"
#include "sim/run.h"

namespace headroom::plan {

/// The value of a quantity that an anchor or a case names. check() fails for a name that
/// quantity_dimension() does not know.
double quantity_of(const sim::Outcome& outcome, const std::string& quantity);

/// Simulates what a document describes, for as long as its slowest part needs to show its mean.
sim::Outcome simulate(const Document& document, std::uint64_t seed, std::uint64_t replication);

/// A document after the fit to the scenario's anchors.
struct Calibrated {
  Document values;
  bool is_usable = true;         ///< every anchor is met within three of its standard errors
  std::string reason;            ///< why not
  std::vector<double> jacobian;  ///< start of the next fit nearby
  std::vector<AnchorCheck> checks;
};

/// One fit: what is fitted, where from, and with which random numbers.
struct FitTask {
  const Scenario& scenario;
  const DataFolder& data;
  Document start;
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
  std::vector<double> jacobian;  ///< of an earlier fit, or empty
  Random* noise =
      nullptr;  ///< perturbs each anchor by its error: one draw of what may have been true
};

/// Adjusts the parameters in scenario.fit so that the simulation of each anchor's configuration
/// shows what was measured. Without anchors returns the start.
Calibrated fit_anchors(const FitTask& task);

}  // namespace headroom::plan
