// SPDX-License-Identifier: Apache-2.0
#include "sim/storage/io_client.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "models/array/bounds.h"
#include "models/device/cloud_volume.h"
#include "models/device/device_bounds.h"
#include "sim/run.h"
#include "tests/sim/storage/devices.h"

using namespace headroom;
using namespace headroom::sim;
using namespace headroom::sim::testing;
using models::Array;
using models::Device;
using models::Direction;
using models::IoWorkload;
using models::Layout;
using models::Level;

namespace {

models::System system_of(const Array& array, const Device& device, const IoWorkload& workload) {
  models::System system;
  system.storage.array = array;
  system.storage.disk = device;
  system.workload = workload;
  return system;
}

Outcome run_for(const models::System& system, double measured_s) {
  return run(system, {.warm_up_s = measured_s / 5, .measured_s = measured_s});
}

IoWorkload workload_of(bool is_sequential, Direction direction, Bytes size, int depth) {
  IoWorkload workload;
  workload.is_sequential = is_sequential;
  workload.read_share = direction == Direction::read ? 1 : 0;
  workload.io_size = size;
  workload.queue_depth = depth;
  return workload;
}

/// A device and how many simulated seconds of it make some thousand requests.
struct Subject {
  Device device;
  double measured_s;
};

Subject subject(int index) {
  if (index == 0) return {models::hard_disk(sheet()), 40};
  if (index == 1) return {models::flash(drive()), 0.1};
  return {models::ebs_gp3(1_TB), 4};
}

Array array_of(int index) {
  static const std::vector<Array> arrays = {{Level::single, 1, Layout::near, 2, 64_KiB, {}},
                                            {Level::linear, 3, Layout::near, 2, 64_KiB, {}},
                                            {Level::raid0, 4, Layout::near, 2, 64_KiB, {}},
                                            {Level::raid1, 2, Layout::near, 2, 64_KiB, {}},
                                            {Level::raid4, 5, Layout::near, 2, 64_KiB, {}},
                                            {Level::raid5, 4, Layout::near, 2, 64_KiB, {}},
                                            {Level::raid6, 6, Layout::near, 2, 64_KiB, {}},
                                            {Level::raid10, 4, Layout::near, 2, 64_KiB, {}},
                                            {Level::raid10, 5, Layout::far, 2, 64_KiB, {}},
                                            {Level::raid10, 5, Layout::offset, 2, 64_KiB, {}}};
  return arrays[static_cast<std::size_t>(index)];
}

/// The most that the array can do of this: bytes a second.
double bound(const Array& array, const Device& device, const IoWorkload& workload) {
  const auto direction = workload.read_share > 0 ? Direction::read : Direction::write;
  // Reads of a far layout stay in the first copy, on the outer part of each member.
  const double span = array.layout == Layout::far && direction == Direction::read ? 0.5 : 1;
  models::MemberLimits limits;
  for (const Direction d : {Direction::read, Direction::write}) {
    limits.iops[d] = max_request_rate(device, {d, workload.io_size, false, span});
    limits.bandwidth[d] = max_bandwidth(device, {d, 1_GB, true});
  }
  if (workload.is_sequential) return stream_bound(array, direction, limits) / BytesPerSecond(1);
  return random_bound(array, direction, limits) * workload.io_size / BytesPerSecond(1);
}

}  // namespace

TEST_CASE("throughput never passes the bound of the array", "[io]") {
  const int array = GENERATE(range(0, 10));
  const int device = GENERATE(0, 1, 2);
  for (const bool is_sequential : {false, true}) {
    for (const Direction direction : {Direction::read, Direction::write}) {
      for (const int depth : {1, 8, 64}) {
        const auto workload =
            workload_of(is_sequential, direction, is_sequential ? 1_MiB : 4_KiB, depth);
        const Subject disk = subject(device);
        const double most = bound(array_of(array), disk.device, workload);
        const Outcome outcome =
            run_for(system_of(array_of(array), disk.device, workload), disk.measured_s);
        INFO("array " << array << " device " << device << " sequential " << is_sequential
                      << " write " << (direction == Direction::write) << " depth " << depth);
        // Completions vary: 3 % is four standard errors of 5000 positionings.
        CHECK(outcome.throughput.mean <= most * 1.03);
        CHECK(outcome.throughput.mean > 0);
      }
    }
  }
}

TEST_CASE("more in flight is never slower, and one in flight takes its idle time", "[io]") {
  const int device = GENERATE(0, 1, 2);
  const auto direction = GENERATE(Direction::read, Direction::write);
  const Subject disk = subject(device);
  double previous = 0;
  for (int depth = 1; depth <= 128; depth *= 2) {
    const auto system =
        system_of(array_of(2), disk.device, workload_of(false, direction, 4_KiB, depth));
    const double rate = run_for(system, 2 * disk.measured_s).request_rate.mean;
    INFO("device " << device << ", depth " << depth);
    CHECK(rate > 0.97 * previous);
    if (depth == 1) {
      const double alone = idle_response_time(disk.device, {direction, 4_KiB, false}) / 1_s;
      CHECK(rate * alone == Approx(1).epsilon(0.02));
    }
    previous = rate;
  }
}

TEST_CASE("random reads of RAID 0 grow with the members as a closed network says", "[io]") {
  // N requests at M equal exponential stations, each chosen at random: X = M mu N / (N + M - 1)
  // [LZGS84, ch. 6].
  Device device = fixed_times(1_ms, 1_ms);
  device.variability = 1;
  const int depth = GENERATE(4, 32);
  for (const int disks : {1, 2, 4, 8}) {
    const Array array{Level::raid0, disks, Layout::near, 2, 64_KiB, {}};
    const auto system = system_of(array, device, workload_of(false, Direction::read, 4_KiB, depth));
    const double exact = disks * 1000.0 * depth / (depth + disks - 1);
    // 20 s of 1000 exponential services a second and disk: 1 % is two to four standard errors.
    CHECK(run_for(system, 20).request_rate.mean == Approx(exact).epsilon(0.015));
  }
}

TEST_CASE("requests in flight are throughput times response time", "[io]") {
  const auto system = system_of(array_of(5), models::flash(drive()),
                                workload_of(false, Direction::write, 4_KiB, 24));
  const Outcome outcome = run_for(system, 0.5);
  CHECK(outcome.request_rate.mean * outcome.latency.mean() == Approx(24).epsilon(0.005));
  REQUIRE_FALSE(outcome.resources.empty());
  CHECK(outcome.resources.front().queue_mean == Approx(24).epsilon(0.005));
  CHECK(outcome.resources.front().busy.mean == Approx(1));
  // Latencies of the warm-up are left out: those counted began in the half second that counts.
  CHECK(outcome.latency.count() == Approx(outcome.request_rate.mean * 0.5).epsilon(0.01));
}

TEST_CASE("bytes are requests times their size, and reads and writes have their share", "[io]") {
  IoWorkload workload = workload_of(false, Direction::read, 8_KiB, 16);
  workload.read_share = 0.7;
  const Outcome outcome = run_for(system_of(array_of(2), models::flash(drive()), workload), 0.5);
  CHECK(outcome.throughput.mean == Approx(outcome.request_rate.mean * 8192));
  CHECK(outcome.read_per_s + outcome.written_per_s == Approx(outcome.throughput.mean));
  // A share of 0.7 of some 100 000 requests: four standard errors are 0.6 %.
  CHECK(outcome.read_per_s / outcome.throughput.mean == Approx(0.7).margin(0.006));
}

TEST_CASE("random requests in a small span seek less", "[io]") {
  IoWorkload workload = workload_of(false, Direction::read, 4_KiB, 1);
  const Device disk = models::hard_disk(sheet());
  const double whole = run_for(system_of(array_of(0), disk, workload), 40).request_rate.mean;
  workload.span = 50_GB;
  const double part = run_for(system_of(array_of(0), disk, workload), 40).request_rate.mean;
  const models::RequestKind kind{Direction::read, 4_KiB, false, 0.05};
  CHECK(part > 1.2 * whole);
  CHECK(part * (idle_response_time(disk, kind) / 1_s) == Approx(1).epsilon(0.02));
}

TEST_CASE("a sequential stream begins anew at the end of its span", "[io]") {
  // One request of 1 MB in four moves the head back, 10 ms; 10 ms of transfer each, 0.2 ms
  // overhead.
  IoWorkload workload = workload_of(true, Direction::read, 1_MB, 1);
  workload.span = 4_MB;
  const auto system = system_of(array_of(0), constant_seek(10_ms, 8), workload);
  CHECK(run_for(system, 40).request_rate.mean == Approx(1 / 0.0127).epsilon(0.005));
}

TEST_CASE("a far layout over a capped link writes half of what it reads", "[io]") {
  const Array far{Level::raid10, 4, Layout::far, 2, 64_KiB, {}};
  const auto rate = [&](Level level, Direction direction) {
    Array array = far;
    array.level = level;
    auto system =
        system_of(array, fixed_times(10_us, 10_us), workload_of(true, direction, 1_MiB, 16));
    system.storage.link = 100_MBps;
    return run_for(system, 20).throughput.mean / 1e6;
  };
  CHECK(rate(Level::raid10, Direction::write) == Approx(50).epsilon(0.01));
  CHECK(rate(Level::raid10, Direction::read) == Approx(100).epsilon(0.01));
  CHECK(rate(Level::raid0, Direction::write) == Approx(100).epsilon(0.01));
}

TEST_CASE("a mirror reads one sequential stream from one disk", "[io]") {
  // md stays on the disk whose head is there [MD4]; a virtual machine with two capped disks read
  // one disk's rate, not two.
  const Device disk = models::ebs_gp3(1_TB);
  const auto system = system_of(array_of(3), disk, workload_of(true, Direction::read, 1_MiB, 16));
  CHECK(run_for(system, 10).throughput.mean == Approx(125 * 0x1p20).epsilon(0.01));
}

TEST_CASE("partial stripes cost a row its reads", "[io]") {
  // RAID 5 of three over members of B bytes a second: a whole row moves 3 chunks for 2 of data, one
  // written as two halves moves 2 x (1 read + 2 writes). A share p of such rows gives 2 B / (1 +
  // p).
  IoWorkload workload = workload_of(true, Direction::write, 128_KiB, 1);
  workload.is_buffered = true;
  const double share = GENERATE(0.0, 0.25, 1.0);
  auto system =
      system_of({Level::raid5, 3, Layout::near, 2, 64_KiB, {}}, models::ebs_gp3(1_TB), workload);
  system.storage.device_window = 4_MiB;
  system.storage.partial_stripes = share;
  CHECK(run_for(system, 20).throughput.mean / 0x1p20 == Approx(250 / (1 + share)).epsilon(0.02));
  system.storage.array.level = Level::raid0;  // no parity, no partial stripes
  CHECK(run_for(system, 20).throughput.mean / 0x1p20 == Approx(375).epsilon(0.01));
}

TEST_CASE("equal seeds give equal runs, other replications other runs", "[io]") {
  const auto system = system_of(array_of(5), models::hard_disk(sheet()),
                                workload_of(false, Direction::write, 4_KiB, 8));
  const auto rate = [&](std::uint64_t seed, std::uint64_t replication) {
    return run(system, {.warm_up_s = 1, .measured_s = 10, .seed = seed, .replication = replication})
        .latency.mean();
  };
  CHECK(rate(1, 0) == rate(1, 0));
  CHECK(rate(1, 0) != rate(1, 1));
  CHECK(rate(1, 0) != rate(2, 0));
}
