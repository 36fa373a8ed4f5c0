// SPDX-License-Identifier: Apache-2.0
// Bounds against the textbook numbers that virtual machines with real md arrays met within 5 %.
#include "models/array/bounds.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "models/array/array.h"
#include "tests/models/array/units.h"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::testing;

namespace {

Array make(Level level, int disks, Layout layout = Layout::near) {
  return {level, disks, layout, 2, 512_KiB, {}};
}

constexpr MemberLimits member{{200_iops, 200_iops}, {63.5_MBps, 63.5_MBps}};

double streamed(const Array& array, Direction direction, const Ceilings& ceilings = {}) {
  return stream_bound(array, direction, member, ceilings) / 1_MBps;
}

double random_iops(const Array& array, Direction direction) {
  return random_bound(array, direction, member) / 1_iops;
}

}  // namespace

TEST_CASE("sequential bounds of md over members of 63.5 MB/s", "[array][bounds]") {
  const auto check = [](const Array& array, double write, double read) {
    INFO(describe(array));
    CHECK(streamed(array, Direction::write) == Approx(write));
    CHECK(streamed(array, Direction::read) == Approx(read));
  };
  check(make(Level::single, 1), 63.5, 63.5);
  check(make(Level::raid0, 2), 127, 127);
  check(make(Level::raid0, 3), 190.5, 190.5);
  check(make(Level::raid5, 3), 127, 190.5);
  check(make(Level::raid6, 4), 127, 254);
  check(make(Level::raid4, 3), 127, 127);
  check(make(Level::raid1, 2), 63.5, 63.5);  // one stream stays on one mirror
  for (const Layout layout : {Layout::near, Layout::far, Layout::offset}) {
    check(make(Level::raid10, 3, layout), 95.25, 190.5);
    check(make(Level::raid10, 4, layout), 127, 254);
  }
}

TEST_CASE("random bounds of md over members of 200 IOPS", "[array][bounds]") {
  const auto check = [](const Array& array, double write, double read) {
    INFO(describe(array));
    CHECK(random_iops(array, Direction::write) == Approx(write));
    CHECK(random_iops(array, Direction::read) == Approx(read));
  };
  check(make(Level::single, 1), 200, 200);
  check(make(Level::raid0, 2), 400, 400);
  check(make(Level::raid0, 3), 600, 600);
  check(make(Level::raid0, 4), 800, 800);
  check(make(Level::raid1, 2), 200, 400);
  check(make(Level::raid5, 3), 200, 600);
  check(make(Level::raid5, 4), 200, 800);
  check(make(Level::raid6, 4), 200, 800);
  for (const Layout layout : {Layout::near, Layout::far, Layout::offset}) {
    check(make(Level::raid10, 4, layout), 400, 800);
    check(make(Level::raid10, 3, layout), 300, 600);
  }
}

namespace {

/// Operations of each member for one unit in each chunk of a whole turn of the parity.
std::vector<MemberOps> count_ops(const Array& array, Direction direction, std::int64_t chunks) {
  std::vector<MemberOps> by_member(static_cast<std::size_t>(array.disks));
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    const Touched hit = touched(array, 50, {direction, chunk * units_per_chunk, 1, 0});
    for (const Unit& unit : hit.reads) ++by_member[static_cast<std::size_t>(unit.member)].reads;
    for (const Unit& unit : hit.writes) ++by_member[static_cast<std::size_t>(unit.member)].writes;
  }
  return by_member;
}

}  // namespace

TEST_CASE("counts of member operations agree with the plans", "[array][bounds]") {
  for (const Array& array : all_arrays()) {
    INFO(describe(array));
    const std::int64_t chunks =
        array.disks * (array.level == Level::raid6 ? array.disks - 2 : array.disks - 1);
    if (chunks == 0) continue;
    for (const Direction direction : {Direction::read, Direction::write}) {
      MemberOps sum;
      MemberOps busiest;
      for (const MemberOps& ops : count_ops(array, direction, chunks)) {
        sum = {sum.reads + ops.reads, sum.writes + ops.writes};
        busiest = {std::max(busiest.reads, ops.reads), std::max(busiest.writes, ops.writes)};
      }
      const MemberOps all = small_random_ops(array, direction);
      const auto count = static_cast<double>(chunks);
      CHECK(sum.reads / count == Approx(all.reads));
      CHECK(sum.writes / count == Approx(all.writes));
      if (array.level == Level::raid5 || array.level == Level::raid6) {
        CHECK(busiest.reads / count == Approx(busiest_member_ops(array, direction).reads));
        CHECK(busiest.writes / count == Approx(busiest_member_ops(array, direction).writes));
      }
    }
  }
}

TEST_CASE("the parity member of RAID 4 sees every write", "[array][bounds]") {
  // 5 disks: each write is a read and a write there, 100 array writes a second; RAID 5 spreads
  // 4 operations over 5 members, 250 a second.
  CHECK(random_iops(make(Level::raid4, 5), Direction::write) == Approx(100));
  CHECK(random_iops(make(Level::raid5, 5), Direction::write) == Approx(250));
  // 3 disks: reconstruction never reads parity.
  CHECK(random_iops(make(Level::raid4, 3), Direction::write) == Approx(200));
  CHECK(random_iops(make(Level::raid4, 5), Direction::read) == Approx(800));
}

TEST_CASE("a stripe runs at its slowest member", "[array][bounds]") {
  // Two members of 30 MB/s and one of 10: RAID 0 gives 30 and RAID 5 20, measured 30.6 and 20.2.
  const MemberLimits fast{{300_iops, 300_iops}, {30_MBps, 30_MBps}};
  const MemberLimits slow{{400_iops, 100_iops}, {10_MBps, 10_MBps}};
  const std::vector<MemberLimits> members{fast, slow, fast};
  const MemberLimits least = slowest(members);
  CHECK(stream_bound(make(Level::raid0, 3), Direction::write, least) / 1_MBps == Approx(30));
  CHECK(stream_bound(make(Level::raid5, 3), Direction::write, least) / 1_MBps == Approx(20));
  CHECK(least.iops.read == 300_iops);
  CHECK(least.iops.write == 100_iops);
}

TEST_CASE("the order of the disks changes nothing", "[array][bounds]") {
  const MemberLimits a{{300_iops, 200_iops}, {30_MBps, 20_MBps}};
  const MemberLimits b{{100_iops, 400_iops}, {50_MBps, 10_MBps}};
  const std::vector<MemberLimits> one{a, b, a};
  const std::vector<MemberLimits> other{b, a, a};
  for (const Direction d : {Direction::read, Direction::write}) {
    CHECK(slowest(one).iops[d] == slowest(other).iops[d]);
    CHECK(slowest(one).bandwidth[d] == slowest(other).bandwidth[d]);
  }
}

TEST_CASE("a shared link carries copies and parity too", "[array][bounds]") {
  // 4 members of 30 MB/s behind 75 MB/s: RAID 0 x3 75, RAID 10 writes 37.5 (measured 38.1),
  // reads 75.
  const MemberLimits small{{200_iops, 200_iops}, {30_MBps, 30_MBps}};
  const Ceilings shared{75_MBps, 1000_GBps, 1e9 * 1_iops};
  const auto bound = [&](const Array& array, Direction d) {
    return stream_bound(array, d, small, shared) / 1_MBps;
  };
  CHECK(bound(make(Level::raid0, 2), Direction::write) == Approx(60));
  CHECK(bound(make(Level::raid0, 3), Direction::write) == Approx(75));
  CHECK(bound(make(Level::raid10, 4, Layout::far), Direction::write) == Approx(37.5));
  CHECK(bound(make(Level::raid10, 4, Layout::far), Direction::read) == Approx(75));
  CHECK(bound(make(Level::raid5, 4), Direction::write) == Approx(56.25));
}

TEST_CASE("the smallest ceiling counts, on the host and over all members", "[array][bounds]") {
  Ceilings ceilings;
  ceilings.host = 50_MBps;
  CHECK(streamed(make(Level::raid0, 3), Direction::read, ceilings) == Approx(50));
  ceilings.member_iops = 400_iops;  // 4 member operations for each write
  CHECK(random_bound(make(Level::raid5, 8), Direction::write, member, ceilings) == 100_iops);
}

TEST_CASE("an unstriped array works on as many members as it has streams", "[array][bounds]") {
  for (const Level level : {Level::jbod, Level::linear, Level::raid1}) {
    const Array array = make(level, 4);
    for (const int streams : {1, 3, 9}) {
      const double expected = 63.5 * std::min(streams, 4);
      CHECK(stream_bound(array, Direction::read, member, {}, streams) / 1_MBps == Approx(expected));
    }
  }
  CHECK(stream_bound(make(Level::raid1, 4), Direction::write, member, {}, 9) == 63.5_MBps);
}

TEST_CASE("doubling every disk doubles a disk-bound array", "[array][bounds]") {
  MemberLimits twice = member;
  for (const Direction d : {Direction::read, Direction::write}) {
    twice.iops[d] *= 2;
    twice.bandwidth[d] *= 2;
  }
  for (const Array& array : all_arrays()) {
    for (const Direction d : {Direction::read, Direction::write}) {
      CHECK(random_bound(array, d, twice) / random_bound(array, d, member) == Approx(2));
      CHECK(stream_bound(array, d, twice) / stream_bound(array, d, member) == Approx(2));
    }
  }
}
