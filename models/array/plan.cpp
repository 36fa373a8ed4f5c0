// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/array/plan_parts.h"

namespace headroom::models {
namespace planning {

Rows::Rows(const Request& request, std::int64_t chunk_size, std::int64_t width)
    : chunk(chunk_size) {
  const std::int64_t first_chunk = request.begin / chunk;
  const std::int64_t last_chunk = (request.end - 1) / chunk;
  first_row = first_chunk / width;
  first_column = first_chunk - first_row * width;
  first_begin = request.begin - first_chunk * chunk;
  last_row = last_chunk / width;
  last_column = last_chunk - last_row * width;
  last_end = request.end - last_chunk * chunk;
}

bool is_read_from(const Array& array, int copies, int member, int copy, int chosen) {
  if (array.failed.empty()) return copy == chosen;
  const int first = member - copy + array.disks;
  for (int tried = chosen; tried != copy; tried = (tried + 1) % copies) {
    if (is_alive(array, (first + tried) % array.disks)) return false;
  }
  return is_alive(array, member);
}

namespace {

// One member after the other.
void plan_linear(std::int64_t member_bytes, const Request& request, std::vector<MemberOp>& ops) {
  for (std::int64_t at = request.begin; at < request.end;) {
    const std::int64_t member = at / member_bytes;
    const std::int64_t size = std::min(request.end, (member + 1) * member_bytes) - at;
    ops.push_back({static_cast<int>(member), request.direction, at - member * member_bytes, size});
    at += size;
  }
}

void plan_mirror(const Array& array, const Request& request, std::vector<MemberOp>& ops) {
  const int chosen = static_cast<int>(request.copy_choice % static_cast<unsigned>(array.disks));
  for (int member = 0; member < array.disks; ++member) {
    const bool is_used = request.direction == Direction::write
                             ? is_alive(array, member)
                             : is_read_from(array, array.disks, member, member, chosen);
    if (!is_used) continue;
    ops.push_back({member, request.direction, request.begin, request.end - request.begin});
  }
}

}  // namespace
}  // namespace planning

void plan(const Array& array, Bytes member_capacity, Direction direction, std::int64_t offset_bytes,
          std::int64_t size_bytes, std::uint32_t copy_choice, ArrayPlan& out) {
  using namespace planning;
  out.first.clear();
  out.then.clear();
  const Request request{direction, offset_bytes, offset_bytes + size_bytes, copy_choice};
  const auto member_bytes = static_cast<std::int64_t>(member_capacity / Bytes{1});
  switch (array.level) {
    case Level::single:
      out.first.push_back({0, direction, offset_bytes, size_bytes});
      break;
    case Level::jbod:
    case Level::linear:
      plan_linear(member_bytes, request, out.first);
      break;
    case Level::raid1:
      plan_mirror(array, request, out.first);
      break;
    case Level::raid0:
    case Level::raid10:
      plan_striped(array, member_bytes, request, out.first);
      break;
    case Level::raid4:
    case Level::raid5:
    case Level::raid6:
      plan_parity(array, request, out);
      break;
  }
}

}  // namespace headroom::models
