// SPDX-License-Identifier: Apache-2.0
#include "sim/storage/member.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "models/device/cloud_volume.h"
#include "models/device/device_bounds.h"
#include "tests/sim/laws/z_score.h"
#include "tests/sim/storage/devices.h"

using namespace headroom;
using namespace headroom::sim;
using namespace headroom::sim::testing;
using models::Device;
using models::Direction;
using models::RequestKind;

namespace {

Member member(const Device& device, double speed = 1) { return {device, speed, Random(7)}; }

/// Requests of one size and direction, one after the other on the device, all asked for at once:
/// how many it completes a second.
double saturated_rate(const Device& device, Direction direction, std::int64_t size, int count) {
  Member disk = member(device);
  double done = 0;
  for (std::int64_t i = 0; i < count; ++i) done = disk.serve(0, direction, i * size, size);
  return count / (done - device.latency[direction] / 1_s);
}

}  // namespace

TEST_CASE("one request alone takes the idle response time", "[member]") {
  const auto direction = GENERATE(Direction::read, Direction::write);
  const auto size = GENERATE(512, 4096, 1 << 20);
  for (const Device& device : {models::flash(drive()), models::hard_disk(sheet()),
                               models::ebs_gp3(1_TB), fixed_times(3_ms, 5_ms)}) {
    const RequestKind kind{direction, Bytes(size), true};
    const double expected = idle_response_time(device, kind) / 1_s;
    CHECK(member(device).serve(2, direction, 0, size) - 2 == Approx(expected));
    // A slow member takes longer for all but the pipeline.
    const double pipeline = device.latency[direction] / 1_s;
    CHECK(member(device, 0.8).serve(2, direction, 0, size) - 2 ==
          Approx(pipeline + (expected - pipeline) / 0.8));
  }
}

TEST_CASE("random reads one by one cost the mean seek, half a turn and the transfer", "[member]") {
  const Device device = models::hard_disk(sheet());
  const double expected = idle_response_time(device, {Direction::read, 64_KiB, false}) / 1_s;
  Member disk = member(device);
  Random places(3);
  std::vector<double> batches;
  double now = 0;
  for (int batch = 0; batch < 50; ++batch) {
    const double start = now;
    for (int i = 0; i < 2000; ++i) {
      const auto place = static_cast<std::int64_t>(places.uniform() * 15'258'788);
      now = disk.serve(now, Direction::read, place * 65536, 65536);
    }
    batches.push_back((now - start) / 2000);
  }
  HEADROOM_CHECK_MEAN(batches, expected, 0.005);
  // 8.5 ms seek, half of 8 ms, 0.2 ms overhead, 65536 B at 100 MB/s
  CHECK(expected * 1e3 == Approx(8.5 + 4 + 0.2 + 0.65536));
}

TEST_CASE("a sequential stream runs at the bandwidth", "[member]") {
  models::HardDisk disk = sheet();
  disk.overhead = Seconds{0};
  CHECK(saturated_rate(models::hard_disk(disk), Direction::read, 1'000'000, 100) == Approx(100));
  CHECK(saturated_rate(models::flash(drive()), Direction::read, 1'000'000, 10000) ==
        Approx(500).epsilon(0.001));
  CHECK(saturated_rate(models::flash(drive()), Direction::write, 1'000'000, 10000) ==
        Approx(450).epsilon(0.001));
}

TEST_CASE("inner zones are slower", "[member]") {
  models::HardDisk disk = sheet();
  disk.overhead = Seconds{0};
  disk.inner_bandwidth_share = 0.5;
  Member slow = member(models::hard_disk(disk));
  const std::int64_t middle = 500'000'000'000;
  double now = slow.serve(0, Direction::read, middle, 1'000'000);  // positions the head
  now = slow.serve(now, Direction::read, middle + 1'000'000, 1'000'000) - now;
  CHECK(now == Approx(0.01 / 0.75).epsilon(0.001));  // half way from 100 to 50 MB/s
}

TEST_CASE("a saturated device completes its greatest request rate", "[member]") {
  const auto direction = GENERATE(Direction::read, Direction::write);
  const auto size = GENERATE(4096, 1 << 20);
  for (const Device& device : {models::flash(drive()), models::ebs_gp3(1_TB),
                               models::ebs_io1(1_TB, 20000_iops), fixed_times(3_ms, 5_ms)}) {
    const double bound = max_request_rate(device, {direction, Bytes(size), true}) / 1_iops;
    const double rate = saturated_rate(device, direction, size, 20000);
    // Reads go to the server that holds their data: at a depth of thousands a few servers still
    // idle now and then.
    CHECK(rate == Approx(bound).epsilon(0.005));
    CHECK(rate <= bound * 1.001);
  }
}

TEST_CASE("variable service times keep the mean rate", "[member]") {
  models::Flash noisy = drive();
  noisy.variability = 0.5;
  const double bound = saturated_rate(models::flash(drive()), Direction::read, 4096, 100000);
  const double rate = saturated_rate(models::flash(noisy), Direction::read, 4096, 100000);
  // The mean of 100 000 services with coefficient of variation 0.5 has a relative error of 0.16 %.
  CHECK(std::abs(rate / bound - 1) < 4 * 0.0016);
}

TEST_CASE("the limits of a gp3 volume hold: 3000 requests of up to 256 KiB, 125 MiB/s",
          "[member]") {
  const Device volume = models::ebs_gp3(1_TB);
  CHECK(saturated_rate(volume, Direction::read, 4096, 9000) == Approx(3000).epsilon(0.001));
  CHECK(saturated_rate(volume, Direction::write, 16384, 9000) == Approx(3000).epsilon(0.001));
  CHECK(saturated_rate(volume, Direction::write, 262144, 9000) == Approx(500).epsilon(0.002));
}

TEST_CASE("a drive with a write cliff is fast for its cache and steady after it", "[member]") {
  models::Flash cached = drive();
  cached.cliff = models::WriteCliff{10_GB, 100_MBps};
  Member disk = member(models::flash(cached));
  const auto write_all = [&](int megabytes) {
    double done = 0;
    for (int i = 0; i < megabytes; ++i) done = disk.serve(0, Direction::write, 0, 1'000'000);
    return done;
  };
  const double cache_full = write_all(10'000);
  CHECK(cache_full == Approx(10e9 / 450e6).epsilon(0.001));
  CHECK(write_all(5'000) - cache_full == Approx(5e9 / 100e6).epsilon(0.001));
}

TEST_CASE("reads beside throttled writes keep the order of time", "[member]") {
  models::Flash cached = drive();
  cached.cliff = models::WriteCliff{10_MB, 10_MBps};
  Member disk = member(models::flash(cached));
  double last_write = 0;
  for (int i = 0; i < 100; ++i) {
    const double now = i * 1e-3;
    last_write =
        std::max(last_write, disk.serve(now, Direction::write, i * 1'000'000LL, 1'000'000));
    CHECK(disk.serve(now, Direction::read, i * 1'000'000LL, 4096) >= now);
  }
  // 100 MB: 10.2 MB of the cache, the rest at 10 MB/s.
  CHECK(last_write == Approx(9).epsilon(0.02));
}

TEST_CASE("the other direction in service slows a request down", "[member]") {
  Device device = fixed_times(10_ms, 10_ms);
  device.interference = 0.5;
  Member disk = member(device);
  CHECK(disk.serve(0, Direction::read, 0, 4096) == Approx(0.010));
  CHECK(disk.serve(0.001, Direction::write, 0, 4096) == Approx(0.025));  // mixed: 15 ms after it
  CHECK(disk.serve(1, Direction::write, 0, 4096) == Approx(1.010));      // alone again
}

TEST_CASE("work counts busy time of the servers and is the utilisation times the time",
          "[member]") {
  Device device = fixed_times(10_ms, 20_ms);
  device.servers = 4;
  Member disk = member(device);
  for (int i = 0; i < 100; ++i) disk.serve(i * 0.01, Direction::read, 0, 4096);
  CHECK(disk.work_until(1) == Approx(100 * 0.010 / 4));
  // gp3: half of 3000 requests a second is half of what the volume does.
  Member volume = member(models::ebs_gp3(1_TB));
  for (int i = 0; i < 1500; ++i) volume.serve(i / 1500.0, Direction::read, 0, 4096);
  CHECK(volume.work_until(1) == Approx(0.5));
}
