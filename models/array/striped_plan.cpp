// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/array/plan_parts.h"

namespace headroom::models::planning {
namespace {

// The pieces of the request in one column of the rows, which lie on consecutive chunks of one
// member from chunk `base` on: one operation. Requires: there are any.
void append_column(const Rows& rows, std::int64_t column, std::int64_t base, MemberOp op,
                   std::vector<MemberOp>& ops) {
  const std::int64_t from = rows.from(column);
  const std::int64_t to = rows.to(column);
  op.offset_bytes = (base + from) * rows.chunk + rows.begin(from, column);
  op.size_bytes = (base + to) * rows.chunk + rows.end(to, column) - op.offset_bytes;
  append(ops, op);
}

// near, and raid0 as its case of one copy: the copies of all chunks, written one after the other,
// fill rows of `disks` positions, so that position p = copies x chunk + copy is chunk
// p / disks of member p % disks.
class NearPlan {
 public:
  NearPlan(const Array& array, int copies, const Request& request)
      : array_(array),
        request_(request),
        copies_(copies),
        chunk_(chunk_bytes(array)),
        first_chunk_(request.begin / chunk_),
        last_chunk_((request.end - 1) / chunk_),
        first_row_(first_chunk_ * copies / array.disks),
        first_column_(first_chunk_ * copies - first_row_ * array.disks) {
    const std::int64_t last_position = last_chunk_ * copies + copies - 1;
    last_row_ = last_position / array.disks;
    last_column_ = last_position - last_row_ * array.disks;
    positions_ = (last_chunk_ - first_chunk_ + 1) * copies;
  }

  void run(std::vector<MemberOp>& ops) const {
    const bool is_write = request_.direction == Direction::write;
    const bool is_even = array_.disks % copies_ == 0;
    const std::int64_t touched = std::min<std::int64_t>(array_.disks, positions_);
    int member = static_cast<int>(first_column_);
    for (std::int64_t i = 0; i < touched;
         ++i, member = member + 1 < array_.disks ? member + 1 : 0) {
      const std::int64_t from = first_row_ + (member < first_column_ ? 1 : 0);
      const std::int64_t to = last_row_ - (member > last_column_ ? 1 : 0);
      if (is_write) {
        if (is_alive(array_, member)) append_rows(member, from, to, ops);
      } else if (is_even) {
        if (is_read(member, member % copies_)) append_rows(member, from, to, ops);
      } else {
        read_row_by_row(member, from, to, ops);
      }
    }
  }

 private:
  bool is_read(int member, int copy) const {
    const auto chosen = request_.copy_choice % static_cast<unsigned>(copies_);
    return is_read_from(array_, copies_, member, copy, static_cast<int>(chosen));
  }

  void append_rows(int member, std::int64_t from, std::int64_t to,
                   std::vector<MemberOp>& ops) const {
    const bool starts = from * array_.disks + member < (first_chunk_ + 1) * copies_;
    const bool ends = to * array_.disks + member >= last_chunk_ * copies_;
    const std::int64_t begin = starts ? request_.begin - first_chunk_ * chunk_ : 0;
    const std::int64_t end = ends ? request_.end - last_chunk_ * chunk_ : chunk_;
    append(ops,
           {member, request_.direction, from * chunk_ + begin, (to - from) * chunk_ + end - begin});
  }

  // Where the copies do not divide the disks, a member's copy number changes from row to row.
  void read_row_by_row(int member, std::int64_t from, std::int64_t to,
                       std::vector<MemberOp>& ops) const {
    const std::int64_t step = array_.disks % copies_;
    std::int64_t copy = (from * array_.disks + member) % copies_;
    for (std::int64_t row = from; row <= to; ++row) {
      if (is_read(member, static_cast<int>(copy))) append_rows(member, row, row, ops);
      copy += step;
      if (copy >= copies_) copy -= copies_;
    }
  }

  const Array& array_;
  const Request& request_;
  int copies_;
  std::int64_t chunk_;
  std::int64_t first_chunk_;
  std::int64_t last_chunk_;
  std::int64_t first_row_;
  std::int64_t first_column_;
  std::int64_t last_row_;
  std::int64_t last_column_;
  std::int64_t positions_;
};

// Whether a member takes part with its copy number `copy`: all in a write, the one with the lowest
// address that is alive in a read.
bool takes_part(const Array& array, const Request& request, int member, int copy) {
  if (request.direction == Direction::write) return is_alive(array, member);
  return is_read_from(array, array.copies, member, copy, 0);
}

// The column whose copy number `copy` a member holds: each copy is shifted by one member.
int column_of(const Array& array, int member, int copy) {
  return member >= copy ? member - copy : member - copy + array.disks;
}

// far: copy f fills chunks f x stride .. of the members.
void plan_far(const Array& array, std::int64_t member_bytes, const Request& request,
              std::vector<MemberOp>& ops) {
  const Rows rows(request, chunk_bytes(array), array.disks);
  const std::int64_t stride = member_bytes / rows.chunk / array.copies;
  for (int copy = 0; copy < array.copies; ++copy) {
    for (int column = 0; column < array.disks; ++column) {
      if (rows.from(column) > rows.to(column)) continue;
      const int member = (column + copy) % array.disks;
      if (!takes_part(array, request, member, copy)) continue;
      append_column(rows, column, copy * stride, {member, request.direction, 0, 0}, ops);
    }
  }
}

// offset: copy f of row r is in chunk row r x copies + f.
void append_offset_row(const Array& array, const Rows& rows, std::int64_t row, MemberOp op,
                       std::vector<MemberOp>& ops) {
  for (int copy = 0; copy < array.copies; ++copy) {
    const int column = column_of(array, op.member, copy);
    if (row < rows.from(column) || row > rows.to(column)) continue;
    const std::int64_t begin = rows.begin(row, column);
    op.offset_bytes = (row * array.copies + copy) * rows.chunk + begin;
    op.size_bytes = rows.end(row, column) - begin;
    append(ops, op);
  }
}

void plan_offset_write(const Array& array, const Request& request, std::vector<MemberOp>& ops) {
  const Rows rows(request, chunk_bytes(array), array.disks);
  const std::int64_t whole_rows = rows.last_row - rows.first_row - 1;  // between first and last
  for (int member = 0; member < array.disks; ++member) {
    if (!is_alive(array, member)) continue;
    const MemberOp op{member, request.direction, 0, 0};
    append_offset_row(array, rows, rows.first_row, op, ops);
    if (whole_rows > 0) {
      append(ops, {member, request.direction, (rows.first_row + 1) * array.copies * rows.chunk,
                   whole_rows * array.copies * rows.chunk});
    }
    if (whole_rows >= 0) append_offset_row(array, rows, rows.last_row, op, ops);
  }
}

// The rows that a member serves are `copies` chunks apart: no two make one operation.
void plan_offset_read(const Array& array, const Request& request, std::vector<MemberOp>& ops) {
  const Rows rows(request, chunk_bytes(array), array.disks);
  for (int member = 0; member < array.disks; ++member) {
    for (int copy = 0; copy < array.copies; ++copy) {
      if (!is_read_from(array, array.copies, member, copy, 0)) continue;
      const int column = column_of(array, member, copy);
      const std::int64_t to = rows.to(column);
      for (std::int64_t row = rows.from(column); row <= to; ++row) {
        const std::int64_t begin = rows.begin(row, column);
        ops.push_back({member, request.direction, (row * array.copies + copy) * rows.chunk + begin,
                       rows.end(row, column) - begin});
      }
    }
  }
}

}  // namespace

void plan_striped(const Array& array, std::int64_t member_bytes, const Request& request,
                  std::vector<MemberOp>& ops) {
  if (array.level == Level::raid0) {
    NearPlan(array, 1, request).run(ops);
  } else if (array.layout == Layout::near) {
    NearPlan(array, array.copies, request).run(ops);
  } else if (array.layout == Layout::far) {
    plan_far(array, member_bytes, request, ops);
  } else if (request.direction == Direction::write) {
    plan_offset_write(array, request, ops);
  } else {
    plan_offset_read(array, request, ops);
  }
}

}  // namespace headroom::models::planning
