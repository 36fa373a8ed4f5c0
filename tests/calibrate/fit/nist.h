// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

namespace headroom::calibrate::testing {

/// A certified problem of NIST's Statistical Reference Datasets, see data/reference/nist/README.md.
struct NistProblem {
  double (*model)(std::span<const double> b, double x);
  std::array<std::vector<double>, 2> starts;
  std::vector<double> certified;        ///< parameters
  std::vector<double> standard_errors;  ///< theirs, certified too
  double cost;                          ///< certified residual sum of squares
  std::vector<double> x, y;
};

/// The names of all problems in data/reference/nist.
std::vector<std::string> nist_names();

/// Reads data/reference/nist/NAME.dat. Requires: the working directory is the root of the tree.
NistProblem read_nist(const std::string& name);

}  // namespace headroom::calibrate::testing
