// SPDX-License-Identifier: Apache-2.0
#include "sim/output/batches.h"

#include <utility>

namespace headroom::sim {

Batches::Batches(double span_s) : span_s_(span_s) { check(span_s > 0, "a batch needs a length"); }

void Batches::add(std::vector<double> growth) {
  check(growth_.empty() || growth.size() == growth_.front().size(),
        "every batch has the same counters");
  growth_.push_back(std::move(growth));
}

void Batches::merge_pairs() {
  check(growth_.size() % 2 == 0, "only an even number of batches can be merged in pairs");
  for (std::size_t pair = 0; pair < growth_.size() / 2; ++pair) {
    std::vector<double> merged = std::move(growth_[2 * pair]);
    for (std::size_t k = 0; k < merged.size(); ++k) {
      merged[k] += growth_[2 * pair + 1][k];
    }
    growth_[pair] = std::move(merged);
  }
  growth_.resize(growth_.size() / 2);
  span_s_ *= 2;
}

std::vector<double> Batches::rates(std::size_t counter) const {
  std::vector<double> values;
  values.reserve(growth_.size());
  for (const std::vector<double>& growth : growth_) {
    values.push_back(growth[counter] / span_s_);
  }
  return values;
}

std::vector<double> Batches::ratios(std::size_t above, std::size_t below) const {
  const double below_total = total(below);
  std::vector<double> values(growth_.size(), 0.0);
  if (below_total == 0) {
    return values;
  }
  const double ratio = total(above) / below_total;
  const double below_mean = below_total / static_cast<double>(growth_.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = ratio + (growth_[i][above] - ratio * growth_[i][below]) / below_mean;
  }
  return values;
}

double Batches::total(std::size_t counter) const {
  double sum = 0;
  for (const std::vector<double>& growth : growth_) {
    sum += growth[counter];
  }
  return sum;
}

}  // namespace headroom::sim
