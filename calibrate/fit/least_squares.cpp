// SPDX-License-Identifier: Apache-2.0
#include "calibrate/fit/least_squares.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "calibrate/fit/linear_model.h"

namespace headroom::calibrate {
namespace {

using Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Vector to_vector(std::span<const double> values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

/// Row after row; a vector as it is.
std::vector<double> to_rows(const RowMajor& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}

/// `values`, or p times `otherwise` if there are none.
Vector or_constant(const std::vector<double>& values, Index p, double otherwise) {
  if (values.empty()) return Vector::Constant(p, otherwise);
  check(static_cast<Index>(values.size()) == p, "bounds and sizes must match the start in length");
  return to_vector(values);
}

/// Finite, and with a finite sum of squares.
bool is_possible(const Vector& values) { return std::isfinite(values.squaredNorm()); }

std::span<const double> to_span(const Matrix& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

/// One minimisation: the best point so far, its Jacobian, the trust region.
class Descent {
 public:
  Descent(const Problem& problem, const Options& options);
  Fit run();

 private:
  Vector evaluate(const Vector& x);
  double cost_of(const Vector& r) const;
  Vector sizes() const;
  std::string start();
  std::string descend();
  bool take_differences();
  Vector difference_column(Index j);
  void weigh();
  bool is_held(Index j) const;
  std::vector<std::size_t> free_parameters() const;
  BoundedStep propose() const;
  std::string negligible(const BoundedStep& proposal) const;
  void attempt(const BoundedStep& proposal);
  void update_jacobian(const Vector& step, const Vector& r);
  void add_covariance(Fit& fit) const;
  void add_held(Fit& fit) const;

  const Problem& problem_;
  const Options& options_;
  Index p_;
  Vector lower_, upper_, typical_;
  Vector x_, r_;
  Matrix jacobian_;           ///< of r at x; no columns: not known yet
  Vector scale_;              ///< greatest norm so far of each weighted column
  Vector weighted_r_;         ///< sqrt(w) r
  Matrix weighted_jacobian_;  ///< sqrt(w) J
  double radius_ = -1;        ///< of the trust region, in scaled parameters; negative: not set yet
  int evaluations_ = 0;
  bool is_spent_ = true;     ///< the Jacobian is unknown, or an update of it has misled
  bool is_exact_ = false;    ///< the Jacobian is by differences at x
  bool is_trusted_ = false;  ///< the Jacobian is the caller's, updated, and no step has failed
  bool has_converged_ = false;
};

Descent::Descent(const Problem& problem, const Options& options)
    : problem_(problem), options_(options), p_(static_cast<Index>(problem.start.size())) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  check(p_ > 0, "a fit needs a parameter");
  lower_ = or_constant(problem.lower, p_, -infinity);
  upper_ = or_constant(problem.upper, p_, infinity);
  typical_ = or_constant(problem.typical, p_, 0);
  check((lower_.array() <= upper_.array()).all(), "a lower bound lies above its upper bound");
  x_ = to_vector(problem.start).cwiseMax(lower_).cwiseMin(upper_);
  scale_ = Vector::Zero(p_);
}

Vector Descent::evaluate(const Vector& x) {
  ++evaluations_;
  const Vector r = to_vector(problem_.residuals(to_span(x)));
  check(evaluations_ == 1 || r.size() == r_.size(), "the number of residuals must not change");
  return r;
}

double Descent::cost_of(const Vector& r) const {
  if (!options_.robust) return r.squaredNorm();
  const auto squares = r.array().square();  // 2 (sqrt(1 + r^2) - 1) without cancellation
  return (2 * squares / (1 + (1 + squares).sqrt())).sum();
}

Vector Descent::sizes() const {
  Vector sizes = x_.cwiseAbs().cwiseMax(typical_);
  return (sizes.array() > 0).select(sizes, 1);
}

/// A column of the Jacobian, the step turned where the box or an impossible point is in the way.
/// Zero if there is no room.
Vector Descent::difference_column(Index j) {
  const double step = options_.difference * sizes()[j];
  const double up = std::min(step, upper_[j] - x_[j]);
  const double down = -std::min(step, x_[j] - lower_[j]);
  const bool is_up_first = up >= -down;
  for (const double wanted : {is_up_first ? up : down, is_up_first ? down : up}) {
    if (wanted == 0 || evaluations_ >= options_.max_evaluations) break;
    Vector x = x_;
    x[j] += wanted;
    const Vector r = evaluate(x);
    const Vector column = (r - r_) / (x[j] - x_[j]);
    if (is_possible(column)) return column;
  }
  return Vector::Zero(r_.size());
}

/// False, and nothing done, if the evaluations left do not suffice.
bool Descent::take_differences() {
  if (evaluations_ + p_ > options_.max_evaluations) return false;
  jacobian_.resize(r_.size(), p_);
  for (Index j = 0; j < p_; ++j) jacobian_.col(j) = difference_column(j);
  is_exact_ = true;
  is_spent_ = false;
  is_trusted_ = false;
  return true;
}

void Descent::weigh() {
  Vector roots = Vector::Ones(r_.size());
  if (options_.robust) roots = (1 + r_.array().square()).pow(-0.25);
  weighted_r_ = roots.cwiseProduct(r_);
  weighted_jacobian_ = roots.asDiagonal() * jacobian_;
  scale_ = scale_.cwiseMax(weighted_jacobian_.colwise().norm().transpose());
  if (radius_ < 0) radius_ = scale_.cwiseProduct(sizes()).norm();
}

/// Fixed by the box, or at a bound and the cost falls beyond it.
bool Descent::is_held(Index j) const {
  const double slope = weighted_jacobian_.col(j).dot(weighted_r_);
  const bool is_at_lower = x_[j] <= lower_[j];
  const bool is_at_upper = x_[j] >= upper_[j];
  return (is_at_lower && is_at_upper) || (is_at_lower && slope > 0) || (is_at_upper && slope < 0);
}

std::vector<std::size_t> Descent::free_parameters() const {
  std::vector<std::size_t> free;
  for (Index j = 0; j < p_; ++j) {
    if (!is_held(j)) free.push_back(static_cast<std::size_t>(j));
  }
  return free;
}

BoundedStep Descent::propose() const {
  const Vector lower = lower_ - x_;
  const Vector upper = upper_ - x_;
  const Vector scale = (scale_.array() > 0).select(scale_, 1);
  return bounded_step({to_span(weighted_r_), to_span(weighted_jacobian_)},
                      {to_span(lower), to_span(upper), to_span(scale), radius_}, free_parameters());
}

/// Why the proposal is not worth an evaluation; empty if it is.
std::string Descent::negligible(const BoundedStep& proposal) const {
  const Vector step = to_vector(proposal.step);
  if ((step.array().abs() <= options_.step_tolerance * sizes().array()).all()) {
    return "converged: the steps became shorter than the step tolerance";
  }
  const bool is_slight =
      proposal.predicted <= std::max(options_.cost_floor, options_.cost_tolerance * cost_of(r_));
  if (is_slight && proposal.is_full) {
    return "converged: the cost would fall by less than the cost tolerance";
  }
  return "";
}

/// Broyden's update in scaled parameters: the least change that explains the step [BRO65].
void Descent::update_jacobian(const Vector& step, const Vector& r) {
  const Vector direction = scale_.cwiseAbs2().cwiseProduct(step);
  jacobian_ += (r - r_ - jacobian_ * step) * direction.transpose() / direction.dot(step);
}

/// Goes there if the cost falls; sets the radius by how well the fall was predicted [MORE78].
void Descent::attempt(const BoundedStep& proposal) {
  const Vector step = to_vector(proposal.step);
  const double length = scale_.cwiseProduct(step).norm();
  Vector x = (step.array() <= (lower_ - x_).array()).select(lower_, x_ + step);
  x = (step.array() >= (upper_ - x_).array()).select(upper_, x);
  const Vector r = evaluate(x);
  if (!is_possible(r)) {
    radius_ = 0.25 * length;
    return;
  }
  const double gain = (cost_of(r_) - cost_of(r)) / proposal.predicted;
  if (gain < 0.25) radius_ = 0.5 * length;
  if (gain > 0.75) radius_ = std::max(radius_, 2 * length);
  if (gain > 1e-4) {
    update_jacobian(x - x_, r);
    x_ = x;
    r_ = r;
    is_exact_ = false;
  } else if (!is_exact_) {
    is_spent_ = true;
  }
}

/// The covariance of the free parameters, or in `reason` which of them is undetermined.
void Descent::add_covariance(Fit& fit) const {
  const std::vector<std::size_t> free = free_parameters();
  Matrix covariance = Matrix::Zero(p_, p_);
  if (!free.empty()) {
    const Matrix columns = weighted_jacobian_(Eigen::all, free);
    const Spread unit = spread(to_span(columns), static_cast<std::size_t>(r_.size()));
    if (unit.undetermined) {
      fit.reason += "; the residuals do not determine solution[" +
                    std::to_string(free[*unit.undetermined]) + "]";
      return;
    }
    const auto q = static_cast<Index>(free.size());
    const Index spare = r_.size() - q;
    const double variance = spare > 0 ? fit.cost / static_cast<double>(spare) : 1;
    covariance(free, free) = variance * Eigen::Map<const Matrix>(unit.covariance.data(), q, q);
  }
  fit.covariance = to_rows(covariance);
  fit.standard_errors = to_rows(covariance.diagonal().cwiseSqrt());
}

void Descent::add_held(Fit& fit) const {
  for (Index j = 0; j < p_; ++j) {
    if (!is_held(j)) continue;
    fit.reason += "; solution[" + std::to_string(j) + "] is held at its " +
                  (x_[j] <= lower_[j] ? "lower" : "upper") + " bound";
  }
}

/// Until converged or out of evaluations; returns why it stopped.
std::string Descent::descend() {
  const std::string out_of_budget = "stopped before convergence: the evaluations are used up";
  while (true) {
    if (is_spent_ && !take_differences()) return out_of_budget;
    weigh();
    const BoundedStep proposal = propose();
    std::string reason = negligible(proposal);
    if (!reason.empty()) {
      has_converged_ = is_exact_ || is_trusted_;
      if (has_converged_) return reason;
      if (!take_differences()) return out_of_budget;
    } else if (proposal.predicted <= 0) {
      radius_ *= 0.5;  // a wall of the box spoils so long a step
    } else if (evaluations_ < options_.max_evaluations) {
      attempt(proposal);
    } else {
      return out_of_budget;
    }
  }
}

/// The first evaluation, and the caller's Jacobian if there is one.
std::string Descent::start() {
  r_ = evaluate(x_);
  if (r_.size() == 0) return "not started: there are no residuals";
  if (!is_possible(r_)) return "not started: the residuals at the start are not all finite";
  if (options_.jacobian.empty()) return "";
  check(options_.jacobian.size() == static_cast<std::size_t>(r_.size() * p_),
        "a warm Jacobian needs a row for each residual");
  jacobian_ = Eigen::Map<const RowMajor>(options_.jacobian.data(), r_.size(), p_);
  is_spent_ = false;
  is_trusted_ = true;
  return "";
}

Fit Descent::run() {
  Fit fit;
  fit.reason = start();
  if (fit.reason.empty()) fit.reason = descend();
  fit.solution = to_rows(x_);
  fit.residuals = to_rows(r_);
  fit.cost = cost_of(r_);
  fit.has_converged = has_converged_;
  fit.evaluations = evaluations_;
  if (jacobian_.cols() > 0) {
    fit.jacobian = to_rows(jacobian_);
    weigh();
    add_held(fit);
    add_covariance(fit);
  }
  return fit;
}

}  // namespace

Fit minimise(const Problem& problem, const Options& options) {
  return Descent(problem, options).run();
}

}  // namespace headroom::calibrate
