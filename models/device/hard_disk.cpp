// SPDX-License-Identifier: Apache-2.0
#include "models/device/hard_disk.h"

#include <cmath>
#include <stdexcept>

namespace headroom::models {

Device hard_disk(const HardDisk& disk) {
  const Seconds settling = disk.average_seek.write - disk.average_seek.read;
  if (!(settling >= Seconds{0})) {
    throw std::invalid_argument("a disk's average write seek is not shorter than its read seek");
  }
  if (!(disk.rotational_speed > PerSecond{0})) {
    throw std::invalid_argument("a disk's rotational speed is positive");
  }
  Device device;
  device.name = disk.name;
  device.capacity = disk.capacity;
  device.fixed = {disk.overhead, disk.overhead + settling};
  device.bandwidth = {disk.outer_bandwidth, disk.outer_bandwidth};
  Positioning head;
  head.track_to_track = disk.track_to_track;
  head.average_seek = disk.average_seek.read;
  head.full_stroke = disk.full_stroke > Seconds{0} ? disk.full_stroke : 2 * disk.average_seek.read;
  head.rotation = 1 / disk.rotational_speed;
  head.streams = disk.streams;
  head.queue_gain = disk.queue_gain;
  head.queue_onset = disk.queue_onset;
  head.queue_limit = disk.queue_limit;
  head.has_write_cache = disk.has_write_cache;
  head.inner_bandwidth_share = disk.inner_bandwidth_share;
  device.positioning = head;
  if (const auto found = fault(device)) throw std::invalid_argument(*found);
  return device;
}

double queue_gain(const HardDisk& disk, PerSecond alone, PerSecond saturated) {
  if (!(alone > PerSecond{0}) || !(saturated >= alone)) {
    throw std::invalid_argument("a disk's saturated rate is at least its rate at queue depth 1");
  }
  const Seconds fixed = disk.overhead + Bytes{0x1p12} / disk.outer_bandwidth;
  const Seconds shortest = 1 / saturated - fixed;
  const double queue_range = disk.queue_limit / disk.queue_onset;
  if (!(shortest > Seconds{0}) || !(queue_range > 1)) {
    throw std::invalid_argument("no queue gain explains this saturated rate");
  }
  return std::log((1 / alone - fixed) / shortest) / std::log(queue_range);
}

}  // namespace headroom::models
