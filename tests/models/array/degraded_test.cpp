// SPDX-License-Identifier: Apache-2.0
// Laws of arrays that have lost members.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "models/array/array.h"
#include "tests/models/array/units.h"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::testing;

namespace {

constexpr int rows = 6;

bool has_parity(const Array& array) {
  return array.level == Level::raid4 || array.level == Level::raid5 || array.level == Level::raid6;
}

std::set<int> members_of(const std::vector<Unit>& units) {
  std::set<int> members;
  for (const Unit& unit : units) members.insert(unit.member);
  return members;
}

Array healthy(Array array) {
  array.failed.clear();
  return array;
}

bool is_failed(const Array& array, int member) {
  return std::ranges::find(array.failed, member) != array.failed.end();
}

std::set<Unit> reads_of_units(const Array& array, UnitRequest request) {
  std::set<Unit> reads;
  const std::int64_t end = request.offset + request.size;
  for (request.size = 1; request.offset < end; ++request.offset) {
    const Touched one = touched(array, rows, request);
    reads.insert(one.reads.begin(), one.reads.end());
  }
  return reads;
}

}  // namespace

TEST_CASE("a failed member is never touched", "[array][degraded]") {
  for (const Array& array : all_degraded_arrays()) {
    INFO(describe(array));
    const std::int64_t capacity = capacity_units(array, rows);
    for (const Direction direction : {Direction::read, Direction::write}) {
      for (const std::int64_t size : {1, 6, 23}) {
        for (std::int64_t offset = 0; offset + size <= capacity; offset += 5) {
          const Touched hit = touched(array, rows, {direction, offset, size, 1});
          for (const int member : array.failed) {
            REQUIRE_FALSE(members_of(hit.reads).contains(member));
            REQUIRE_FALSE(members_of(hit.writes).contains(member));
          }
        }
      }
    }
  }
}

TEST_CASE("a mirror with a dead copy reads a live one, byte for byte", "[array][degraded]") {
  for (const Array& array : all_degraded_arrays()) {
    if (has_parity(array)) continue;
    INFO(describe(array));
    for (std::int64_t offset = 0; offset + 9 <= capacity_units(array, rows); offset += 3) {
      const UnitRequest request{Direction::read, offset, 9, static_cast<std::uint32_t>(offset)};
      const Touched read = touched(array, rows, request);
      REQUIRE(read.reads.size() == 9);
      const Touched copies = touched(array, rows, {Direction::write, offset, 9, 0});
      REQUIRE(std::ranges::includes(copies.writes, read.reads));
      const std::set<Unit> units = reads_of_units(array, request);
      REQUIRE(std::vector<Unit>(units.begin(), units.end()) == read.reads);
    }
  }
}

TEST_CASE("a write to a degraded mirror is the healthy one without the dead members",
          "[array][degraded]") {
  for (const Array& array : all_degraded_arrays()) {
    INFO(describe(array));
    for (std::int64_t offset = 0; offset + 9 <= capacity_units(array, rows); offset += 3) {
      const UnitRequest request{Direction::write, offset, 9, 0};
      std::vector<Unit> expected = touched(healthy(array), rows, request).writes;
      std::erase_if(expected, [&](const Unit& unit) { return is_failed(array, unit.member); });
      REQUIRE(touched(array, rows, request).writes == expected);
    }
  }
}

TEST_CASE("lost data is rebuilt from the same place of every live member", "[array][degraded]") {
  for (const Array& array : all_degraded_arrays()) {
    if (!has_parity(array)) continue;
    INFO(describe(array));
    const auto alive = static_cast<std::size_t>(array.disks) - array.failed.size();
    for (std::int64_t offset = 0; offset < capacity_units(array, rows); ++offset) {
      const UnitRequest request{Direction::read, offset, 1, 0};
      const Unit home = touched(healthy(array), rows, request).reads.front();
      const Touched read = touched(array, rows, request);
      REQUIRE(read.reads.size() == (is_failed(array, home.member) ? alive : 1));
      for (const Unit& unit : read.reads) REQUIRE(unit.index == home.index);
    }
  }
}

TEST_CASE("a large degraded read is the union of its small ones, nothing read twice",
          "[array][degraded]") {
  for (const Array& array : all_degraded_arrays()) {
    if (!has_parity(array)) continue;
    INFO(describe(array));
    for (const std::int64_t size : {5, 9, 31}) {
      for (std::int64_t offset = 0; offset + size <= capacity_units(array, rows); offset += 7) {
        const UnitRequest request{Direction::read, offset, size, 0};
        const std::set<Unit> units = reads_of_units(array, request);
        REQUIRE(touched(array, rows, request).reads ==
                std::vector<Unit>(units.begin(), units.end()));
      }
    }
  }
}

TEST_CASE("a degraded write to parity reads enough to compute it", "[array][degraded]") {
  for (const Array& array : all_degraded_arrays()) {
    if (!has_parity(array)) continue;
    INFO(describe(array));
    const int parity = array.level == Level::raid6 ? 2 : 1;
    const int data = array.disks - parity;
    for (std::int64_t offset = 0; offset < capacity_units(array, rows); ++offset) {
      const Touched whole = touched(healthy(array), rows, {Direction::write, offset, 1, 0});
      const std::set<int> replaced = members_of(whole.writes);  // the unit's member and parity
      const std::set<int> read =
          members_of(touched(array, rows, {Direction::write, offset, 1, 0}).reads);
      std::set<int> others;
      for (int member = 0; member < array.disks; ++member) {
        if (!replaced.contains(member)) others.insert(member);
      }
      const bool can_modify = std::ranges::includes(read, replaced);
      const bool can_reconstruct = std::ranges::includes(read, others);
      const bool can_rebuild = static_cast<int>(read.size()) >= data;  // any `data` members do
      REQUIRE((can_modify || can_reconstruct || can_rebuild));
    }
  }
}

TEST_CASE("degraded RAID 5 of 8 disks: writes as md counts them", "[array][degraded]") {
  Array array{Level::raid5, 8, Layout::near, 2, small_chunk, {}};
  const UnitRequest request{Direction::write, 0, 1, 0};  // data on member 0, parity on 7
  const auto reads = [&](int failed) {
    array.failed = {failed};
    return touched(array, rows, request).reads.size();
  };
  CHECK(reads(3) == 2);  // another data member: old data and old parity
  CHECK(reads(0) == 6);  // the member written: the six others, for there is no old data
  CHECK(reads(7) == 6);  // parity: md reads for a parity that it cannot write
}
