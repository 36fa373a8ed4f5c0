// SPDX-License-Identifier: Apache-2.0
#include "tests/models/array/units.h"

#include <algorithm>

namespace headroom::models::testing {
namespace {

void add(const std::vector<MemberOp>& ops, Touched& touched) {
  for (const MemberOp& op : ops) {
    auto& units = op.direction == Direction::read ? touched.reads : touched.writes;
    const std::int64_t end = op.offset_bytes + op.size_bytes;
    for (std::int64_t at = op.offset_bytes; at < end; at += unit_bytes) {
      units.push_back({op.member, at / unit_bytes});
    }
  }
}

void add_if_valid(std::vector<Array>& arrays, const Array& array) {
  if (!fault(array)) arrays.push_back(array);
}

}  // namespace

ArrayPlan plan_of(const Array& array, int rows, const UnitRequest& request) {
  ArrayPlan out;
  plan(array, member_of(rows), request.direction, request.offset * unit_bytes,
       request.size * unit_bytes, request.copy_choice, out);
  return out;
}

Touched touched(const ArrayPlan& plan) {
  Touched touched;
  add(plan.first, touched);
  add(plan.then, touched);
  std::ranges::sort(touched.reads);
  std::ranges::sort(touched.writes);
  return touched;
}

Touched touched(const Array& array, int rows, const UnitRequest& request) {
  return touched(plan_of(array, rows, request));
}

std::int64_t capacity_units(const Array& array, int rows) {
  return static_cast<std::int64_t>(usable_capacity(array, member_of(rows)) / Bytes{1}) / unit_bytes;
}

std::vector<Array> all_arrays() {
  std::vector<Array> arrays;
  for (int disks = 1; disks <= 7; ++disks) {
    for (const Level level : {Level::single, Level::jbod, Level::linear, Level::raid0, Level::raid1,
                              Level::raid4, Level::raid5, Level::raid6}) {
      add_if_valid(arrays, {level, disks, Layout::near, 2, small_chunk, {}});
    }
    for (const Layout layout : {Layout::near, Layout::far, Layout::offset}) {
      for (const int copies : {2, 3}) {
        add_if_valid(arrays, {Level::raid10, disks, layout, copies, small_chunk, {}});
      }
    }
  }
  return arrays;
}

std::vector<Array> all_degraded_arrays() {
  std::vector<Array> arrays;
  for (Array array : all_arrays()) {
    for (int one = 0; one < array.disks; ++one) {
      array.failed = {one};
      add_if_valid(arrays, array);
      for (int other = one + 1; other < array.disks; ++other) {
        array.failed = {other, one};
        add_if_valid(arrays, array);
      }
    }
  }
  return arrays;
}

std::string describe(const Array& array) {
  std::string text = "level " + std::to_string(static_cast<int>(array.level)) + ", layout " +
                     std::to_string(static_cast<int>(array.layout)) + ", disks " +
                     std::to_string(array.disks) + ", copies " + std::to_string(array.copies);
  for (const int member : array.failed) text += ", failed " + std::to_string(member);
  return text;
}

}  // namespace headroom::models::testing
