// SPDX-License-Identifier: Apache-2.0
// Least squares within bounds.
#include <catch2/catch.hpp>
#include <cmath>

#include "calibrate/fit/least_squares.h"
#include "tests/calibrate/fit/examples.h"

using namespace headroom::calibrate;
using namespace headroom::calibrate::testing;

TEST_CASE("a parameter that wants to leave the box is held at its bound") {
  // With the slope b held, the mean of y - b x over x = 0..3 is the best intercept: 4 - 1.5 b.
  const double bound = GENERATE(1.1, 1.3, 1.7, 1.9, 2.1, 2.3, 2.7, 2.9);
  const double start = GENERATE(0.7, 3.1, 2.0);
  const bool is_upper = bound < 2;
  const Problem problem = {line(0),
                           {1, start},
                           {-infinity, is_upper ? -infinity : bound},
                           {infinity, is_upper ? bound : infinity}};
  const Fit fit = minimise(problem, precise);
  REQUIRE(fit.is_usable());
  REQUIRE(fit.solution[1] == bound);
  REQUIRE(fit.solution[0] == Approx(4 - 1.5 * bound));
  REQUIRE(fit.standard_errors[1] == 0);
  REQUIRE(fit.standard_errors[0] > 0);
  REQUIRE_THAT(fit.reason,
               Catch::StartsWith("converged: ") &&
                   Catch::EndsWith(is_upper ? "; solution[1] is held at its upper bound"
                                            : "; solution[1] is held at its lower bound"));
}

TEST_CASE("a bound is met to the bit, from wherever") {
  const double start = 0.1 * GENERATE(range(-100, 100)) + 0.03;
  const double bound = start < 1.1 ? 1.1 : -1.1;
  const auto beyond = [bound](Parameters p) {
    REQUIRE((bound > 0 ? p[0] <= bound : p[0] >= bound));
    return std::vector<double>{p[0] - 5 * bound};
  };
  const Fit fit = minimise(
      {beyond, {start}, {bound > 0 ? -infinity : bound}, {bound > 0 ? bound : infinity}, {100}},
      {.difference = 1e-4});
  REQUIRE(fit.solution[0] == bound);
  REQUIRE(fit.standard_errors[0] == 0);
}

TEST_CASE("no evaluation lies outside the box") {
  const Problem problem{[](Parameters p) {
                          REQUIRE(p[0] >= 0);
                          REQUIRE(p[0] <= 30);
                          REQUIRE(p[1] >= 0.5);
                          REQUIRE(p[1] <= 2);
                          return saturation(p);
                        },
                        {100, 2},
                        {0, 0.5},
                        {30, 2}};
  const Fit fit = minimise(problem, precise);
  REQUIRE(fit.is_usable());
  REQUIRE(fit.solution[1] == 0.5);
}

TEST_CASE("a parameter leaves a bound where it started when the cost falls inside") {
  const double start = GENERATE(0.1, 2.0);
  const Fit fit = minimise({saturation, {15, start}, {0, 0.1}, {100, 2}}, precise);
  REQUIRE(fit.is_usable());
  REQUIRE(fit.solution[1] == Approx(0.4).epsilon(0.02));
}

TEST_CASE("differences stay in a box narrower than they are") {
  const double start = GENERATE(0.9, 0.95, 1.0, 1.05);
  const auto inside = [](Parameters p) {
    REQUIRE(p[0] >= 0.9);
    REQUIRE(p[0] <= 1.05);
    return std::vector<double>{p[0] - 0.97};
  };
  REQUIRE(minimise({inside, {start}, {0.9}, {1.05}}, {.difference = 0.5}).is_usable());
}

TEST_CASE("a parameter without room is a constant") {
  const Fit fit = minimise({line(0), {1, 1}, {0.5, -infinity}, {0.5, infinity}}, {});
  REQUIRE(fit.is_usable());
  REQUIRE(fit.solution[0] == 0.5);
  REQUIRE(fit.solution[1] == Approx(2 + 0.5 * 6 / 14));  // least squares through (0, 0.5)
}
