// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace headroom::calibrate {

/// Residuals near a point, r + J s for a step s of q parameters.
struct LinearModel {
  std::span<const double> residuals;  ///< r, n values
  std::span<const double> jacobian;   ///< J, n rows of q, stored column after column
};

/// Where a step may end: in a box and in an ellipsoid, |scale s| <= radius.
struct Region {
  std::span<const double> lower;  ///< q values <= 0
  std::span<const double> upper;  ///< q values >= 0
  std::span<const double> scale;  ///< q positive values
  double radius = 0;              ///< positive
};

/// A step in a region, and what it promises.
struct BoundedStep {
  std::vector<double> step;  ///< q values, in the box
  double predicted = 0;      ///< |r|^2 - |r + J s|^2
  bool is_full = true;       ///< not cut short by the radius
};

/// The s of least |r + J s| in the region, the radius kept to a tenth [MORE78]:
///   s(l) = -(J^T J + l scale^2)^-1 J^T r,  damping l >= 0 [MAR63] so that |scale s(l)| <= radius,
/// in the parameters listed in `free`; the others stay. One that would leave the box ends at its
/// wall, and the rest are solved for again. Directions in which J changes nothing are left alone.
/// Requires: finite values.
BoundedStep bounded_step(const LinearModel& model, const Region& region,
                         std::vector<std::size_t> free);

/// How well residuals of unit variance determine the parameters.
struct Spread {
  std::vector<double> covariance;           ///< (J^T J)^-1, q rows of q; empty if J is singular
  std::optional<std::size_t> undetermined;  ///< the parameter that J determines least, if singular
};

/// From the Jacobian of n rows, stored column after column. Requires: n >= 1, finite values.
Spread spread(std::span<const double> jacobian, std::size_t rows);

}  // namespace headroom::calibrate
