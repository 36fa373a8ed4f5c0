// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace headroom::calibrate {

/// Nonlinear least squares in a box: the p parameters x, lower <= x <= upper, with the least
///   cost(x) = sum_i r_i(x)^2
/// of n residuals r. A residual is weighted, (predicted - measured) / standard error, hence a pure
/// number of about 1 at a good fit. It comes from a simulation: an evaluation takes seconds, so
/// evaluations are what is saved, and with common random numbers r is smooth but for a fine grain,
/// so derivatives are taken over wide steps.
struct Problem {
  /// r(x): the same length n and, for the same x, the same values at every call. A value that is
  /// not finite says "impossible here": the step that led there is refused and a shorter one tried.
  std::function<std::vector<double>(std::span<const double>)> residuals;
  std::vector<double> start;  ///< p values, p >= 1; moved into the box first
  std::vector<double> lower;  ///< p values, -infinity where there is none; empty: none at all
  std::vector<double> upper;  ///< p values, +infinity where there is none; empty: none at all
  /// p positive values. The size of a parameter, to which tolerances and differences are relative,
  /// is |x| or this, whichever is greater: 1 for a logarithm, so that 0.02 means 2 %. Empty: |x|
  /// (1 at x = 0).
  std::vector<double> typical = {};
};

/// When to stop, and how to differentiate.
struct Options {
  int max_evaluations = 60;      ///< calls of `residuals`, those for differences included
  double step_tolerance = 1e-4;  ///< converged when no step is greater, relative to the size
  double cost_tolerance = 1e-6;  ///< converged when the cost is to fall by less, relative to itself
  double cost_floor = 0;         ///< or by less than this, such as the grain of a simulation
  /// Step of a forward difference relative to the parameter's size: wide against the grain of a
  /// simulation, narrow (1e-7) for a smooth formula.
  double difference = 0.02;
  /// dr_i/dx_j at the start, n rows of p, such as the Fit of a similar problem; trusted until a
  /// step fails. Empty: by differences, p evaluations.
  std::vector<double> jacobian = {};
  /// Soft-L1 loss, cost(x) = sum_i 2 (sqrt(1 + r_i^2) - 1): r^2 for small r, 2 |r| for large, so
  /// that one wild measurement pulls no harder than a bounded force. By reweighting with the loss's
  /// w_i = 1 / sqrt(1 + r_i^2) [HW77].
  bool robust = false;
};

/// What came out. A failure is a Fit too, and `reason` says why.
struct Fit {
  std::vector<double> solution;         ///< p values, the best x met, inside the box
  std::vector<double> standard_errors;  ///< p values, see `covariance`; empty with it
  std::vector<double> residuals;        ///< n values at the solution, without the loss
  std::vector<double> jacobian;         ///< dr_i/dx_j there, n rows of p; empty if never known
  double cost = 0;                      ///< at the solution, with the loss
  bool has_converged = false;           ///< one of the tolerances was met
  std::string reason;   ///< one sentence: why it stopped, and which parameters to beware of
  int evaluations = 0;  ///< calls of `residuals`
  /// p rows of p: (J^T W J)^-1 of the q free parameters (W = w_i with `robust`, else 1), times
  /// cost / (n - q) if n > q; 0 for parameters held at a bound. Empty if the residuals do not
  /// determine all free parameters.
  std::vector<double> covariance;

  /// Whether solution and standard errors may be relied on.
  bool is_usable() const { return has_converged && !covariance.empty(); }
};

/// Levenberg-Marquardt [MAR63] in a trust region scaled by the Jacobian's column norms [MORE78],
/// steps cut at the box, with Broyden's rank-one update of the Jacobian from step to step [BRO65]:
/// differences cost p evaluations, an update none. Differences are taken at the start (unless
/// `jacobian` is given), when a step fails on an updated Jacobian, and before convergence is
/// declared on one, except on the caller's: a warm start that fits costs an evaluation a step.
/// Deterministic; throws only what `residuals` throws.
/// Requires: start, lower, upper, typical and jacobian of matching sizes, lower <= upper.
Fit minimise(const Problem& problem, const Options& options);

}  // namespace headroom::calibrate
