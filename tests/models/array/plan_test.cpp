// SPDX-License-Identifier: Apache-2.0
// Laws of every plan: whole requests do what their units do, bytes are conserved, copies are apart.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "models/array/array.h"
#include "tests/models/array/units.h"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::testing;

namespace {

constexpr int rows = 12;

int copies_of(const Array& array) {
  if (array.level == Level::raid1) return array.disks;
  return array.level == Level::raid10 ? array.copies : 1;
}

int parity_of(const Array& array) {
  if (array.level == Level::raid4 || array.level == Level::raid5) return 1;
  return array.level == Level::raid6 ? 2 : 0;
}

bool is_repeated(const std::vector<Unit>& sorted) {
  return std::ranges::adjacent_find(sorted) != sorted.end();
}

/// What single-unit requests touch, one after the other, each unit counted once.
Touched sum_of_units(const Array& array, UnitRequest request) {
  std::set<Unit> reads;
  std::set<Unit> writes;
  const std::int64_t end = request.offset + request.size;
  for (request.size = 1; request.offset < end; ++request.offset) {
    const Touched one = touched(array, rows, request);
    reads.insert(one.reads.begin(), one.reads.end());
    writes.insert(one.writes.begin(), one.writes.end());
  }
  return {{reads.begin(), reads.end()}, {writes.begin(), writes.end()}};
}

/// Requests of many sizes at many offsets, the last one up to the end of the array.
std::vector<UnitRequest> requests_to(const Array& array, Direction direction) {
  std::vector<UnitRequest> requests;
  const std::int64_t capacity = capacity_units(array, rows);
  for (const std::int64_t size : {1, 2, 4, 5, 9, 16, 37, 64}) {
    for (std::int64_t offset = 0; offset + size <= capacity; offset += 7) {
      requests.push_back({direction, offset, size, static_cast<std::uint32_t>(offset)});
    }
    if (size <= capacity) requests.push_back({direction, capacity - size, size, 1});
  }
  return requests;
}

}  // namespace

TEST_CASE("a read moves exactly the bytes asked for, wherever its units lie", "[array]") {
  for (const Array& array : all_arrays()) {
    INFO(describe(array));
    for (const UnitRequest& request : requests_to(array, Direction::read)) {
      const Touched whole = touched(array, rows, request);
      REQUIRE(whole.reads.size() == static_cast<std::size_t>(request.size));
      REQUIRE(whole.writes.empty());
      REQUIRE(whole == sum_of_units(array, request));
    }
  }
}

TEST_CASE("a write reaches the places that its units reach, each once", "[array]") {
  for (const Array& array : all_arrays()) {
    INFO(describe(array));
    for (const UnitRequest& request : requests_to(array, Direction::write)) {
      const Touched whole = touched(array, rows, request);
      REQUIRE_FALSE(is_repeated(whole.writes));
      REQUIRE_FALSE(is_repeated(whole.reads));
      REQUIRE(whole.writes == sum_of_units(array, request).writes);
    }
  }
}

TEST_CASE("no two places of an array share a place of a member", "[array]") {
  for (const Array& array : all_arrays()) {
    INFO(describe(array));
    std::set<Unit> used;
    for (std::int64_t offset = 0; offset < capacity_units(array, rows); ++offset) {
      const Touched read = touched(array, rows, {Direction::read, offset, 1, 0});
      REQUIRE(used.insert(read.reads.front()).second);
    }
  }
}

TEST_CASE("every copy lands on a different disk, and every copy can be read back", "[array]") {
  for (const Array& array : all_arrays()) {
    const auto copies = static_cast<std::size_t>(copies_of(array));
    if (copies == 1) continue;
    INFO(describe(array));
    std::set<Unit> used;
    for (std::int64_t offset = 0; offset < capacity_units(array, rows); ++offset) {
      const Touched write = touched(array, rows, {Direction::write, offset, 1, 0});
      std::set<int> members;
      for (const Unit& unit : write.writes) {
        members.insert(unit.member);
        REQUIRE(used.insert(unit).second);
        REQUIRE(unit.index < rows * units_per_chunk);
      }
      REQUIRE(members.size() == copies);
      const Touched read = touched(array, rows, {Direction::read, offset, 1, 7});
      REQUIRE(std::ranges::binary_search(write.writes, read.reads.front()));
    }
  }
}

TEST_CASE("data and parity together fill the members", "[array]") {
  for (const Array& array : all_arrays()) {
    INFO(describe(array));
    const std::int64_t capacity = capacity_units(array, rows);
    const Touched write = touched(array, rows, {Direction::write, 0, capacity, 0});
    const std::size_t whole = static_cast<std::size_t>(rows * array.disks) * units_per_chunk;
    REQUIRE(write.reads.empty());
    REQUIRE(write.writes.size() <= whole);
    // Copies of a layout may leave part of the last rows empty, less than a row of copies.
    const auto copies = static_cast<std::size_t>(copies_of(array));
    REQUIRE(write.writes.size() + static_cast<std::size_t>(array.disks) * copies * units_per_chunk >
            whole);
    if (copies == 1) REQUIRE(write.writes.size() == whole);
  }
}

TEST_CASE("a chunk larger than the request touches one disk", "[array]") {
  for (const Array& array : all_arrays()) {
    INFO(describe(array));
    for (std::int64_t offset = 0; offset + 3 < capacity_units(array, rows); offset += 4) {
      const ArrayPlan read = plan_of(array, rows, {Direction::read, offset, 3, 0});
      REQUIRE(read.first.size() == 1);
      REQUIRE(read.then.empty());
    }
  }
}

TEST_CASE("contiguous chunks on one member become one operation", "[array]") {
  // 64 chunks over 16 members: each has 4 in a row.
  const Array raid0{Level::raid0, 16, Layout::near, 2, small_chunk, {}};
  CHECK(plan_of(raid0, rows, {Direction::read, 0, 64 * units_per_chunk, 0}).first.size() == 16);
  const Array far{Level::raid10, 16, Layout::far, 2, small_chunk, {}};
  CHECK(plan_of(far, rows, {Direction::read, 0, 64 * units_per_chunk, 0}).first.size() == 16);
  CHECK(plan_of(far, rows, {Direction::write, 0, 64 * units_per_chunk, 0}).first.size() == 32);
  const Array offset{Level::raid10, 16, Layout::offset, 2, small_chunk, {}};
  CHECK(plan_of(offset, rows, {Direction::write, 0, 64 * units_per_chunk, 0}).first.size() == 16);
  const Array raid5{Level::raid5, 16, Layout::near, 2, small_chunk, {}};
  CHECK(plan_of(raid5, rows, {Direction::write, 0, 60 * units_per_chunk, 0}).first.size() == 16);
}

TEST_CASE("a row written whole needs no reads, any other write to parity does", "[array]") {
  for (const Array& array : all_arrays()) {
    if (parity_of(array) == 0) continue;
    INFO(describe(array));
    const std::int64_t row = (array.disks - parity_of(array)) * units_per_chunk;
    for (const std::int64_t first : {0, 1, 5}) {
      const ArrayPlan whole = plan_of(array, rows, {Direction::write, first * row, 2 * row, 0});
      REQUIRE(whole.then.empty());
      REQUIRE(touched(whole).reads.empty());
      const ArrayPlan part = plan_of(array, rows, {Direction::write, first * row + 1, row, 0});
      REQUIRE_FALSE(part.then.empty());
      REQUIRE(std::ranges::all_of(
          part.then, [](const MemberOp& op) { return op.direction == Direction::write; }));
    }
  }
}

TEST_CASE("where a partial row is written across all its data, the writes start at once",
          "[array]") {
  const Array array{Level::raid5, 5, Layout::near, 2, small_chunk, {}};
  // One row from unit 1 on: units 1..3 of all five chunks of row 0 are new, unit 0 is partly old.
  const ArrayPlan plan = plan_of(array, rows, {Direction::write, 1, 4 * units_per_chunk, 0});
  std::int64_t at_once = 0;
  for (const MemberOp& op : plan.first) {
    if (op.direction == Direction::write) at_once += op.size_bytes;
  }
  CHECK(at_once == 5 * 3 * unit_bytes);
}

TEST_CASE("a partial row takes the way to new parity that reads less", "[array]") {
  for (const Array& array : all_arrays()) {
    const int parity = parity_of(array);
    if (parity == 0) continue;
    const int data = array.disks - parity;
    INFO(describe(array));
    // Each unit of the row on its own: w data units written cost min(w + parity, data - w) reads.
    for (std::int64_t size = 1; size <= data * units_per_chunk; ++size) {
      for (std::int64_t offset = 0; offset + size <= data * units_per_chunk; ++offset) {
        const ArrayPlan plan = plan_of(array, rows, {Direction::write, offset, size, 0});
        std::size_t expected = 0;
        for (std::int64_t in_chunk = 0; in_chunk < units_per_chunk; ++in_chunk) {
          int written = 0;
          for (int chunk = 0; chunk < data; ++chunk) {
            const std::int64_t at = chunk * units_per_chunk + in_chunk;
            written += at >= offset && at < offset + size ? 1 : 0;
          }
          if (written > 0)
            expected += static_cast<std::size_t>(std::min(written + parity, data - written));
        }
        REQUIRE(touched(plan).reads.size() == expected);
      }
    }
  }
}

TEST_CASE("reads and writes of one small write as the virtual machines showed them", "[array]") {
  const auto count = [](Level level, int disks) {
    const Array array{level, disks, Layout::near, 2, 64_KiB, {}};
    ArrayPlan out;
    plan(array, 1_GiB, Direction::write, 125'000 * 4096, 4096, 0, out);
    return std::pair{out.first.size(), out.then.size()};
  };
  CHECK(count(Level::raid5, 3) == std::pair<std::size_t, std::size_t>{1, 2});
  CHECK(count(Level::raid5, 4) == std::pair<std::size_t, std::size_t>{2, 2});
  CHECK(count(Level::raid6, 4) == std::pair<std::size_t, std::size_t>{1, 3});
  CHECK(count(Level::raid5, 8) == std::pair<std::size_t, std::size_t>{2, 2});
  CHECK(count(Level::raid6, 8) == std::pair<std::size_t, std::size_t>{3, 3});
}

TEST_CASE("with as many reads either way md reconstructs", "[array]") {
  // raid5 x4: one data unit written. Modify reads it and parity, reconstruct the two others.
  const Array array{Level::raid5, 4, Layout::near, 2, small_chunk, {}};
  const Touched write = touched(array, rows, {Direction::write, 0, 1, 0});
  std::set<int> members;
  for (const Unit& unit : write.writes) members.insert(unit.member);
  for (const Unit& unit : write.reads) members.insert(unit.member);
  CHECK(members.size() == 4);  // reads and writes never meet
}

TEST_CASE("parity visits all members in turn, but stays on the last one of RAID 4", "[array]") {
  for (const Array& array : all_arrays()) {
    const int parity = parity_of(array);
    if (parity == 0) continue;
    INFO(describe(array));
    const int period = array.disks;
    std::map<int, int> parity_rows;
    const std::int64_t row_units = (array.disks - parity) * units_per_chunk;
    for (int row = 0; row < period; ++row) {
      std::set<int> data_members;
      const Touched read = touched(array, rows, {Direction::read, row * row_units, row_units, 0});
      for (const Unit& unit : read.reads) data_members.insert(unit.member);
      for (int member = 0; member < array.disks; ++member) {
        if (!data_members.contains(member)) ++parity_rows[member];
      }
    }
    if (array.level == Level::raid4) {
      CHECK(parity_rows == std::map<int, int>{{array.disks - 1, period}});
    } else {
      for (int member = 0; member < array.disks; ++member) CHECK(parity_rows[member] == parity);
    }
  }
}

TEST_CASE("mirrors are read in turn as the choice turns", "[array]") {
  const Array raid1{Level::raid1, 3, Layout::near, 2, small_chunk, {}};
  const Array near{Level::raid10, 3, Layout::near, 2, small_chunk, {}};
  for (const Array& array : {raid1, near}) {
    std::set<int> members;
    for (std::uint32_t choice = 0; choice < 3; ++choice) {
      members.insert(touched(array, rows, {Direction::read, 0, 1, choice}).reads.front().member);
    }
    CHECK(members.size() == static_cast<std::size_t>(array.level == Level::raid1 ? 3 : 2));
  }
}

TEST_CASE("far and offset stripe reads over all members whatever the choice", "[array]") {
  for (const Layout layout : {Layout::far, Layout::offset}) {
    for (const int disks : {2, 3, 4, 5}) {
      const Array array{Level::raid10, disks, layout, 2, small_chunk, {}};
      const Touched read = touched(array, rows, {Direction::read, 0, disks * units_per_chunk, 1});
      std::map<int, int> units;
      for (const Unit& unit : read.reads) ++units[unit.member];
      CHECK(units.size() == static_cast<std::size_t>(disks));
    }
  }
}

TEST_CASE("a warm plan allocates nothing", "[array]") {
  const Array array{Level::raid5, 16, Layout::near, 2, 64_KiB, {}};
  ArrayPlan out;
  plan(array, 1_TiB, Direction::write, 123 * 4096, 4 << 20, 0, out);
  const auto* first = out.first.data();
  const auto* then = out.then.data();
  plan(array, 1_TiB, Direction::write, 321 * 4096, 4 << 20, 0, out);
  CHECK(out.first.data() == first);
  CHECK(out.then.data() == then);
}
