// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/estimate.h"

namespace headroom {

/// The p-quantile of the standard normal distribution, to about 1e-15 (absolute). Requires: 0 < p
/// < 1.
double normal_quantile(double p);

/// The t with P(-t <= T <= t) = confidence for Student's T with that many degrees of freedom, to a
/// relative 1e-9. Requires: 0 < confidence < 1, degrees_of_freedom >= 1.
double student_t(double confidence, int degrees_of_freedom);

/// Arithmetic mean. Requires: values not empty.
double mean(std::span<const double> values);

/// Unbiased variance (divided by n - 1). Requires: at least two values.
double variance(std::span<const double> values);

/// Correlation of neighbours, r1 = sum (x_i - m)(x_{i+1} - m) / sum (x_i - m)^2; 0 if all values
/// are equal. Requires: at least two values.
double lag1_correlation(std::span<const double> values);

/// The p-quantile of a sample, linear between order statistics (p = 0 is the least value, 1 the
/// greatest). Requires: values not empty, 0 <= p <= 1.
double quantile(std::vector<double> values, double p);

/// Mean and Student interval of independent values, such as replications. Requires: at least two
/// values.
Estimate mean_estimate(std::span<const double> values, double confidence);

/// Mean and interval of one value from each of n consecutive strata of equal length, such as short
/// windows placed one at random in each minute of a day. The sampling error is estimated from
/// neighbours, s^2 = sum (x_{i+1} - x_i)^2 / (2 (n - 1)), which leaves out a slow trend that every
/// stratum covers alike [COC77, sec. 8.11 and 5A.12]. Requires: at least two values.
Estimate stratified_estimate(std::span<const double> values, double confidence);

/// What the batches of one long run say about its mean.
struct BatchMeans {
  Estimate estimate;  ///< the mean always; lo and hi only if is_usable, else both equal to the mean
  double lag1 = 0;    ///< correlation of neighbouring batches
  bool is_usable = false;  ///< whether the interval may be quoted
  std::string reason;      ///< why not; empty if it may
};

/// The method of batch means [LK00, sec. 9.5.3]: the mean of consecutive batches with a Student
/// interval of n - 1 degrees of freedom. Refused when neighbours still correlate (lag-1 above 0.2:
/// the batches are too short, and the interval would be too narrow) or when there are fewer than 10
/// batches. Requires: values not empty.
BatchMeans batch_means(std::span<const double> values, double confidence);

/// MSER-5 [WCS00]: how many leading values to drop so that the standard error of what remains, in
/// means of five, is least; at most half. A diagnostic for the mean path of several replications:
/// on a single autocorrelated path it cuts off large excursions together with the transient and
/// biases the mean.
std::size_t mser5(std::span<const double> values);

}  // namespace headroom
