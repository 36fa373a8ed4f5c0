// SPDX-License-Identifier: Apache-2.0
#include "models/array/bounds.h"

#include <algorithm>

namespace headroom::models {
namespace {

bool has_parity(Level level) {
  return level == Level::raid4 || level == Level::raid5 || level == Level::raid6;
}

// One stream of these stays on one member.
bool is_unstriped(Level level) {
  return level == Level::single || level == Level::jbod || level == Level::linear ||
         level == Level::raid1;
}

MemberOps parity_write_ops(const Array& array) {
  const double data = data_disks(array);
  const double parity = array.disks - data;
  return {std::min(1 + parity, data - 1), 1 + parity};
}

}  // namespace

MemberOps small_random_ops(const Array& array, Direction direction) {
  if (direction == Direction::read) return {1, 0};
  if (has_parity(array.level)) return parity_write_ops(array);
  if (array.level == Level::raid1) return {0, static_cast<double>(array.disks)};
  if (array.level == Level::raid10) return {0, static_cast<double>(array.copies)};
  return {0, 1};
}

MemberOps busiest_member_ops(const Array& array, Direction direction) {
  const MemberOps all = small_random_ops(array, direction);
  if (array.level != Level::raid4) return {all.reads / array.disks, all.writes / array.disks};
  if (direction == Direction::read) return {1 / data_disks(array), 0};
  const bool modifies = 2 < data_disks(array) - 1;  // it reads the old parity
  return {modifies ? 1.0 : 0.0, 1};
}

double stream_amplification(const Array& array, Direction direction) {
  return direction == Direction::read ? 1 : array.disks / data_disks(array);
}

MemberLimits slowest(std::span<const MemberLimits> members) {
  MemberLimits least = members.front();
  for (const MemberLimits& member : members) {
    for (const Direction d : {Direction::read, Direction::write}) {
      least.iops[d] = std::min(least.iops[d], member.iops[d]);
      least.bandwidth[d] = std::min(least.bandwidth[d], member.bandwidth[d]);
    }
  }
  return least;
}

PerSecond random_bound(const Array& array, Direction direction, const MemberLimits& member,
                       const Ceilings& ceilings) {
  const MemberOps busiest = busiest_member_ops(array, direction);
  const MemberOps all = small_random_ops(array, direction);
  const Seconds demand = busiest.reads / member.iops.read + busiest.writes / member.iops.write;
  return std::min(1 / demand, ceilings.member_iops / (all.reads + all.writes));
}

BytesPerSecond stream_bound(const Array& array, Direction direction, const MemberLimits& member,
                            const Ceilings& ceilings, int streams) {
  const bool is_read = direction == Direction::read;
  double working = is_read ? array.disks : data_disks(array);
  if (is_read && array.level == Level::raid4) working = data_disks(array);
  if (is_unstriped(array.level)) working = std::min(working, static_cast<double>(streams));
  return std::min({working * member.bandwidth[direction],
                   ceilings.link / stream_amplification(array, direction), ceilings.host});
}

}  // namespace headroom::models
