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

/// Relative standard error of what a queueing model of this kind leaves out: throughput and
/// utilisation come out within 10 %, response times within 30 %, nine times in ten where the
/// parameters are right [LZGS84, ch. 1 and 14].
double structural_error(std::string_view quantity);

/// Mean over the draws, and the interval in which one fresh measurement should lie: the draws'
/// spread and, on top, a log-normal `scatter` (relative standard deviation).
Estimate for_measurement(const std::vector<double>& values, double scatter, double confidence);

/// Keys that play a part and have an error of their own, fitted ones left out.
std::vector<std::string> unknowns(const Scenario& scenario, const Document& document);

}  // namespace headroom::plan
