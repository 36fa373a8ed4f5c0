// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"

#include <cmath>

#include "base/error.h"

namespace headroom {

namespace {

/// Where the tail of a ziggurat begins and the area of each of its 256 layers: the root of "256
/// layers of equal area fill the curve exactly" for the unnormalised densities exp(-x) and exp(-x^2
/// / 2) [MT00a; DOO05 for 256 layers].
struct Shape {
  double tail_start;
  double layer_area;
};
constexpr Shape exponential_shape{7.69711747013104972, 3.9496598225815571993e-3};
constexpr Shape normal_shape{3.6541528853610088, 4.92867323399e-3};

template <class Ziggurat, class Density, class Inverse>
Ziggurat build(Shape shape, Density density, Inverse inverse) {
  double x[257];
  x[0] = shape.layer_area / density(shape.tail_start);
  x[1] = shape.tail_start;
  for (int i = 1; i < 255; ++i) {
    x[i + 1] = inverse(density(x[i]) + shape.layer_area / x[i]);
  }
  x[256] = 0;
  Ziggurat tables{};
  for (int i = 0; i < 256; ++i) {
    tables.width[i] = x[i] * 0x1p-53;
    tables.inside[i] = static_cast<std::uint64_t>(x[i + 1] / x[i] * 0x1p53);
  }
  for (int i = 0; i < 257; ++i) {
    tables.height[i] = density(x[i]);
  }
  return tables;
}

std::uint64_t splitmix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

/// Folds a name and its end into a hash, so that ("ab", "c") and ("a", "bc") differ.
std::uint64_t fold(std::uint64_t hash, std::string_view name) {
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash = splitmix(hash);
  }
  hash ^= 0x100 + name.size();
  return splitmix(hash);
}

}  // namespace

const Random::Ziggurat Random::exponential_table_ = build<Ziggurat>(
    exponential_shape, [](double x) { return std::exp(-x); },
    [](double y) { return -std::log(y); });
const Random::Ziggurat Random::normal_table_ = build<Ziggurat>(
    normal_shape, [](double x) { return std::exp(-0.5 * x * x); },
    [](double y) { return std::sqrt(-2 * std::log(y)); });

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    word = splitmix(seed);
  }
}

double Random::exponential_edge(std::uint64_t layer, double x) {
  const Ziggurat& z = exponential_table_;
  if (layer == 0) {  // beyond the tail's start the exponential begins anew
    return exponential_shape.tail_start + exponential();
  }
  const double y = z.height[layer] + uniform() * (z.height[layer + 1] - z.height[layer]);
  // The density is convex: a point below its tangent at the outer edge of the layer lies below the
  // curve, which decides half of the cases without the exponential function.
  const double edge = z.width[layer] * 0x1p53;
  if (y < z.height[layer] * (1 + edge - x) || y < std::exp(-x)) {
    return x;
  }
  return exponential();
}

double Random::normal() {
  const std::uint64_t bits = next();
  const std::uint64_t layer = bits & 255;
  const std::uint64_t point = bits >> 11;
  const double x = static_cast<double>(point) * normal_table_.width[layer];
  const double sign = (bits & 256) != 0 ? -1.0 : 1.0;
  if (point < normal_table_.inside[layer]) [[likely]] {
    return sign * x;
  }
  return sign * normal_edge(layer, x);
}

/// The absolute value of a normal variate that did not fall plainly inside its layer; a rejected
/// point starts afresh.
double Random::normal_edge(std::uint64_t layer, double x) {
  const Ziggurat& z = normal_table_;
  if (layer == 0) {  // Marsaglia's method for the tail [MT00a]
    const double start = normal_shape.tail_start;
    double beyond = 0;
    do {
      beyond = exponential() / start;
    } while (2 * exponential() <= beyond * beyond);
    return start + beyond;
  }
  if (z.height[layer] + uniform() * (z.height[layer + 1] - z.height[layer]) <
      std::exp(-0.5 * x * x)) {
    return x;
  }
  return std::abs(normal());
}

std::uint32_t Random::below(std::uint32_t n) {
  check(n > 0, "Random::below needs a positive bound");
  std::uint64_t product = (next() >> 32) * n;
  if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
    const std::uint32_t uneven = (0U - n) % n;  // 2^32 mod n values would be drawn once too often
    while (static_cast<std::uint32_t>(product) < uneven) {
      product = (next() >> 32) * n;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

// Marsaglia and Tsang's rejection from the cube of a normal: d = shape - 1/3, c = 1 / sqrt(9 d), v
// = (1 + c x)^3. A shape below 1 is drawn at shape + 1 and scaled by u^(1/shape) [MT00b].
double Random::gamma(double shape) {
  check(shape > 0, "Random::gamma needs a positive shape");
  if (shape < 1) {
    return gamma(shape + 1) * std::pow(uniform(), 1 / shape);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal();
    const double root = 1 + c * x;
    if (root <= 0) {
      continue;
    }
    const double v = root * root * root;
    const double u = uniform();
    if (u < 1 - 0.0331 * x * x * x *
                    x) {  // the authors' squeeze: inside it the logarithms need not be computed
      return d * v;
    }
    if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) {
      return d * v;
    }
  }
}

Random stream(std::uint64_t seed, std::uint64_t replication, std::string_view station,
              std::string_view purpose) {
  std::uint64_t hash = splitmix(seed);
  hash ^= replication;
  hash = splitmix(hash);
  return Random(fold(fold(hash, station), purpose));
}

}  // namespace headroom
