// SPDX-License-Identifier: Apache-2.0
#include "calibrate/fit/least_squares.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/calibrate/fit/examples.h"

using namespace headroom::calibrate;
using namespace headroom::calibrate::testing;

TEST_CASE("a straight line is solved by one step") {
  // One evaluation at the start, two differences, one step, two differences to be sure.
  const Fit fit = minimise({line(0), {1.5, 1.5}, {}, {}}, {});
  REQUIRE(fit.is_usable());
  REQUIRE(fit.evaluations == 6);
  REQUIRE(fit.solution[0] == Approx(1));
  REQUIRE(fit.solution[1] == Approx(2));
  REQUIRE(fit.cost == Approx(0).margin(1e-12));
}

TEST_CASE("the covariance of a straight line is the textbook's, scaled by the misfit") {
  // x = 0..3: J^T J = [4 6; 6 14], inverse [14 -6; -6 4] / 20. The outlier of 10 leaves residuals
  // 2, -1, -4, 3 (times -1), cost 30, on 2 degrees of freedom: 15.
  const Fit fit = minimise({line(10), {1, 1}, {}, {}}, precise);
  REQUIRE(fit.cost == Approx(30));
  REQUIRE(fit.covariance.size() == 4);
  REQUIRE(fit.covariance[0] == Approx(15 * 0.7));
  REQUIRE(fit.covariance[1] == Approx(15 * -0.3));
  REQUIRE(fit.covariance[2] == Approx(15 * -0.3));
  REQUIRE(fit.covariance[3] == Approx(15 * 0.2));
  REQUIRE(fit.standard_errors[0] == Approx(std::sqrt(10.5)));
  REQUIRE(fit.jacobian[7] == Approx(3));  // row 3, column 1
}

TEST_CASE("without spare residuals the covariance is that of their standard errors") {
  const auto two = [](Parameters p) { return std::vector<double>{p[0] / 3 - 1, p[1] / 5 - 1}; };
  const Fit fit = minimise({two, {1, 1}, {}, {}}, {});
  REQUIRE(fit.is_usable());
  REQUIRE(fit.standard_errors[0] == Approx(3));
  REQUIRE(fit.standard_errors[1] == Approx(5));
}

TEST_CASE("a parameter that starts at zero is moved") {
  const Fit fit = minimise({line(0), {0, 0}, {}, {}}, {});
  REQUIRE(fit.is_usable());
  REQUIRE(fit.solution[1] == Approx(2));
}

TEST_CASE("a step that is short for want of trust is not the end") {
  // The first steps, as long as the start is great, lower the cost by a part of 2e-7 only.
  const auto far = [](Parameters p) { return std::vector<double>{p[0] - 1000}; };
  REQUIRE(minimise({far, {1e-4}, {}, {}}, {}).solution[0] == Approx(1000));
}

TEST_CASE("a warm Jacobian saves evaluations and gives the same answer") {
  const Fit cold = minimise(saturation_problem(), {});
  Problem next = saturation_problem();
  next.start = {cold.solution[0] * 1.02, cold.solution[1] * 0.98};
  const Fit again = minimise(next, {});
  const Fit warm = minimise(next, {.jacobian = cold.jacobian});
  REQUIRE(warm.is_usable());
  REQUIRE(warm.evaluations <= 4);
  REQUIRE(warm.evaluations + 3 <= again.evaluations);
  for (std::size_t j = 0; j < 2; ++j) {  // far inside the error bar
    REQUIRE(std::abs(warm.solution[j] - again.solution[j]) < 0.1 * again.standard_errors[j]);
    REQUIRE(warm.standard_errors[j] == Approx(again.standard_errors[j]).epsilon(0.1));
  }
}

TEST_CASE("a misleading warm Jacobian is replaced") {
  Options options = precise;
  options.jacobian = minimise(saturation_problem(), precise).jacobian;
  for (double& slope : options.jacobian) slope = -slope;
  const Fit fit = minimise(saturation_problem(), options);
  REQUIRE(fit.is_usable());
  REQUIRE(fit.solution[1] == Approx(0.4).epsilon(0.02));
}

TEST_CASE("the Jacobian that comes back is that of the solution") {
  Options options = {.difference = 1e-7};
  const bool is_misled = GENERATE(false, true);
  if (is_misled) {
    options.jacobian = minimise(saturation_problem(), precise).jacobian;
    for (double& slope : options.jacobian) slope = -slope;
  }
  const Fit fit = minimise(saturation_problem(), options);
  for (std::size_t i = 0; i < 8; ++i) {
    const double decay = std::exp(-fit.solution[1] * static_cast<double>(i + 1));
    REQUIRE(fit.jacobian[2 * i] == Approx((1 - decay) / 0.1).epsilon(1e-5));
  }
}

TEST_CASE("updates of the Jacobian save evaluations") {
  // Differences at every step would cost 3 evaluations a step; 5 steps and more are needed.
  const Fit fit = minimise(saturation_problem(), {});
  REQUIRE(fit.is_usable());
  REQUIRE(fit.evaluations <= 15);
}

TEST_CASE("the robust loss ignores one outlier") {
  Options robust = precise;
  robust.robust = true;
  const auto wild = [](Parameters p) {
    std::vector<double> r = saturation(p);
    r[3] += 100;
    return r;
  };
  const Fit clean = minimise(saturation_problem(), robust);
  const Fit plain = minimise({wild, {15, 1}, {}, {}}, precise);
  const Fit fit = minimise({wild, {15, 1}, {}, {}}, robust);
  REQUIRE(fit.is_usable());
  // An influence of at most 1 where the plain fit feels 100.
  REQUIRE(std::abs(plain.solution[0] - clean.solution[0]) > 1);
  REQUIRE(std::abs(fit.solution[0] - clean.solution[0]) < 0.1);
  REQUIRE(std::abs(fit.solution[1] - clean.solution[1]) < 0.01);
}

TEST_CASE("the robust cost is the soft-L1 loss, and stationary in the solution") {
  Options robust = precise;
  robust.robust = true;
  const auto cost = [](const std::vector<double>& r) {
    double sum = 0;
    for (const double value : r) sum += 2 * (std::sqrt(1 + value * value) - 1);
    return sum;
  };
  const Fit fit = minimise({line(10), {1, 1}, {}, {}}, robust);
  REQUIRE(fit.cost == Approx(cost(fit.residuals)));
  for (const double change : {-0.01, 0.01}) {
    REQUIRE(cost(line(10)(std::vector{fit.solution[0] + change, fit.solution[1]})) > fit.cost);
    REQUIRE(cost(line(10)(std::vector{fit.solution[0], fit.solution[1] + change})) > fit.cost);
  }
}

TEST_CASE("a fine grain of the residuals does not keep the fit from converging") {
  const auto grainy = [](Parameters p) {
    std::vector<double> r = saturation(p);
    for (double& value : r) value = std::round(value * 200) / 200;
    return r;
  };
  const Fit smooth = minimise(saturation_problem(), precise);
  const Fit fit = minimise({grainy, {15, 1}, {}, {}}, {});
  INFO(fit.reason);
  REQUIRE(fit.is_usable());
  for (std::size_t j = 0; j < 2; ++j) {
    REQUIRE(std::abs(fit.solution[j] - smooth.solution[j]) < 0.2 * smooth.standard_errors[j]);
  }
}

TEST_CASE("the unit of a parameter does not matter") {
  constexpr double unit = 1LL << 40;  // a power of two: the same bits
  const auto in_other_unit = [](Parameters p) {
    return saturation(std::vector{p[0], p[1] / unit});
  };
  const Fit one = minimise(saturation_problem(), {});
  const Fit other = minimise({in_other_unit, {15, unit}, {}, {}}, {});
  REQUIRE(other.evaluations == one.evaluations);
  REQUIRE(other.solution[1] == Approx(unit * one.solution[1]));
  REQUIRE(other.standard_errors[1] == Approx(unit * one.standard_errors[1]));
}

TEST_CASE("differences of a logarithm near zero take its typical size") {
  double least = infinity;
  const auto logarithm = [&least](Parameters p) {
    if (p[0] != 0.001) least = std::min(least, std::abs(p[0] - 0.001));
    return std::vector<double>{std::exp(p[0]) - 1.2};
  };
  const Fit fit = minimise({logarithm, {0.001}, {}, {}, {1}}, {.max_evaluations = 2});
  REQUIRE(fit.evaluations == 2);
  REQUIRE(least == Approx(0.02));
}

TEST_CASE("impossible points are walked around") {
  // Beyond 1.01 lie the first full step from 0.8, to 1.03, and the difference upwards in the end.
  const auto walled = [](Parameters p) {
    return std::vector<double>{p[0] > 1.01 ? std::nan("") : p[0] * p[0] - 1.018};
  };
  const Fit fit = minimise({walled, {0.8}, {}, {}}, {});
  INFO(fit.reason);
  REQUIRE(fit.is_usable());
  REQUIRE(fit.solution[0] == Approx(std::sqrt(1.018)).epsilon(1e-4));
  REQUIRE(fit.jacobian[0] == Approx(2 * 1.009).epsilon(0.02));
  REQUIRE(minimise({walled, {1}, {}, {}}, {.max_evaluations = 2}).evaluations == 2);
}

TEST_CASE("a start without finite residuals is an outcome") {
  const auto impossible = [](Parameters) { return std::vector<double>{1, infinity}; };
  const Fit fit = minimise({impossible, {2}, {}, {1}}, {});
  REQUIRE_FALSE(fit.is_usable());
  REQUIRE(fit.evaluations == 1);
  REQUIRE(fit.solution == std::vector<double>{1});
  REQUIRE(fit.reason == "not started: the residuals at the start are not all finite");
}

TEST_CASE("no residuals are an outcome") {
  const auto none = [](Parameters) { return std::vector<double>{}; };
  const Fit fit = minimise({none, {2}, {}, {}}, {});
  REQUIRE_FALSE(fit.is_usable());
  REQUIRE(fit.reason == "not started: there are no residuals");
}

TEST_CASE("evaluations never exceed their number, and running out is an outcome") {
  const int most = GENERATE(1, 2, 3, 4, 5, 6, 7);
  int calls = 0;
  const auto counted = [&calls](Parameters p) {
    ++calls;
    return saturation(p);
  };
  const Fit fit = minimise({counted, {15, 1}, {}, {}}, {.max_evaluations = most});
  REQUIRE(calls == fit.evaluations);
  REQUIRE(calls <= most);
  REQUIRE_FALSE(fit.is_usable());
  REQUIRE(fit.reason == "stopped before convergence: the evaluations are used up");
}

TEST_CASE("parameters that cannot be told apart are named") {
  const auto sum = [](Parameters p) {
    return std::vector<double>{p[0] + p[1] - 1, p[0] + p[1] - 2, p[0] + p[1] - 3};
  };
  const auto deaf = [](Parameters p) { return std::vector<double>{p[1] - 1, p[1] - 2, p[1] - 3}; };
  const Fit fit = minimise({sum, {1, 2}, {}, {}}, precise);
  REQUIRE(fit.has_converged);
  REQUIRE_FALSE(fit.is_usable());
  REQUIRE(fit.covariance.empty());
  REQUIRE(fit.standard_errors.empty());
  REQUIRE_THAT(fit.reason, Catch::Contains("; the residuals do not determine solution["));
  const Fit other = minimise({deaf, {5, 1}, {}, {}}, precise);
  REQUIRE(other.has_converged);
  REQUIRE(other.solution[0] == 5);
  REQUIRE(other.solution[1] == Approx(2));
  REQUIRE_THAT(other.reason, Catch::EndsWith("; the residuals do not determine solution[0]"));
}

TEST_CASE("fewer residuals than parameters determine nothing") {
  const auto one = [](Parameters p) { return std::vector<double>{p[0] * p[1] - 6}; };
  const Fit fit = minimise({one, {1, 2}, {}, {}}, {});
  REQUIRE_FALSE(fit.is_usable());
  REQUIRE(fit.cost < 1e-4);
}

TEST_CASE("the same problem gives the same bits") {
  const Fit one = minimise(saturation_problem(), {});
  const Fit other = minimise(saturation_problem(), {});
  REQUIRE(one.solution == other.solution);
  REQUIRE(one.covariance == other.covariance);
  REQUIRE(one.evaluations == other.evaluations);
}

TEST_CASE("a fall below the cost floor is not worth a step") {
  // From (1, 1) to the solution the cost falls from 174 to 30, in one step where trust reaches so
  // far.
  const Problem problem{line(10), {1, 1}, {}, {}, {10, 10}};
  REQUIRE(minimise(problem, {.cost_floor = 145}).evaluations == 3);
  REQUIRE(minimise(problem, {.cost_floor = 143}).cost == Approx(30));
}
