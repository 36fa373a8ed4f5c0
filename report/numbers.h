// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/estimate.h"
#include "base/units_text.h"
#include "plan/question/answer.h"

namespace headroom::report {

/// What a number is, for every printer alike.
struct Unit {
  Dimension dimension = Dimension::number;
  std::string_view noun;
};

/// Messages per second or bytes per second.
Unit throughput_unit(const plan::Prediction& prediction);

/// The SI unit of a number in JSON and CSV: "B", "s", "B/s", "msg/s", "1/s", "IOPS", and "1" for
/// pure numbers.
std::string si_symbol(const Unit& unit);

/// The number with its unit; "unknown" when it is not finite.
std::string quantity(double si, const Unit& unit);

/// The number, its unit and its interval, in which what the three have in common is not repeated:
/// "1.4 M msg/s (1.02..2.1)", "950 k msg/s (900 k..1.1 M)". An exact number stands alone.
std::string quantity(const Estimate& estimate, const Unit& unit);

/// A share of one in whole per cent, below ten in two digits: "34 %", "9.3 %". Less than 0.005 % is
/// 0 %.
std::string percent(double share);
std::string percent(const Estimate& share);

/// A relative error or difference with its sign: "+12 %", "-3.4 %".
std::string signed_percent(double share);

/// A pure factor in three digits, with its interval: "1.92 (1.7..2.05)".
std::string factor(double value);
std::string factor(const Estimate& estimate);

/// Two digits behind the point and a sign: "+0.42". Used for elasticities.
std::string signed_number(double number);

/// Whether the two readings of utilisation tell different things of this resource, by more than a
/// point.
bool busy_differs(const sim::ResourceUse& use);

/// The use of the bottleneck; nullptr when the prediction names none.
const sim::ResourceUse* bottleneck_use(const plan::Prediction& prediction);

}  // namespace headroom::report
