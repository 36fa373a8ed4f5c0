// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "base/units.h"
#include "models/device/device.h"
#include "models/device/flash.h"
#include "models/device/hard_disk.h"

// Devices with round numbers.
namespace headroom::sim::testing {

/// One server, so long for a read or a write whatever its size; transfers take no time.
inline models::Device fixed_times(Seconds read, Seconds write) {
  models::Device device;
  device.capacity = 1_GB;
  device.fixed = {read, write};
  device.bandwidth.read = device.bandwidth.write =
      BytesPerSecond{std::numeric_limits<double>::infinity()};
  return device;
}

/// 100 MB/s anywhere, 8.5 ms average seek, 8 ms a turn, 0.2 ms overhead.
inline models::HardDisk sheet() {
  models::HardDisk disk;
  disk.capacity = 1_TB;
  disk.rotational_speed = 125_per_s;
  disk.outer_bandwidth = 100_MBps;
  disk.inner_bandwidth_share = 1;
  return disk;
}

/// A disk whose every positioning takes exactly `seek`, however far, with no turn to wait for.
inline models::Device constant_seek(Seconds seek, int streams) {
  models::Device device = models::hard_disk(sheet());
  models::Positioning& head = *device.positioning;
  head.track_to_track = head.average_seek = head.full_stroke = seek;
  head.rotation = Seconds{0};
  head.streams = streams;
  head.queue_gain = 0;
  return device;
}

/// 4 KiB: 100 us read and 40 us written alone, 80 000 and 100 000 a second; 500 and 450 MB/s.
inline models::Flash drive() {
  models::Flash drive;
  drive.capacity = 1_TB;
  drive.latency = {100_us, 40_us};
  drive.iops = {80000_iops, 100000_iops};
  drive.bandwidth = {500_MBps, 450_MBps};
  return drive;
}

}  // namespace headroom::sim::testing
