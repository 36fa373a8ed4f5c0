// SPDX-License-Identifier: Apache-2.0
#include "models/array/array.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {
namespace {

// Parity members of a level.
int parity_disks(Level level) {
  if (level == Level::raid4 || level == Level::raid5) return 1;
  return level == Level::raid6 ? 2 : 0;
}

bool has_chunks(Level level) {
  return level == Level::raid0 || level == Level::raid10 || parity_disks(level) > 0;
}

const char* count_fault(const Array& array) {
  const int n = array.disks;
  switch (array.level) {
    case Level::single:
      return n == 1 ? nullptr : "a single disk is an array of exactly 1 disk";
    case Level::jbod:
    case Level::linear:
    case Level::raid0:
      return n >= 1 ? nullptr : "an array needs at least 1 disk";
    case Level::raid1:
      return n >= 2 ? nullptr : "RAID 1 needs at least 2 disks";
    case Level::raid4:
      return n >= 3 ? nullptr : "RAID 4 needs at least 3 disks";
    case Level::raid5:
      return n >= 3 ? nullptr : "RAID 5 needs at least 3 disks";
    case Level::raid6:
      return n >= 4 ? nullptr : "RAID 6 needs at least 4 disks";
    case Level::raid10:
      return n >= 2 ? nullptr : "RAID 10 needs at least 2 disks";
  }
  return "there is no such RAID level";
}

// Whether k members in a row, from `start` on, are all gone.
bool all_failed(const Array& array, int start) {
  for (int copy = 0; copy < array.copies; ++copy) {
    const int member = (start + copy) % array.disks;
    if (std::ranges::find(array.failed, member) == array.failed.end()) return false;
  }
  return true;
}

// The copies of a chunk are on consecutive members. Which member may hold the first: any one for
// far and offset; for near the chunks start at multiples of `copies`, modulo the disks.
bool raid10_lost_data(const Array& array) {
  const bool is_near = array.layout == Layout::near;
  for (int chunk = 0; chunk < array.disks; ++chunk) {
    const int start = is_near ? chunk * array.copies % array.disks : chunk;
    if (all_failed(array, start)) return true;
  }
  return false;
}

std::optional<std::string> failed_fault(const Array& array) {
  for (std::size_t i = 0; i < array.failed.size(); ++i) {
    const int member = array.failed[i];
    if (member < 0 || member >= array.disks) return "a failed disk is not a member of the array";
    if (std::find(array.failed.begin(), array.failed.begin() + static_cast<std::ptrdiff_t>(i),
                  member) != array.failed.begin() + static_cast<std::ptrdiff_t>(i)) {
      return "a failed disk is named twice";
    }
  }
  const bool is_lost = array.level == Level::raid10
                           ? raid10_lost_data(array)
                           : static_cast<int>(array.failed.size()) > survives(array);
  if (is_lost) return "more disks have failed than the array survives";
  return std::nullopt;
}

double whole_chunks(const Array& array, Bytes member_capacity) {
  return std::floor(member_capacity / array.chunk);
}

}  // namespace

std::optional<std::string> fault(const Array& array) {
  if (const char* found = count_fault(array)) return found;
  if (array.level == Level::raid10) {
    if (array.copies < 1) return "RAID 10 keeps at least 1 copy";
    if (array.copies > array.disks) return "RAID 10 cannot keep more copies than it has disks";
  }
  if (has_chunks(array.level)) {
    const double pages = array.chunk / 4_KiB;
    if (!(pages >= 1) || std::floor(pages) != pages) {
      return "the chunk size must be a multiple of 4 KiB";
    }
  }
  return failed_fault(array);
}

double data_disks(const Array& array) {
  if (array.level == Level::raid1) return 1;
  if (array.level == Level::raid10) return static_cast<double>(array.disks) / array.copies;
  return array.disks - parity_disks(array.level);
}

double usable_share(const Array& array) { return data_disks(array) / array.disks; }

int survives(const Array& array) {
  if (array.level == Level::raid1) return array.disks - 1;
  if (array.level == Level::raid10) return array.copies - 1;
  return parity_disks(array.level);
}

Bytes usable_capacity(const Array& array, Bytes member_capacity) {
  if (!has_chunks(array.level)) return member_capacity * data_disks(array);
  const double rows = whole_chunks(array, member_capacity);
  if (array.level != Level::raid10) return rows * data_disks(array) * array.chunk;
  if (array.layout == Layout::near) return std::floor(rows * data_disks(array)) * array.chunk;
  return std::floor(rows / array.copies) * array.disks * array.chunk;
}

}  // namespace headroom::models
