// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/question/ensemble.h"
#include "plan/question/limit.h"

namespace headroom::plan {

/// What the draws of one system showed, put together: intervals over the draws, latencies merged.
Prediction describe(const Scenario& scenario, const std::vector<Point>& points,
                    const Options& options);

/// The limits of a message workload over the draws.
RateLimit limit_over(const std::vector<Point>& points, Reading reading, double at_most,
                     double confidence);

/// What the owner's %util says of the spindles, if he gave one as an anchor.
std::optional<SpindleReading> read_spindles(const Scenario& scenario,
                                            const std::vector<Point>& points, double confidence);

/// How the answer moves with each thing that is not known: finite differences, each with a new fit
/// to the anchors, those that matter most first. The answer is the throughput, or the message rate
/// within the goal's utilisation.
std::vector<Assumption> weigh_assumptions(const Scenario& scenario, const Ensemble& ensemble,
                                          const Options& options);

/// What a reader should know of the scenario: rejected draws, overload, a device size that does not
/// fit, burst credits.
std::vector<std::string> warnings_of(const Scenario& scenario, const Ensemble& ensemble,
                                     const Prediction& prediction);

}  // namespace headroom::plan
