// SPDX-License-Identifier: Apache-2.0
#include "calibrate/fit/linear_model.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace headroom::calibrate {
namespace {

using Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Svd = Eigen::JacobiSVD<Matrix>;

// Directions along which the residuals change by less than this part of the strongest one are
// taken as undetermined: assumed, well below what differences can tell and above rounding.
constexpr double rank_tolerance = 1e-10;

Eigen::Map<const Matrix> as_matrix(std::span<const double> columns, std::size_t rows) {
  const auto n = static_cast<Index>(rows);
  return {columns.data(), n, static_cast<Index>(columns.size()) / n};
}

Eigen::Map<const Vector> to_vector(std::span<const double> values) {
  return {values.data(), static_cast<Index>(values.size())};
}

std::vector<double> to_values(const Matrix& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}

struct DampedStep {
  Vector step;
  bool is_full = false;
};

/// The s of least |r + J s| with |s| <= radius.
DampedStep damped_step(const Matrix& jacobian, const Vector& residuals, double radius) {
  const Svd svd(jacobian, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Vector& sigma = svd.singularValues();
  const Vector along = svd.matrixU().transpose() * residuals;
  const auto coefficients = [&](double damping) {
    Vector c = Vector::Zero(sigma.size());
    for (Index k = 0; k < sigma.size() && sigma[k] > rank_tolerance * sigma[0]; ++k) {
      c[k] = -sigma[k] * along[k] / (sigma[k] * sigma[k] + damping);
    }
    return c;
  };
  Vector c = coefficients(0);
  const bool is_full = c.norm() <= radius;
  if (is_full) return {svd.matrixV() * c, is_full};
  // |s(l)| falls in l and is at most |J^T r| / l: bisect log l below the l where that is the
  // radius.
  double high = std::log(sigma.cwiseProduct(along).norm() / radius);
  double low = high - 70;  // a factor of 1e-30: no damping
  for (int i = 0; i < 60 && std::abs(c.norm() - radius) > 0.1 * radius; ++i) {
    const double middle = 0.5 * (low + high);
    c = coefficients(std::exp(middle));
    (c.norm() > radius ? low : high) = middle;
  }
  return {svd.matrixV() * c, is_full};
}

}  // namespace

BoundedStep bounded_step(const LinearModel& model, const Region& region,
                         std::vector<std::size_t> free) {
  const auto residuals = to_vector(model.residuals);
  const auto jacobian = as_matrix(model.jacobian, model.residuals.size());
  const auto scale = to_vector(region.scale);
  BoundedStep result;
  Vector step = Vector::Zero(scale.size());
  while (!free.empty()) {
    const Vector units = scale(free).cwiseInverse();
    const Matrix columns = jacobian(Eigen::all, free) * units.asDiagonal();
    const DampedStep damped = damped_step(columns, residuals + jacobian * step, region.radius);
    Vector wanted = step;
    wanted(free) = damped.step.cwiseProduct(units);
    const Vector inside =
        wanted.cwiseMax(to_vector(region.lower)).cwiseMin(to_vector(region.upper));
    result.is_full = damped.is_full;
    step(free) = inside(free);
    const auto is_out = [&](std::size_t j) { return wanted(Index(j)) != inside(Index(j)); };
    if (std::ranges::none_of(free, is_out)) break;
    std::erase_if(free, is_out);
    step(free).setZero();
  }
  result.step = to_values(step);
  result.predicted = residuals.squaredNorm() - (residuals + jacobian * step).squaredNorm();
  return result;
}

Spread spread(std::span<const double> jacobian, std::size_t rows) {
  const auto columns = as_matrix(jacobian, rows);
  const Vector norms = columns.colwise().norm();
  const Vector units = (norms.array() > 0).select(norms, 1).cwiseInverse();
  const Svd svd(columns * units.asDiagonal(), Eigen::ComputeFullV);
  const Vector& sigma = svd.singularValues();
  const Index q = columns.cols();
  if (sigma.size() < q || sigma[q - 1] <= rank_tolerance * sigma[0]) {
    Index weakest = 0;
    svd.matrixV().col(q - 1).cwiseAbs().maxCoeff(&weakest);
    return {{}, static_cast<std::size_t>(weakest)};
  }
  const Matrix root = units.asDiagonal() * svd.matrixV() * sigma.cwiseInverse().asDiagonal();
  return {to_values(root * root.transpose()), {}};
}

}  // namespace headroom::calibrate
