// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace headroom {

/// A stream of random numbers: xoshiro256++ [BV21], period 2^256 - 1, 32 bytes of state, cheap to
/// copy. A copy continues exactly as its original does.
class Random {
 public:
  /// The four words of state come from `seed` by splitmix64, so that near seeds give unrelated
  /// streams.
  explicit Random(std::uint64_t seed);

  /// 64 random bits.
  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform on (0, 1], never 0, in steps of 2^-53.
  double uniform() { return (static_cast<double>(next() >> 11) + 1.0) * 0x1p-53; }

  /// Exponential with mean 1, by ziggurat.
  double exponential() {
    const std::uint64_t bits = next();
    const std::uint64_t layer = bits & 255;
    const std::uint64_t point = bits >> 11;
    const double x = static_cast<double>(point) * exponential_table_.width[layer];
    if (point < exponential_table_.inside[layer]) [[likely]] {
      return x;
    }
    return exponential_edge(layer, x);
  }

  /// Normal with mean 0 and variance 1, by ziggurat.
  double normal();

  /// Uniform on 0, 1, ..., n - 1 without bias [LEM19]. Requires: n > 0.
  std::uint32_t below(std::uint32_t n);

  /// Gamma with the given shape and scale 1: mean and variance both equal `shape` [MT00b].
  /// Requires: shape > 0.
  double gamma(double shape);

  /// A positive variate with mean 1 and coefficient of variation `cv`: the constant 1 if cv is 0,
  /// exponential if 1, else gamma with shape 1 / cv^2. Requires: cv >= 0.
  double with_cv(double cv) {
    if (cv == 1) {
      return exponential();
    }
    return cv == 0 ? 1.0 : gamma(1 / (cv * cv)) * (cv * cv);
  }

 private:
  /// Tables of a 256-layer ziggurat for a density that falls from its mode at 0 [MT00a]: the layers
  /// have equal area, width[i] scales a 53-bit integer to an abscissa in layer i, and an integer
  /// below inside[i] lies under the curve without further ado (98.9 % of the draws for the
  /// exponential); height[i] is the density at the layer's outer edge.
  struct Ziggurat {
    double width[256];
    double height[257];
    std::uint64_t inside[256];
  };
  static const Ziggurat exponential_table_;
  static const Ziggurat normal_table_;

  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  double exponential_edge(std::uint64_t layer, double x);
  double normal_edge(std::uint64_t layer, double x);

  std::uint64_t state_[4];
};

/// The stream of one purpose at one station, for example stream(1, 0, "disk-3", "service"). Streams
/// with different names are independent, and a name gives the same stream in every alternative that
/// is compared: common random numbers, which make ratios tight [LK00, ch. 11]. Replications differ
/// by `replication`.
Random stream(std::uint64_t seed, std::uint64_t replication, std::string_view station,
              std::string_view purpose);

}  // namespace headroom
