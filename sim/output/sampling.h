// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "sim/output/batches.h"

namespace headroom::sim {

/// Where to look closely in a long horizon: one window in each stretch of `every_s`, at a random
/// place in it.
struct SamplingPlan {
  double horizon_s = 0;  ///< a multiple of every_s is simulated: the whole stretches
  double every_s = 0;
  double warm_s =
      0;  ///< start of a window that is not measured, for the fast state to forget its start
  double measure_s = 0;  ///< the measured rest of the window
};

/// A window to simulate in detail: start it at from_s, count from measure_from_s, end it at to_s.
struct Window {
  double from_s = 0;
  double measure_from_s = 0;
  double to_s = 0;
};

/// Simulates hours by looking at seconds. State that changes slowly (burst credits, backlogs, cache
/// fill) is a value of type Slow and is carried through the whole horizon by its differential
/// equation, `drift(slow, from_s, to_s)`; state that forgets itself within milliseconds is
/// simulated in short windows only, `detail(slow, window)`, each on its own copy of the slow state,
/// which is thrown away afterwards. `detail` returns what its counters grew by in the measured
/// part.
///
/// This is systematic sampling with functional warming as for processor simulators [WWFH03], and
/// valid for the same reason: the windows must be longer than the memory of the fast state and
/// shorter than the time in which the slow state changes. Windows are strata, not batches: give
/// `result.ratios(i, j)` or `result.rates(i)` to stratified_estimate. Requires: warm_s + measure_s
/// <= every_s <= horizon_s, measure_s > 0.
template <class Slow, class Drift, class Detail>
Batches sample_windows(const SamplingPlan& plan, Random random, Slow slow, Drift drift,
                       Detail detail) {
  const double slack_s = plan.every_s - plan.warm_s - plan.measure_s;
  check(slack_s >= 0 && plan.every_s <= plan.horizon_s, "a window must fit into its stretch");
  Batches windows(plan.measure_s);
  for (int stretch = 0; (stretch + 1) * plan.every_s <= plan.horizon_s * (1 + 1e-12); ++stretch) {
    const double start_s = stretch * plan.every_s;
    const double from_s = start_s + random.uniform() * slack_s;
    const double measure_from_s = from_s + plan.warm_s;
    drift(slow, start_s, from_s);
    windows.add(detail(std::as_const(slow),
                       Window{from_s, measure_from_s, measure_from_s + plan.measure_s}));
    drift(slow, from_s, start_s + plan.every_s);
  }
  return windows;
}

}  // namespace headroom::sim
