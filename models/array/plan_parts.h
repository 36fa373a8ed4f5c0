// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/array/array.h"

// Parts of plan(), private to this folder. All sizes and offsets are bytes.
namespace headroom::models::planning {

/// One request to the array: bytes begin..end-1 of its address space.
struct Request {
  Direction direction;
  std::int64_t begin;
  std::int64_t end;
  std::uint32_t copy_choice;
};

/// Adds an operation, or lengthens the last one where it ends just there.
inline void append(std::vector<MemberOp>& ops, const MemberOp& op) {
  if (!ops.empty()) {
    MemberOp& last = ops.back();
    if (last.member == op.member && last.direction == op.direction &&
        last.offset_bytes + last.size_bytes == op.offset_bytes) {
      last.size_bytes += op.size_bytes;
      return;
    }
  }
  ops.push_back(op);
}

inline bool is_alive(const Array& array, int member) {
  for (const int gone : array.failed) {
    if (gone == member) return false;
  }
  return true;
}

inline std::int64_t chunk_bytes(const Array& array) {
  return static_cast<std::int64_t>(array.chunk / Bytes{1});
}

/// The part of a striped address space that a request covers, cut into rows of `width` chunks: from
/// `first_begin` in chunk (first_row, first_column) to `last_end` in (last_row, last_column).
struct Rows {
  Rows(const Request& request, std::int64_t chunk_size, std::int64_t width);

  /// First row in which the request covers this column.
  std::int64_t from(std::int64_t column) const {
    return first_row + (column < first_column ? 1 : 0);
  }
  /// Last row in which it does; before from() if there is none.
  std::int64_t to(std::int64_t column) const { return last_row - (column > last_column ? 1 : 0); }
  /// Where it begins in this chunk.
  std::int64_t begin(std::int64_t row, std::int64_t column) const {
    return row == first_row && column == first_column ? first_begin : 0;
  }
  /// Where it ends in this chunk.
  std::int64_t end(std::int64_t row, std::int64_t column) const {
    return row == last_row && column == last_column ? last_end : chunk;
  }

  std::int64_t chunk;
  std::int64_t first_row;
  std::int64_t first_column;
  std::int64_t first_begin;
  std::int64_t last_row;
  std::int64_t last_column;
  std::int64_t last_end;
};

/// raid0 and raid10: every operation goes to `ops`.
void plan_striped(const Array& array, std::int64_t member_bytes, const Request& request,
                  std::vector<MemberOp>& ops);

/// Whether a read of the data whose copies are on `copies` consecutive members is served by
/// `member`, which holds copy number `copy`: the chosen copy, or the next one alive after it.
bool is_read_from(const Array& array, int copies, int member, int copy, int chosen);

/// raid4, raid5, raid6.
void plan_parity(const Array& array, const Request& request, ArrayPlan& out);

}  // namespace headroom::models::planning
