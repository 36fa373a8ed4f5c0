// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/value.h"

#include <cmath>

namespace headroom::plan {

std::string_view to_string(Provenance provenance) {
  switch (provenance) {
    case Provenance::stated:
      return "stated";
    case Provenance::measured:
      return "measured";
    case Provenance::catalogue:
      return "catalogue";
    case Provenance::assumed:
      return "assumed";
  }
  return "";
}

double quantile_at(const Value& value, double z) {
  constexpr double z95 = 1.6448536269514722;
  const double edge = z < 0 ? value.low : value.high;
  if (edge == value.number) return value.number;
  if (value.number <= 0 || edge <= 0)
    return value.number + (edge - value.number) * std::fabs(z) / z95;
  return value.number * std::exp(std::log(edge / value.number) * std::fabs(z) / z95);
}

}  // namespace headroom::plan
