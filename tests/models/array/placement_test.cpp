// SPDX-License-Identifier: Apache-2.0
// Where md puts things, as tables. Rows are chunk rows, columns members; a number is an array
// chunk, -1 parity.
#include <catch2/catch.hpp>
#include <vector>

#include "models/array/array.h"
#include "tests/models/array/units.h"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::testing;

namespace {

using Table = std::vector<std::vector<int>>;

/// Which array chunk each chunk of the members holds, found by writing chunk after chunk; for
/// parity levels by reading, the rest being -1.
Table table_of(const Array& array, int rows) {
  Table table(static_cast<std::size_t>(rows),
              std::vector<int>(static_cast<std::size_t>(array.disks), -1));
  const bool has_parity = array.level != Level::raid10 && array.level != Level::raid0;
  const Direction direction = has_parity ? Direction::read : Direction::write;
  const auto chunks = capacity_units(array, rows) / units_per_chunk;
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    const Touched hit =
        touched(array, rows, {direction, chunk * units_per_chunk, units_per_chunk, 0});
    for (const Unit& unit : has_parity ? hit.reads : hit.writes) {
      table[static_cast<std::size_t>(unit.index / units_per_chunk)]
           [static_cast<std::size_t>(unit.member)] = static_cast<int>(chunk);
    }
  }
  return table;
}

Array raid10(int disks, Layout layout, int copies = 2) {
  return {Level::raid10, disks, layout, copies, small_chunk, {}};
}

}  // namespace

TEST_CASE("RAID 10 near keeps the copies side by side, odd members included", "[array]") {
  CHECK(table_of(raid10(3, Layout::near), 4) == Table{{0, 0, 1}, {1, 2, 2}, {3, 3, 4}, {4, 5, 5}});
  CHECK(table_of(raid10(4, Layout::near), 2) == Table{{0, 0, 1, 1}, {2, 2, 3, 3}});
}

TEST_CASE("RAID 10 far keeps the second copy in the other half of the next member", "[array]") {
  CHECK(table_of(raid10(3, Layout::far), 4) == Table{{0, 1, 2}, {3, 4, 5}, {2, 0, 1}, {5, 3, 4}});
  CHECK(table_of(raid10(4, Layout::far), 4) ==
        Table{{0, 1, 2, 3}, {4, 5, 6, 7}, {3, 0, 1, 2}, {7, 4, 5, 6}});
}

TEST_CASE("RAID 10 offset repeats each row shifted by one member", "[array]") {
  CHECK(table_of(raid10(3, Layout::offset), 4) ==
        Table{{0, 1, 2}, {2, 0, 1}, {3, 4, 5}, {5, 3, 4}});
  CHECK(table_of(raid10(4, Layout::offset, 3), 3) ==
        Table{{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 0, 1}});
}

TEST_CASE("RAID 5 parity is left-symmetric, RAID 4 parity last", "[array]") {
  CHECK(table_of({Level::raid5, 4, Layout::near, 2, small_chunk, {}}, 4) ==
        Table{{0, 1, 2, -1}, {4, 5, -1, 3}, {8, -1, 6, 7}, {-1, 9, 10, 11}});
  CHECK(table_of({Level::raid4, 3, Layout::near, 2, small_chunk, {}}, 2) ==
        Table{{0, 1, -1}, {2, 3, -1}});
}

TEST_CASE("RAID 6 has its second parity behind the first", "[array]") {
  CHECK(table_of({Level::raid6, 5, Layout::near, 2, small_chunk, {}}, 5) ==
        Table{{-1, 0, 1, 2, -1},
              {3, 4, 5, -1, -1},
              {7, 8, -1, -1, 6},
              {11, -1, -1, 9, 10},
              {-1, -1, 12, 13, 14}});
}

TEST_CASE("RAID 0 deals chunks out in turn", "[array]") {
  CHECK(table_of({Level::raid0, 3, Layout::near, 2, small_chunk, {}}, 2) ==
        Table{{0, 1, 2}, {3, 4, 5}});
}
