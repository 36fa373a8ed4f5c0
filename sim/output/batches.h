// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/statistics.h"
#include "sim/kernel/simulation.h"

namespace headroom::sim {

/// What several counters grew by in consecutive spans of simulated time of equal length: the
/// batches of one long run, or the windows of a sampled one. Counters are named by their index.
class Batches {
 public:
  /// Requires: span_s > 0.
  explicit Batches(double span_s);

  /// One more span. Requires: as many counters each time.
  void add(std::vector<double> growth);

  /// Merges neighbours two by two into spans of twice the length. Requires: an even count.
  void merge_pairs();

  std::size_t count() const { return growth_.size(); }
  double span_s() const { return span_s_; }

  /// Growth per second in each span, for example utilisation from Fifo::work_until.
  std::vector<double> rates(std::size_t counter) const;

  /// The ratio of two counters, for example the mean response time from sojourn seconds and visits.
  /// The values are the linearised ratios r + (y - r x) / mean(x), with r = sum y / sum x [COC77,
  /// sec. 6.5]: their mean is exactly r, although spans with more visits count for more. All 0 if
  /// the second counter did not grow.
  std::vector<double> ratios(std::size_t above, std::size_t below) const;

  /// Growth over all spans.
  double total(std::size_t counter) const;

  BatchMeans rate(std::size_t counter, double confidence) const {
    return batch_means(rates(counter), confidence);
  }
  BatchMeans ratio(std::size_t above, std::size_t below, double confidence) const {
    return batch_means(ratios(above, below), confidence);
  }

 private:
  double span_s_;
  std::vector<std::vector<double>> growth_;
};

/// How long a run is and how it is cut.
struct Horizon {
  double warm_up_s = 0;  ///< dropped; 10 to 20 % of the measured part is usual
  double batch_s = 0;    ///< length of a batch at first
  std::size_t batch_count = 30;
  int doublings = 0;  ///< how often the measured part may be doubled in length if it is not enough
};

/// Runs `simulation` through the warm-up, then batch by batch. `snapshot()` returns the running
/// totals of all counters at simulation.now(), as a vector of double. After the last batch
/// `is_enough(batches)` is asked; as long as it says no and doublings are left, the batches are
/// merged in pairs and as many again are run at twice the length. A run that was stopped is the
/// caller's to notice. Requires: batch_s > 0; an even batch_count if there are doublings.
template <class Snapshot, class IsEnough>
Batches run_in_batches(Simulation& simulation, Horizon horizon, Snapshot snapshot,
                       IsEnough is_enough) {
  simulation.run_until(simulation.now() + horizon.warm_up_s);
  Batches batches(horizon.batch_s);
  std::vector<double> before = snapshot();
  for (;;) {
    const double start_s = simulation.now();
    const std::size_t present = batches.count();
    for (std::size_t i = present; i < horizon.batch_count; ++i) {
      const auto ordinal = static_cast<double>(i - present + 1);
      simulation.run_until(start_s + ordinal * batches.span_s());
      std::vector<double> after = snapshot();
      std::vector<double> growth = after;
      for (std::size_t k = 0; k < growth.size(); ++k) {
        growth[k] -= before[k];
      }
      batches.add(std::move(growth));
      before = std::move(after);
    }
    if (horizon.doublings-- == 0 || is_enough(batches)) {
      return batches;
    }
    batches.merge_pairs();
  }
}

/// The same at a fixed length.
template <class Snapshot>
Batches run_in_batches(Simulation& simulation, Horizon horizon, Snapshot snapshot) {
  horizon.doublings = 0;
  return run_in_batches(simulation, horizon, snapshot, [](const Batches&) { return true; });
}

}  // namespace headroom::sim
