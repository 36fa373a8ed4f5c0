// SPDX-License-Identifier: Apache-2.0
#include "models/array/array.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::models;

namespace {

Array make(Level level, int disks) { return {level, disks, Layout::near, 2, 64_KiB, {}}; }

Array raid10(int disks, Layout layout, std::vector<int> failed, int copies = 2) {
  return {Level::raid10, disks, layout, copies, 64_KiB, std::move(failed)};
}

}  // namespace

TEST_CASE("each level has its smallest number of disks", "[array]") {
  const auto check = [](Level level, int fewest, const char* sentence) {
    CHECK(fault(make(level, fewest - 1)) == sentence);
    CHECK_FALSE(fault(make(level, fewest)));
    CHECK_FALSE(fault(make(level, fewest + 1)));
  };
  check(Level::jbod, 1, "an array needs at least 1 disk");
  check(Level::linear, 1, "an array needs at least 1 disk");
  check(Level::raid0, 1, "an array needs at least 1 disk");
  check(Level::raid1, 2, "RAID 1 needs at least 2 disks");
  check(Level::raid4, 3, "RAID 4 needs at least 3 disks");
  check(Level::raid5, 3, "RAID 5 needs at least 3 disks");
  check(Level::raid6, 4, "RAID 6 needs at least 4 disks");
  check(Level::raid10, 2, "RAID 10 needs at least 2 disks");
  CHECK(fault(make(Level::single, 2)) == "a single disk is an array of exactly 1 disk");
}

TEST_CASE("RAID 10 keeps no more copies than it has disks", "[array]") {
  CHECK(fault(raid10(3, Layout::near, {}, 4)) ==
        "RAID 10 cannot keep more copies than it has disks");
  CHECK_FALSE(fault(raid10(3, Layout::near, {}, 3)));
  CHECK(fault(raid10(3, Layout::near, {}, 0)) == "RAID 10 keeps at least 1 copy");
}

TEST_CASE("chunks are whole pages where there are chunks", "[array]") {
  Array array = make(Level::raid5, 3);
  for (const Bytes chunk : {0_B, 2_KiB, 64_kB}) {
    array.chunk = chunk;
    CHECK(fault(array) == "the chunk size must be a multiple of 4 KiB");
  }
  array.level = Level::raid1;
  CHECK_FALSE(fault(array));
}

TEST_CASE("an array is lost when more has failed than it survives", "[array]") {
  for (const Level level : {Level::raid0, Level::raid1, Level::raid4, Level::raid5, Level::raid6}) {
    Array array = make(level, 5);
    for (int gone = 0; gone < 5; ++gone) {
      CHECK(fault(array).has_value() == (gone > survives(array)));
      array.failed.push_back(gone);
    }
  }
  CHECK(fault(raid10(4, Layout::near, {0, 1})) == "more disks have failed than the array survives");
}

TEST_CASE("RAID 10 lives as long as no chunk has lost all its copies", "[array]") {
  CHECK_FALSE(fault(raid10(4, Layout::near, {0, 2})));  // one of each pair
  CHECK_FALSE(fault(raid10(4, Layout::near, {1, 2})));
  CHECK(fault(raid10(4, Layout::far, {1, 2})));  // neighbours mirror each other
  CHECK(fault(raid10(4, Layout::offset, {3, 0})));
  CHECK_FALSE(fault(raid10(4, Layout::far, {0, 2})));
  CHECK(fault(raid10(3, Layout::near, {2, 0})));  // chunk 1: members 2 and 0
  CHECK_FALSE(fault(raid10(3, Layout::near, {2, 0}, 3)));
}

TEST_CASE("a failed disk is a member, once", "[array]") {
  Array array = make(Level::raid6, 5);
  array.failed = {5};
  CHECK(fault(array) == "a failed disk is not a member of the array");
  array.failed = {-1};
  CHECK(fault(array) == "a failed disk is not a member of the array");
  array.failed = {1, 1};
  CHECK(fault(array) == "a failed disk is named twice");
}

TEST_CASE("capacity is data members' worth in whole chunks", "[array]") {
  const Bytes member = 10 * 64_KiB + 1_KiB;
  CHECK(usable_capacity(make(Level::single, 1), member) == member);
  CHECK(usable_capacity(make(Level::raid1, 3), member) == member);
  CHECK(usable_capacity(make(Level::jbod, 3), member) == 3 * member);
  CHECK(usable_capacity(make(Level::raid0, 3), member) == 30 * 64_KiB);
  CHECK(usable_capacity(make(Level::raid4, 5), member) == 40 * 64_KiB);
  CHECK(usable_capacity(make(Level::raid6, 5), member) == 30 * 64_KiB);
  CHECK(usable_capacity(raid10(3, Layout::near, {}), member) == 15 * 64_KiB);
  CHECK(usable_capacity(raid10(5, Layout::near, {}, 3), member) == 16 * 64_KiB);
  CHECK(usable_capacity(raid10(5, Layout::far, {}, 3), member) == 15 * 64_KiB);
  CHECK(usable_capacity(raid10(5, Layout::offset, {}, 3), member) == 15 * 64_KiB);
}

TEST_CASE("usable share is data disks over disks, a fraction for odd mirrors", "[array]") {
  CHECK(data_disks(raid10(3, Layout::far, {})) == 1.5);
  CHECK(usable_share(raid10(3, Layout::far, {})) == 0.5);
  CHECK(usable_share(make(Level::raid5, 4)) == 0.75);
  CHECK(usable_share(make(Level::raid6, 8)) == 0.75);
  CHECK(usable_share(make(Level::raid1, 4)) == 0.25);
  CHECK(usable_share(make(Level::raid0, 4)) == 1);
}
