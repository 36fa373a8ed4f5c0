// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace headroom::plan {

/// Where a number comes from. `stated` is what the scenario's author says of his own system as a
/// fact.
enum class Provenance { stated, measured, catalogue, assumed };
std::string_view to_string(Provenance provenance);

/// One value of a scenario: a number in SI units or a word, with its error and where it comes from.
struct Value {
  double number = 0;
  std::string word;
  Provenance provenance = Provenance::stated;
  /// 5 % and 95 % quantiles; equal to `number` when it is exact.
  double low = 0;
  double high = 0;
  std::string source;  ///< why this number: a citation or a reason
  Origin origin;

  bool is_uncertain() const { return low < number || number < high; }
};

/// The value at `z` standard deviations of a log-normal whose halves are stretched to meet the 5 %
/// and 95 % quantiles.
double quantile_at(const Value& value, double z);

}  // namespace headroom::plan
