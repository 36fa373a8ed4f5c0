// SPDX-License-Identifier: Apache-2.0
#include "report/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::report {
namespace {

bool is_exact(const Estimate& estimate) {
  return estimate.lo == estimate.mean && estimate.hi == estimate.mean;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    result.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return result;
}

/// "mean (lo..hi)"; lo and hi without the last words that all three share, but never without their
/// number.
std::string with_interval(const std::string& mean, const std::string& lo, const std::string& hi) {
  const std::vector<std::string> center = words(mean);
  std::vector<std::string> low = words(lo);
  std::vector<std::string> high = words(hi);
  for (auto word = center.rbegin(); low.size() > 1 && high.size() > 1 && word != center.rend();
       ++word) {
    if (low.back() != *word || high.back() != *word) break;
    low.pop_back();
    high.pop_back();
  }
  return fmt::format("{} ({}..{})", mean, fmt::join(low, " "), fmt::join(high, " "));
}

template <class Format>
std::string with_interval(const Estimate& estimate, const Format& format) {
  const std::string mean = format(estimate.mean);
  if (is_exact(estimate) || !std::isfinite(estimate.mean)) return mean;
  return with_interval(mean, format(estimate.lo), format(estimate.hi));
}

}  // namespace

Unit throughput_unit(const plan::Prediction& prediction) {
  if (prediction.is_messages) return {Dimension::per_second, "msg"};
  return {Dimension::bytes_per_second, ""};
}

std::string si_symbol(const Unit& unit) {
  switch (unit.dimension) {
    case Dimension::bytes:
      return "B";
    case Dimension::seconds:
      return "s";
    case Dimension::bytes_per_second:
      return "B/s";
    case Dimension::per_second:
      if (unit.noun == "IOPS") return "IOPS";
      return unit.noun.empty() ? "1/s" : std::string(unit.noun) + "/s";
    case Dimension::count:
    case Dimension::number:
    case Dimension::fraction:
      break;
  }
  return "1";
}

std::string quantity(double si, const Unit& unit) {
  if (!std::isfinite(si)) return "unknown";
  if (unit.dimension == Dimension::fraction) return percent(si);
  return format_quantity(si, unit.dimension, unit.noun);
}

std::string quantity(const Estimate& estimate, const Unit& unit) {
  return with_interval(estimate, [&](double si) { return quantity(si, unit); });
}

std::string percent(double share) {
  if (!std::isfinite(share)) return "unknown";
  constexpr double least = 0.005;  // points; what is less is rounding
  const double points = std::abs(share * 100) < least ? 0 : share * 100;
  return std::abs(points) < 9.95 ? fmt::format("{:.2g} %", points)
                                 : fmt::format("{:.0f} %", points);
}

std::string percent(const Estimate& share) {
  return with_interval(share, [](double one) { return percent(one); });
}

std::string signed_percent(double share) {
  const std::string text = percent(share);
  return std::isfinite(share) && share > 0 && text != percent(0) ? "+" + text : text;
}

std::string factor(double value) {
  return std::isfinite(value) ? fmt::format("{:.3g}", value) : "unknown";
}

std::string factor(const Estimate& estimate) {
  return with_interval(estimate, [](double one) { return factor(one); });
}

std::string signed_number(double number) {
  return std::isfinite(number) ? fmt::format("{:+.2f}", number) : "unknown";
}

bool busy_differs(const sim::ResourceUse& use) {
  constexpr double a_point = 0.01;
  return use.busy.mean > 0 && std::abs(use.busy.mean - use.utilisation.mean) > a_point;
}

const sim::ResourceUse* bottleneck_use(const plan::Prediction& prediction) {
  const auto& all = prediction.resources;
  const auto found = std::find_if(all.begin(), all.end(), [&](const sim::ResourceUse& use) {
    return use.name == prediction.bottleneck;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace headroom::report
