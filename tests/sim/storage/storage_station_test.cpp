// SPDX-License-Identifier: Apache-2.0
#include "sim/storage/storage_station.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "sim/kernel/simulation.h"
#include "tests/sim/storage/devices.h"

using namespace headroom;
using namespace headroom::sim;
using namespace headroom::sim::testing;
using models::Array;
using models::Direction;
using models::Layout;
using models::Level;
using models::Storage;

namespace {

Storage storage_of(Level level, int disks, const models::Device& device) {
  Storage storage;
  storage.array = {level, disks, Layout::near, 2, 64_KiB, {}};
  storage.disk = device;
  return storage;
}

/// Runs one request with nothing else about; the instants at which its phases end.
std::vector<double> phases(StorageStation& storage, double now, Direction direction,
                           std::int64_t offset, std::int64_t size) {
  std::vector<double> ends;
  auto request = storage.begin(now, direction, offset, size);
  do ends.push_back(request.done_s);
  while (storage.goes_on(ends.back(), request));
  return ends;
}

std::vector<double> phases(const Storage& storage, Direction direction, std::int64_t size) {
  StorageStation station(storage, 1, 0, "host");
  return phases(station, 0, direction, 0, size);
}

Process random_reads(Simulation& simulation, StorageStation& storage, Random places) {
  for (;;) {
    const auto place = static_cast<std::int64_t>(places.below(10000)) * 4096;
    auto request = storage.begin(simulation.now(), Direction::read, place, 4096);
    do co_await simulation.until(request.done_s);
    while (storage.goes_on(simulation.now(), request));
  }
}

}  // namespace

TEST_CASE("a partial write of a parity array reads first and writes then", "[storage]") {
  const models::Device disk = fixed_times(10_ms, 20_ms);
  using Ends = std::vector<double>;
  CHECK(phases(storage_of(Level::raid5, 5, disk), Direction::write, 4096) == Ends{0.010, 0.030});
  CHECK(phases(storage_of(Level::raid5, 3, disk), Direction::write, 4096) == Ends{0.010, 0.030});
  CHECK(phases(storage_of(Level::raid6, 6, disk), Direction::write, 4096) == Ends{0.010, 0.030});
  // A whole row needs no reads: 2 chunks of 64 KiB on 3 disks.
  CHECK(phases(storage_of(Level::raid5, 3, disk), Direction::write, 131072) == Ends{0.020});
  CHECK(phases(storage_of(Level::raid10, 4, disk), Direction::write, 4096) == Ends{0.020});
  CHECK(phases(storage_of(Level::raid5, 5, disk), Direction::read, 4096) == Ends{0.010});
}

TEST_CASE("written copies and parity cross the link, read ones once", "[storage]") {
  const models::Device instant = fixed_times(Seconds{0}, Seconds{0});
  const auto time = [&](Level level, int disks, Direction direction, std::int64_t size) {
    Storage storage = storage_of(level, disks, instant);
    storage.link = 100_MBps;
    return phases(storage, direction, size).back();
  };
  CHECK(time(Level::single, 1, Direction::write, 1'000'000) == Approx(0.010));
  CHECK(time(Level::raid1, 2, Direction::write, 1'000'000) == Approx(0.020));
  CHECK(time(Level::raid10, 4, Direction::write, 1'000'000) == Approx(0.020));
  CHECK(time(Level::raid5, 3, Direction::write, 131072) == Approx(1.5 * 131072 / 100e6));
  CHECK(time(Level::raid1, 2, Direction::read, 1'000'000) == Approx(0.010));
  // Read-modify-write of 4 KiB on 5 disks: two reads come in, two writes go out.
  CHECK(time(Level::raid5, 5, Direction::write, 4096) == Approx(4 * 4096 / 100e6));
}

TEST_CASE("the link carries both directions at the same time", "[storage]") {
  Storage storage = storage_of(Level::raid0, 2, fixed_times(Seconds{0}, Seconds{0}));
  storage.link = 100_MBps;
  StorageStation station(storage, 1, 0, "host");
  auto read = station.begin(0, Direction::read, 0, 1'000'000);
  auto write = station.begin(0, Direction::write, 0, 1'000'000);
  REQUIRE(station.goes_on(read.done_s, read));
  CHECK(read.done_s == Approx(0.010));
  CHECK(write.done_s == Approx(0.010));
  CHECK_FALSE(station.goes_on(0.010, read));
  CHECK_FALSE(station.goes_on(0.010, write));
  CHECK(station.counters(0.020).link_work_s == Approx(0.010));  // the busier direction
}

TEST_CASE("a controller carries what the host sends, both directions together", "[storage]") {
  Storage storage = storage_of(Level::raid1, 2, fixed_times(Seconds{0}, Seconds{0}));
  storage.ceiling = 100_MBps;
  StorageStation station(storage, 1, 0, "host");
  CHECK(station.begin(0, Direction::write, 0, 1'000'000).done_s == Approx(0.010));
  CHECK(station.begin(0, Direction::read, 0, 1'000'000).done_s == Approx(0.020));
  CHECK(station.counters(1).ceiling_work_s == Approx(0.020));
}

TEST_CASE("credits of the link let copies burst and then hold them to the baseline", "[storage]") {
  Storage storage = storage_of(Level::raid1, 2, fixed_times(Seconds{0}, Seconds{0}));
  models::Bucket credits;
  credits.unit = models::Bucket::Unit::bytes;
  credits.rate = 50e6;
  credits.burst_rate = 200e6;
  credits.capacity = credits.initial_fill = 150e6;  // lasts 1 s at 200 MB/s
  storage.link_buckets = {credits};
  StorageStation station(storage, 1, 0, "host");
  const auto write_all = [&](int megabytes) {
    double done = 0;
    for (int i = 0; i < megabytes; ++i) {
      done = station.begin(0, Direction::write, 0, 1'000'000).done_s;
    }
    return done;
  };
  const double burst = write_all(100);  // both copies: 200 MB
  CHECK(burst == Approx(1).epsilon(0.02));
  CHECK(write_all(50) - burst == Approx(2).epsilon(0.02));
}

TEST_CASE("sixteen disks with one request in flight are busy and nearly idle", "[storage]") {
  Simulation simulation;
  StorageStation station(storage_of(Level::raid0, 16, fixed_times(5_ms, 5_ms)), 1, 0, "host");
  random_reads(simulation, station, Random(1));
  simulation.run_until(10.0025);  // 2000 reads and a half
  const auto counters = station.counters(simulation.now());
  CHECK(counters.busy_s == Approx(10.0025));
  CHECK(counters.area_s == Approx(10.0025));
  CHECK(counters.member_work_s == Approx(10.0025 / 16));
  CHECK(counters.requests == 2000);
}

TEST_CASE("requests in flight add up to response times (Little)", "[storage]") {
  StorageStation station(storage_of(Level::raid0, 2, fixed_times(5_ms, 5_ms)), 1, 0, "host");
  auto first = station.begin(1, Direction::read, 0, 4096);
  auto second = station.begin(1.002, Direction::read, 0, 4096);  // queues: done at 1.010
  CHECK_FALSE(station.goes_on(first.done_s, first));
  CHECK_FALSE(station.goes_on(second.done_s, second));
  const auto counters = station.counters(3);
  CHECK(counters.area_s == Approx(0.005 + 0.008));
  CHECK(counters.busy_s == Approx(0.010));
}

TEST_CASE("bytes count once, on the host's side, when the request is complete", "[storage]") {
  const auto level = GENERATE(Level::raid1, Level::raid10, Level::raid5, Level::raid6);
  StorageStation station(storage_of(level, 4, fixed_times(1_ms, 1_ms)), 1, 0, "host");
  phases(station, 0, Direction::write, 0, 4096);
  phases(station, 1, Direction::write, 65536, 8192);
  phases(station, 2, Direction::read, 0, 4096);
  station.begin(3, Direction::read, 0, 4096);  // on its way
  const auto counters = station.counters(3.0005);
  CHECK(counters.written_bytes == 12288);
  CHECK(counters.read_bytes == 4096);
  CHECK(counters.requests == 3);
}

TEST_CASE("a stripe waits for its slowest member", "[storage]") {
  Storage storage = storage_of(Level::raid0, 8, fixed_times(10_ms, 10_ms));
  storage.member_spread = 0.2;
  StorageStation station(storage, 3, 0, "host");
  double slowest = 0, fastest = 1;
  for (int member = 0; member < 8; ++member) {
    const double alone =
        phases(station, member, Direction::read, member * 65536, 4096).back() - member;
    slowest = std::max(slowest, alone);
    fastest = std::min(fastest, alone);
  }
  CHECK(fastest < 0.9 * slowest);
  CHECK(phases(station, 100, Direction::read, 0, 8 * 65536).back() - 100 == Approx(slowest));
}

TEST_CASE("member speeds have the spread asked for, and equal names equal speeds", "[storage]") {
  Storage storage = storage_of(Level::raid0, 200, fixed_times(10_ms, 10_ms));
  storage.member_spread = 0.1;
  const auto speeds = [&](std::uint64_t seed, std::uint64_t replication, const char* name) {
    StorageStation station(storage, seed, replication, name);
    std::vector<double> all;
    for (int member = 0; member < 200; ++member) {
      all.push_back(
          0.010 / (phases(station, member, Direction::read, member * 65536, 4096).back() - member));
    }
    return all;
  };
  const auto host = speeds(1, 0, "host");
  CHECK(speeds(1, 0, "host") == host);
  CHECK(speeds(2, 0, "host") != host);
  CHECK(speeds(1, 1, "host") != host);
  CHECK(speeds(1, 0, "other") != host);
  double sum = 0, squares = 0;
  for (const double speed : host) {
    sum += speed - 1;
    squares += (speed - 1) * (speed - 1);
  }
  CHECK(std::abs(sum / 200) < 4 * 0.1 / std::sqrt(200));
  CHECK(std::sqrt(squares / 200) == Approx(0.1).epsilon(4 / std::sqrt(400)));
}
