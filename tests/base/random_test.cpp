// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

using headroom::Random;
using headroom::stream;

namespace {

/// How many standard errors the mean of f(draw) lies off its expectation; the variance is that of
/// the sample.
template <class Draw, class Function>
double z_of(Draw draw, Function f, double expected, int n = 400'000) {
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    const double y = f(draw());
    sum += y;
    squares += y * y;
  }
  const double mean = sum / n;
  return (mean - expected) / std::sqrt((squares / n - mean * mean) / n);
}

double identity(double x) { return x; }
double square(double x) { return x * x; }

}  // namespace

TEST_CASE("the generator is xoshiro256++ seeded by splitmix64") {
  // Worked out apart from this code with whole-number arithmetic from the published definitions;
  // the first value is also that of other implementations for the seed 0.
  Random random(0);
  CHECK(random.next() == 0x53175d61490b23dfULL);
  CHECK(random.next() == 0x61da6f3dc380d507ULL);
  CHECK(random.next() == 0x5c0fdf91ec9a7bfcULL);
}

TEST_CASE("a copy goes on as its original does") {
  Random original(7);
  original.next();
  Random copy = original;
  for (int i = 0; i < 10; ++i) {
    CHECK(copy.next() == original.next());
  }
}

TEST_CASE("uniform variates fill (0, 1] evenly") {
  Random random(1);
  const auto draw = [&] { return random.uniform(); };
  CHECK(std::abs(z_of(draw, identity, 0.5)) < 4);
  CHECK(std::abs(z_of(draw, square, 1.0 / 3)) < 4);
  for (int i = 0; i < 100'000; ++i) {
    const double u = random.uniform();
    REQUIRE(u > 0);
    REQUIRE(u <= 1);
  }
}

TEST_CASE("exponential variates have mean 1, second moment 2 and the tail exp(-x)") {
  Random random(2);
  const auto draw = [&] { return random.exponential(); };
  CHECK(std::abs(z_of(draw, identity, 1)) < 4);
  CHECK(std::abs(z_of(draw, square, 2)) < 4);
  // 0.05, 1 and 3 lie in wedges and layers; the ziggurat's tail begins at 7.697.
  for (const double x : {0.05, 1.0, 3.0, 7.0, 7.7, 9.0}) {
    INFO(x);
    CHECK(std::abs(z_of(
              draw, [x](double y) { return y > x ? 1.0 : 0.0; }, std::exp(-x), 4'000'000)) < 4);
  }
}

TEST_CASE("normal variates have the moments and the tails of a normal distribution") {
  Random random(3);
  const auto draw = [&] { return random.normal(); };
  CHECK(std::abs(z_of(draw, identity, 0)) < 4);
  CHECK(std::abs(z_of(draw, square, 1)) < 4);
  CHECK(std::abs(z_of(
            draw, [](double x) { return x * x * x * x; }, 3)) < 4);
  // The ziggurat's tail begins at 3.654.
  for (const double x : {-3.66, -1.0, 0.3, 2.0, 3.5, 3.66}) {
    INFO(x);
    const double share = 0.5 * std::erfc(x / std::numbers::sqrt2);
    CHECK(std::abs(z_of(
              draw, [x](double y) { return y > x ? 1.0 : 0.0; }, share, 4'000'000)) < 4);
  }
}

TEST_CASE("gamma variates have mean and variance equal to their shape") {
  Random random(4);
  for (const double shape : {0.05, 0.5, 1.0, 2.5, 40.0}) {
    INFO(shape);
    const auto draw = [&] { return random.gamma(shape); };
    CHECK(std::abs(z_of(draw, identity, shape)) < 4);
    CHECK(std::abs(z_of(draw, square, shape + shape * shape)) < 4);
  }
}

TEST_CASE("a gamma variate of shape 1 is exponential, of shape 2 the sum of two") {
  Random random(5);
  const auto one = [&] { return random.gamma(1); };
  const auto two = [&] { return random.gamma(2); };
  const auto above = [](double x) { return [x](double y) { return y > x ? 1.0 : 0.0; }; };
  CHECK(std::abs(z_of(one, above(2), std::exp(-2.0))) < 4);
  CHECK(std::abs(z_of(two, above(2), 3 * std::exp(-2.0))) < 4);
}

TEST_CASE("with_cv gives mean 1 and the coefficient of variation asked for") {
  Random random(6);
  for (const double cv : {0.1, 0.5, 1.0, 2.0}) {
    INFO(cv);
    const auto draw = [&] { return random.with_cv(cv); };
    CHECK(std::abs(z_of(draw, identity, 1)) < 4);
    CHECK(std::abs(z_of(draw, square, 1 + cv * cv)) < 4);
  }
}

TEST_CASE("with_cv of 0 is the constant 1 and draws nothing") {
  Random random(7);
  Random untouched = random;
  CHECK(random.with_cv(0) == 1);
  CHECK(random.next() == untouched.next());
}

TEST_CASE("below draws each value equally often") {
  Random random(8);
  constexpr int n = 210'000;
  std::array<int, 7> counts{};
  for (int i = 0; i < n; ++i) {
    ++counts.at(random.below(7));
  }
  for (const int count : counts) {
    CHECK(std::abs((count - n / 7.0) / std::sqrt(n / 7.0 * (6.0 / 7))) < 4);
  }
  CHECK(random.below(1) == 0);
}

TEST_CASE("below is even where 2^32 does not divide by the bound") {
  // 3 * 2^30: a plain remainder or product would draw every third value twice as often as the
  // others.
  Random random(9);
  const auto is_third = [&] { return random.below(3U << 30) % 3 == 0 ? 1.0 : 0.0; };
  CHECK(std::abs(z_of(is_third, identity, 1.0 / 3)) < 4);
}

TEST_CASE("a named stream is the same each time and differs in every part of its name") {
  const auto first = [](Random random) { return random.next(); };
  const std::uint64_t value = first(stream(1, 0, "disk-3", "service"));
  CHECK(first(stream(1, 0, "disk-3", "service")) == value);
  CHECK(first(stream(2, 0, "disk-3", "service")) != value);
  CHECK(first(stream(1, 1, "disk-3", "service")) != value);
  CHECK(first(stream(1, 0, "disk-4", "service")) != value);
  CHECK(first(stream(1, 0, "disk-3", "arrival")) != value);
  CHECK(first(stream(1, 0, "disk-3s", "ervice")) != value);
  CHECK(first(stream(0, 1, "a", "b")) != first(stream(1, 0, "a", "b")));
}

TEST_CASE("streams of neighbouring names are uncorrelated") {
  Random a = stream(1, 0, "disk-1", "service");
  Random b = stream(1, 0, "disk-2", "service");
  const auto product = [&] { return (a.uniform() - 0.5) * (b.uniform() - 0.5); };
  CHECK(std::abs(z_of(product, identity, 0)) < 4);
}
