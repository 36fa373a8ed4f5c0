// SPDX-License-Identifier: Apache-2.0
#include "models/device/flash.h"

#include <catch2/catch.hpp>

#include "models/device/device_bounds.h"

using namespace headroom;
using namespace headroom::models;

namespace {

Flash sample() {
  Flash drive;
  drive.capacity = 1_TB;
  drive.latency = {80_us, 20_us};
  drive.iops = {500000_iops, 300000_iops};
  drive.bandwidth = {3_GBps, 2_GBps};
  return drive;
}

void check_reproduced(const Flash& drive) {
  const Device device = flash(drive);
  for (const Direction d : {Direction::read, Direction::write}) {
    const RequestKind small{d, 4_KiB, false, 1};
    CHECK(idle_response_time(device, small) / drive.latency[d] == Approx(1));
    CHECK(max_request_rate(device, small) / drive.iops[d] == Approx(1));
    const RequestKind large{d, 100_MB, true, 1};
    if (device.servers > 1) CHECK(max_bandwidth(device, large) == drive.bandwidth[d]);
    if (device.servers == 1) CHECK(max_bandwidth(device, large) / drive.bandwidth[d] > 0.98);
  }
}

}  // namespace

TEST_CASE("a flash drive has the latency, rate and bandwidth of its data sheet", "[flash]") {
  check_reproduced(sample());
  for (const int parallelism : {1, 2, 5}) {
    Flash drive = sample();
    drive.parallelism = parallelism;
    CHECK(flash(drive).servers == parallelism);
    check_reproduced(drive);
  }
  Flash slow = sample();  // one request at a time
  slow.iops = {13000_iops, 60000_iops};
  CHECK(flash(slow).servers == 1);
  check_reproduced(slow);
}

TEST_CASE("parallelism is what Little's law leaves in both directions", "[flash]") {
  CHECK(flash(sample()).servers == 5);  // 300 000 x (20 - 2) us
  Flash even = sample();
  even.latency = {80_us, 80_us};
  CHECK(flash(even).servers == 23);
  even.iops = {700000_iops, 450000_iops};
  CHECK(flash(even).servers == 32);
}

TEST_CASE("what else is known of the drive is kept", "[flash]") {
  Flash drive = sample();
  drive.name = "drive";
  drive.variability = 0.4;
  drive.interference = 0.3;
  drive.cliff = WriteCliff{50_GB, 500_MBps};
  const Device device = flash(drive);
  CHECK(device.name == "drive");
  CHECK(device.capacity == 1_TB);
  CHECK(device.variability == 0.4);
  CHECK(device.interference == 0.3);
  CHECK(device.cliff->steady_bandwidth == 500_MBps);
  const RequestKind large{Direction::write, 10_MB, true, 1};
  CHECK(max_bandwidth(device, large, Regime::sustained) == 500_MBps);
}

TEST_CASE("a drive that contradicts itself is refused", "[flash]") {
  const auto check = [](const char* sentence, auto change) {
    Flash drive = sample();
    change(drive);
    CHECK_THROWS_WITH(flash(drive), sentence);
  };
  check("a flash drive's IOPS and bandwidth are positive",
        [](Flash& drive) { drive.iops.write = 0_iops; });
  check("a flash drive's IOPS x 4 KiB are not above its bandwidth",
        [](Flash& drive) { drive.iops.read = 800000_iops; });
  check(
      "a flash drive's IOPS are not below 1 / latency, the rate of one request at a time; "
      "describe a throttled drive by a token bucket",
      [](Flash& drive) { drive.iops.read = 10000_iops; });
  check("a flash drive's parallelism is not above IOPS x latency",
        [](Flash& drive) { drive.parallelism = 6; });
  check("the variability is negative", [](Flash& drive) { drive.variability = -1; });
}
