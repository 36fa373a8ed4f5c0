// SPDX-License-Identifier: Apache-2.0
#include "models/device/device.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "models/device/device_bounds.h"
#include "models/device/device_times.h"

using namespace headroom;
using namespace headroom::models;

namespace {

Device plain(int servers) {
  Device device;
  device.capacity = 1_TB;
  device.latency = {1_ms, 2_ms};
  device.servers = servers;
  device.fixed = {4_ms, 8_ms};
  device.bandwidth = {100_MBps, 50_MBps};
  return device;
}

Device rotating() {
  Device device = plain(1);
  Positioning head;
  head.track_to_track = 1_ms;
  head.average_seek = 8.5_ms;
  head.full_stroke = 17_ms;
  head.rotation = 8_ms;
  head.queue_gain = 0.5;
  head.queue_onset = 2;
  head.queue_limit = 32;
  device.positioning = head;
  return device;
}

constexpr RequestKind small_read{Direction::read, 100_kB, true, 1};

}  // namespace

TEST_CASE("one request alone takes latency, fixed time and transfer", "[device]") {
  for (const int servers : {1, 4}) {
    const Device device = plain(servers);
    CHECK(idle_response_time(device, small_read) / 1_ms == Approx(1 + 4 + 1));
    CHECK(idle_response_time(device, {Direction::write, 100_kB, true, 1}) / 1_ms ==
          Approx(2 + 8 + 2));
  }
}

TEST_CASE("many requests saturate the servers or the channel", "[device]") {
  CHECK(max_request_rate(plain(4), small_read) / 1_iops == Approx(1000));  // 4 / 4 ms
  CHECK(max_request_rate(plain(1), small_read) / 1_iops == Approx(200));   // 1 / 5 ms
  CHECK(max_bandwidth(plain(4), {Direction::read, 10_MB, true, 1}) == 100_MBps);
  CHECK(max_bandwidth(plain(1), {Direction::read, 10_MB, true, 1}) < 100_MBps);
}

TEST_CASE("a device with one server transfers on it, others on the channel", "[device]") {
  const DeviceTimes one(plain(1));
  const DeviceTimes many(plain(2));
  CHECK(one.server_s(Direction::write, 1e5, {}) == Approx(0.010));
  CHECK(one.channel_s(Direction::write, 1e5, {}) == 0);
  CHECK(many.server_s(Direction::write, 1e5, {}) == Approx(0.008));
  CHECK(many.channel_s(Direction::write, 1e5, {}) == Approx(0.002));
  CHECK(many.latency_s(Direction::write) == Approx(0.002));
}

TEST_CASE("mixed directions slow each other down", "[device]") {
  Device device = plain(2);
  device.interference = 0.5;
  const DeviceTimes times(device);
  Visit visit;
  visit.is_mixed = true;
  CHECK(times.server_s(Direction::read, 1e5, visit) == Approx(0.006));
  CHECK(times.channel_s(Direction::read, 1e5, visit) == Approx(0.0015));
  CHECK(times.server_s(Direction::read, 1e5, {}) == Approx(0.004));
}

TEST_CASE("an infinite bandwidth takes no time", "[device]") {
  Device device = plain(1);
  const BytesPerSecond unlimited{std::numeric_limits<double>::infinity()};
  device.bandwidth = {unlimited, unlimited};
  CHECK(idle_response_time(device, small_read) / 1_ms == Approx(5));
}

TEST_CASE("a seek costs nothing on the spot, a track next door, the whole stroke at the end",
          "[device]") {
  const SeekCurve curve(*rotating().positioning);
  CHECK(curve.seek_s(0) == 0);
  CHECK(curve.seek_s(1e-12) == Approx(0.001).epsilon(1e-3));
  CHECK(curve.seek_s(1) == Approx(0.017));
  CHECK(curve.seek_s(SeekCurve::knee) == Approx(curve.seek_s(SeekCurve::knee + 1e-12)));
}

TEST_CASE("longer seeks take longer, by a root and then by a straight line", "[device]") {
  const SeekCurve curve(*rotating().positioning);
  double before = 0;
  for (int i = 1; i <= 100; ++i) {
    const double now = curve.seek_s(i / 100.0);
    CHECK(now > before);
    before = now;
  }
  CHECK(curve.seek_s(0.5) - curve.seek_s(0.4) == Approx(curve.seek_s(1) - curve.seek_s(0.9)));
  CHECK(4 * (curve.seek_s(0.04) - 0.001) == Approx(2 * (curve.seek_s(0.16) - 0.001)));
}

TEST_CASE("the mean seek over random pairs is the data sheet's, and a part of it over a span",
          "[device]") {
  const Device device = rotating();
  const SeekCurve curve(*device.positioning);
  CHECK(curve.mean_seek_s(1) == Approx(0.0085));
  CHECK(curve.mean_seek_s(0) == 0);
  for (const double span : {0.05, 1.0 / 3, 0.5, 1.0}) {
    double sum_s = 0;
    constexpr int places = 1000;  // midpoint rule over both places
    for (int i = 0; i < places; ++i) {
      for (int j = 0; j < places; ++j) sum_s += curve.seek_s(span * std::abs(i - j) / places);
    }
    INFO("span " << span);
    CHECK(curve.mean_seek_s(span) == Approx(sum_s / places / places).epsilon(0.003));
  }
}

TEST_CASE("positioning is seek and rotation, paid by requests that continue no stream",
          "[device]") {
  const DeviceTimes times(rotating());
  Visit visit;
  visit.distance = 1;
  visit.turn = 0.25;
  CHECK(times.server_s(Direction::read, 0, visit) == Approx(0.004));
  visit.is_contiguous = false;
  CHECK(times.server_s(Direction::read, 0, visit) == Approx(0.004 + 0.017 + 0.002));
  CHECK(DeviceTimes(plain(1)).positioning_s(Direction::read, visit) == 0);
}

TEST_CASE("a queue shortens positioning from its onset to its limit", "[device]") {
  const DeviceTimes times(rotating());
  const auto factor = [&](int queue) { return times.queue_factor(Direction::read, queue); };
  CHECK(factor(0) == 1);
  CHECK(factor(1) == 1);
  CHECK(factor(2) == 1);
  CHECK(factor(8) == Approx(0.5));  // (8 / 2)^-0.5
  CHECK(factor(32) == Approx(0.25));
  CHECK(factor(1000) == factor(32));
  Visit visit;
  visit.distance = 1;
  visit.queue_length = 8;
  CHECK(times.positioning_s(Direction::read, visit) == Approx((0.017 + 0.004) / 2));
}

TEST_CASE("a write cache reorders writes, not reads, at any depth", "[device]") {
  Device device = rotating();
  device.positioning->has_write_cache = true;
  const DeviceTimes times(device);
  CHECK(times.queue_factor(Direction::write, 1) == Approx(0.25));
  CHECK(times.queue_factor(Direction::read, 1) == 1);
}

TEST_CASE("inner zones transfer more slowly", "[device]") {
  Device device = rotating();
  device.positioning->inner_bandwidth_share = 0.5;
  const DeviceTimes times(device);
  CHECK(times.seconds_per_byte(Direction::read, 0) == Approx(1e-8));
  CHECK(times.seconds_per_byte(Direction::read, 1) == Approx(2e-8));
  CHECK(times.seconds_per_byte(Direction::read, 0.5) == Approx(1e-8 / 0.75));
}

TEST_CASE("the demand of random requests on a disk is that of a full queue", "[device]") {
  const Device device = rotating();
  const RequestKind kind{Direction::read, 100_kB, false, 1};
  CHECK(service_demand(device, kind).servers / 1_ms == Approx(4 + (8.5 + 4) / 4 + 1));
  CHECK(idle_response_time(device, kind) / 1_ms == Approx(1 + 4 + 12.5 + 1));
  const RequestKind narrow{Direction::read, 100_kB, false, 0.01};
  CHECK(service_demand(device, narrow).servers < service_demand(device, kind).servers);
}

TEST_CASE("demand is the sum that utilisation needs: each part is used in full at most",
          "[device]") {
  Device device = plain(4);
  Bucket bucket;
  bucket.rate = 50;
  bucket.burst_rate = 500;
  bucket.capacity = 10;
  device.buckets = {bucket};
  const DeviceDemand peak = service_demand(device, small_read);
  CHECK(peak.servers == 1_ms);
  CHECK(peak.channel == 1_ms);
  CHECK(peak.buckets == 2_ms);
  CHECK(largest(peak) == 2_ms);
  CHECK(service_demand(device, small_read, Regime::sustained).buckets == 20_ms);
  CHECK(max_request_rate(device, small_read, Regime::sustained) / 1_iops == Approx(50));
}

TEST_CASE("a device twice as fast is twice as fast", "[device]") {
  Device slow = rotating();
  Device fast = slow;
  for (const Direction d : {Direction::read, Direction::write}) {
    fast.fixed[d] /= 2;
    fast.bandwidth[d] *= 2;
  }
  fast.positioning->track_to_track /= 2;
  fast.positioning->average_seek /= 2;
  fast.positioning->full_stroke /= 2;
  fast.positioning->rotation /= 2;
  for (const double span : {0.1, 1.0}) {
    const RequestKind kind{Direction::write, 64_KiB, false, span};
    CHECK(max_request_rate(fast, kind) / max_request_rate(slow, kind) == Approx(2));
  }
}

TEST_CASE("an impossible device is refused with a sentence", "[device]") {
  const auto check = [](const char* sentence, auto change) {
    Device device = rotating();
    device.cliff = WriteCliff{1_GB, 10_MBps};
    Bucket bucket;
    bucket.rate = 10;
    device.buckets = {bucket};
    REQUIRE_FALSE(fault(device));
    change(device);
    CHECK(fault(device) == sentence);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  check("a device needs at least one server", [](Device& d) { d.servers = 0; });
  check("the latency is negative", [](Device& d) { d.latency.write = -1_ms; });
  check("the latency is negative", [&](Device& d) { d.latency.write = Seconds{nan}; });
  check("the fixed time per request is negative", [](Device& d) { d.fixed.read = -1_ms; });
  check("the bandwidth is not positive", [](Device& d) { d.bandwidth.read = 0_MBps; });
  check("the variability is negative", [](Device& d) { d.variability = -1; });
  check("the interference is negative", [](Device& d) { d.interference = -1; });
  check("a device with a moving head has exactly one server", [](Device& d) { d.servers = 2; });
  check("a device with a moving head needs its capacity", [](Device& d) { d.capacity = 0_B; });
  check("the time of one rotation is negative", [](Device& d) { d.positioning->rotation = -1_ms; });
  check("the drive must follow at least one sequential stream",
        [](Device& d) { d.positioning->streams = 0; });
  check("the queue gain is negative", [](Device& d) { d.positioning->queue_gain = -1; });
  check("the queue gain must begin at 1 or above and end no earlier than it begins",
        [](Device& d) { d.positioning->queue_onset = 33; });
  check("the inner share of the bandwidth must be above 0 and at most 1",
        [](Device& d) { d.positioning->inner_bandwidth_share = 0; });
  check("the track-to-track seek is negative",
        [](Device& d) { d.positioning->track_to_track = -1_ms; });
  check("no rising seek curve has these track-to-track, average and full-stroke times",
        [](Device& d) { d.positioning->average_seek = 16_ms; });
  check("no rising seek curve has these track-to-track, average and full-stroke times",
        [](Device& d) { d.positioning->average_seek = 1.5_ms; });
  check("the fast write capacity is not positive", [](Device& d) { d.cliff->fast_capacity = 0_B; });
  check("the steady write bandwidth must be above 0 and below the fast one",
        [](Device& d) { d.cliff->steady_bandwidth = 50_MBps; });
  check("a bucket must earn tokens", [](Device& d) { d.buckets[0].rate = 0; });
  check("a bucket's burst rate is not positive", [](Device& d) { d.buckets[0].burst_rate = 0; });
  check("a bucket's capacity is negative", [](Device& d) { d.buckets[0].capacity = -1; });
  check("a bucket's initial fill must be between 0 and its capacity",
        [](Device& d) { d.buckets[0].initial_fill = 1; });
  check("a bucket must hold reads, writes or both", [](Device& d) {
    d.buckets[0].reads = false;
    d.buckets[0].writes = false;
  });
}
