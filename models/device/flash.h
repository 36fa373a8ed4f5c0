// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/units.h"
#include "models/device/device.h"

namespace headroom::models {

/// A flash drive as its data sheet, or four fio runs, describe it.
///
/// Turned into a device that reproduces all of: the response time of one 4 KiB request alone,
/// the saturated 4 KiB rate, and the bandwidth of large requests.
struct Flash {
  std::string name;
  Bytes capacity{0};
  PerDirection<Seconds> latency;           ///< one 4 KiB request alone
  PerDirection<PerSecond> iops;            ///< 4 KiB random, saturated
  PerDirection<BytesPerSecond> bandwidth;  ///< large requests
  /// Internal servers; 0: the most that the latencies allow in both directions by Little's law,
  /// iops x latency. The mean behaviour does not depend on it, only the spread of waiting does.
  int parallelism = 0;
  double variability = 0;
  double interference = 0;
  std::optional<WriteCliff> cliff;
};

/// The drive as a device. Throws std::invalid_argument with a sentence where the numbers contradict
/// each other: iops x 4 KiB above the bandwidth, or more servers than iops x latency.
Device flash(const Flash& drive);

}  // namespace headroom::models
