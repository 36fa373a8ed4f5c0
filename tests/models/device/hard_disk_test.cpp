// SPDX-License-Identifier: Apache-2.0
#include "models/device/hard_disk.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "models/device/device_bounds.h"
#include "models/device/device_times.h"

using namespace headroom;
using namespace headroom::models;

namespace {

HardDisk sample() {
  HardDisk disk;
  disk.capacity = 1_TB;
  disk.outer_bandwidth = 150_MBps;
  return disk;
}

/// The 100 GB 7200 rpm disk of [FIOPLOT] behind AHCI, made from two of its measured cells: random 4
/// KiB reads 59 IOPS at depth 1 and 98 saturated. The queue that may be reordered is what Linux's
/// scheduler holds, 128 requests.
HardDisk fio_plot_disk() {
  HardDisk disk = sample();
  disk.capacity = 100_GB;
  disk.outer_bandwidth = 60_MBps;
  disk.queue_limit = 128;
  const Seconds positioning =
      1 / 59_iops - disk.overhead - 4_KiB / disk.outer_bandwidth - Seconds{0.5 / 120};
  disk.average_seek = {positioning, positioning};
  disk.queue_gain = queue_gain(disk, 59_iops, 98_iops);
  return disk;
}

double random_reads_at(const Device& device, int queue_length) {
  const DeviceTimes times(device);
  const double positioning_s =
      (times.curve()->mean_seek_s(1) + device.positioning->rotation / 2_s) *
      times.queue_factor(Direction::read, queue_length);
  return 1 / (positioning_s + times.server_s(Direction::read, 4096, {}));
}

}  // namespace

TEST_CASE("a random read alone takes overhead, average seek, half a turn and transfer", "[disk]") {
  HardDisk disk = sample();
  disk.overhead = 0.3_ms;
  const Device device = hard_disk(disk);
  const RequestKind read{Direction::read, 150_kB, false, 1};
  CHECK(idle_response_time(device, read) / 1_ms == Approx(0.3 + 8.5 + 1000.0 / 240 + 1));
  const RequestKind write{Direction::write, 150_kB, false, 1};
  CHECK((idle_response_time(device, write) - idle_response_time(device, read)) / 1_ms == Approx(1));
}

TEST_CASE("a stream runs at the outer bandwidth when requests are large", "[disk]") {
  const Device device = hard_disk(sample());
  CHECK(max_bandwidth(device, {Direction::read, 1_GB, true, 1}) / 150_MBps ==
        Approx(1).epsilon(0.001));
}

TEST_CASE("the model built on two measured cells meets them", "[disk]") {
  const Device device = hard_disk(fio_plot_disk());
  CHECK(random_reads_at(device, 1) == Approx(59).epsilon(0.001));
  CHECK(random_reads_at(device, 128) == Approx(98).epsilon(0.001));
  const RequestKind read{Direction::read, 4_KiB, false, 1};
  CHECK(max_request_rate(device, read) / 1_iops == Approx(98).epsilon(0.001));
}

TEST_CASE("and those between, by 8 % at most", "[disk]") {
  const Device device = hard_disk(fio_plot_disk());
  const std::pair<int, double> cells[] = {{2, 60},  {4, 64},  {8, 72},   {16, 78},
                                          {32, 83}, {64, 85}, {128, 95}, {1024, 98}};
  for (const auto& [queue_length, measured] : cells) {
    INFO("queue length " << queue_length);
    CHECK(random_reads_at(device, queue_length) == Approx(measured).epsilon(0.08));
  }
}

TEST_CASE("the gain is the exponent that was put in", "[disk]") {
  HardDisk disk = sample();
  disk.queue_gain = 0.23;
  disk.queue_onset = 4;
  const Device device = hard_disk(disk);
  const PerSecond alone{random_reads_at(device, 1)};
  const PerSecond saturated{random_reads_at(device, disk.queue_limit)};
  CHECK(queue_gain(disk, alone, saturated) == Approx(0.23));
}

TEST_CASE("what else is known of the disk is kept", "[disk]") {
  HardDisk disk = sample();
  disk.name = "disk";
  disk.streams = 3;
  disk.inner_bandwidth_share = 0.6;
  disk.has_write_cache = true;
  disk.full_stroke = 15_ms;
  disk.track_to_track = 0.8_ms;
  const Device device = hard_disk(disk);
  CHECK(device.name == "disk");
  CHECK(device.capacity == 1_TB);
  CHECK(device.positioning->streams == 3);
  CHECK(device.positioning->inner_bandwidth_share == 0.6);
  CHECK(device.positioning->has_write_cache);
  CHECK(device.positioning->full_stroke == 15_ms);
  CHECK(device.positioning->track_to_track == 0.8_ms);
  CHECK(hard_disk(sample()).positioning->full_stroke == 17_ms);  // twice the average seek
}

TEST_CASE("a disk that cannot be is refused", "[disk]") {
  const auto check = [](const char* sentence, auto change) {
    HardDisk disk = sample();
    change(disk);
    CHECK_THROWS_WITH(hard_disk(disk), sentence);
  };
  check("a disk's average write seek is not shorter than its read seek",
        [](HardDisk& disk) { disk.average_seek.write = 8_ms; });
  check("a disk's rotational speed is positive",
        [](HardDisk& disk) { disk.rotational_speed = PerSecond{0}; });
  check("the bandwidth is not positive", [](HardDisk& disk) { disk.outer_bandwidth = 0_MBps; });
  check("no rising seek curve has these track-to-track, average and full-stroke times",
        [](HardDisk& disk) { disk.full_stroke = 8_ms; });
  CHECK_THROWS_WITH(queue_gain(sample(), 80_iops, 70_iops),
                    "a disk's saturated rate is at least its rate at queue depth 1");
  CHECK_THROWS_WITH(queue_gain(sample(), 80_iops, 10000_iops),
                    "no queue gain explains this saturated rate");
}
