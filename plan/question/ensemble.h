// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/question/ask.h"
#include "plan/question/calibration.h"

namespace headroom::plan {

/// What may be true of a system: the scenario fitted to its anchors at the parameters' stated
/// values, and once more for each draw of the parameters that are not known. A draw under which the
/// anchors cannot be met is left out.
struct Ensemble {
  struct Draw {
    Document values;
    std::uint64_t replication = 0;
  };
  Calibrated nominal;
  std::vector<Draw> draws;
  int rejected = 0;
};

Ensemble draw_ensemble(const Scenario& scenario, const Options& options);

/// Threads that the options ask for.
int thread_count(const Options& options);

/// Mean and quantiles of one number over the draws.
Estimate over_draws(const std::vector<double>& values, double confidence);

/// Keys that play a part and have an error of their own, fitted ones left out.
std::vector<std::string> unknowns(const Scenario& scenario, const Document& document);

}  // namespace headroom::plan
