// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/units.h"
#include "models/device/device.h"

namespace headroom::models {

/// A rotating disk as its data sheet describes it [RW94].
///
/// Random requests: overhead + (seek + half a turn) x queue factor + size / bandwidth. Validated by
/// tests/models/device/hard_disk_test.cpp on a 7200 rpm SATA disk at depths 1 to 1024 [FIOPLOT]:
/// with the gain fixed on depth 1 and on the saturated cell over a queue of 128 requests
/// (exponent 0.11), the cells between are met within 8 %.
struct HardDisk {
  std::string name;
  Bytes capacity{0};
  PerSecond rotational_speed{120};  ///< turns per second; 7200 rpm = 120/s
  Seconds track_to_track{0.001};
  PerDirection<Seconds> average_seek{Seconds{0.0085}, Seconds{0.0095}};
  Seconds full_stroke{0};             ///< 0: twice the average seek (assumed)
  BytesPerSecond outer_bandwidth{0};  ///< sustained on the outermost tracks
  double inner_bandwidth_share = 0.5;
  Seconds overhead{0.0002};  ///< command handling per request (assumed)
  /// As in Positioning. The default gives 1.68 times the rate of depth 1 when saturated, as that
  /// disk showed; where the host's scheduler reorders too, take 0.107 and its queue (Linux: 128).
  double queue_gain = 0.15;
  double queue_onset = 1;
  int queue_limit = 32;  ///< depth of SATA command queueing
  int streams = 8;       ///< cache segments (assumed)
  bool has_write_cache = false;
};

/// The disk as a device: one server. A write's longer seek (head settling) becomes part of its
/// fixed time, which reordering does not shrink. Throws std::invalid_argument with a sentence if
/// the numbers describe no disk.
Device hard_disk(const HardDisk& disk);

/// The gain exponent g that lifts the random rate of this disk from `alone` (depth 1) to
/// `saturated` (depth queue_limit), transfer and overhead being fixed. Throws
/// std::invalid_argument where saturated < alone or no exponent can do it.
double queue_gain(const HardDisk& disk, PerSecond alone, PerSecond saturated);

}  // namespace headroom::models
