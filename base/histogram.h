// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace headroom {

/// A histogram of durations with buckets that grow with the value: 32 in each power of two,
/// hence 1.6 to 3.1 % wide, from 1 ns to 12 days. Shorter durations count in the first bucket and
/// longer ones in the last; mean and maximum are exact. Costs a few nanoseconds an entry and 13 kB,
/// whatever the number of entries.
class Histogram {
 public:
  Histogram() : buckets_(bucket_count) {}

  /// Counts one duration, `weight` times. Requires: seconds >= 0, weight > 0.
  void add(double seconds, double weight = 1) {
    buckets_[bucket(seconds)] += weight;
    count_ += weight;
    sum_ += weight * seconds;
    max_ = seconds > max_ ? seconds : max_;
  }

  /// The duration that a share `p` of the entries does not exceed, to the width of a bucket (linear
  /// inside it), never above max(); 0 if empty. Requires: 0 <= p <= 1.
  double quantile(double p) const;

  /// Mean of the entries; 0 if empty.
  double mean() const { return count_ > 0 ? sum_ / count_ : 0; }

  /// The longest entry; 0 if empty.
  double max() const { return max_; }

  /// Sum of the weights.
  double count() const { return count_; }

  /// Adds all entries of `other`.
  void merge(const Histogram& other);

 private:
  static constexpr int steps_per_octave_log2 = 5;
  static constexpr int first_exponent = -30;
  static constexpr int octave_count = 50;
  static constexpr std::size_t bucket_count = std::size_t{octave_count} << steps_per_octave_log2;
  static constexpr int dropped_bits = 52 - steps_per_octave_log2;
  static constexpr std::int64_t first_key = std::int64_t{1023 + first_exponent}
                                            << steps_per_octave_log2;

  /// The leading bits of a positive double, its exponent and the top of its fraction, already count
  /// log-linear steps.
  static std::size_t bucket(double seconds) {
    const auto key =
        static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(seconds) >> dropped_bits);
    const std::int64_t index = key - first_key;
    constexpr auto last = static_cast<std::int64_t>(bucket_count) - 1;
    return static_cast<std::size_t>(index < 0 ? 0 : (index > last ? last : index));
  }
  static double lower_edge(std::size_t index);

  std::vector<double> buckets_;
  double count_ = 0;
  double sum_ = 0;
  double max_ = 0;
};

}  // namespace headroom
