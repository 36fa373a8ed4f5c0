// SPDX-License-Identifier: Apache-2.0
#include "sim/storage/storage_station.h"

#include <algorithm>
#include <string>

namespace headroom::sim {

using models::Direction;

namespace {

/// Speeds of members differ by a normal spread; below a fifth of the nominal speed a member would
/// be called broken.
double member_speed(double spread, std::uint64_t seed, std::uint64_t replication,
                    const std::string& name) {
  if (spread <= 0) return 1;
  return std::max(0.2, 1 + spread * stream(seed, replication, name, "speed").normal());
}

double inverse(BytesPerSecond rate) {
  return rate > BytesPerSecond(0) ? Bytes(1) / rate / Seconds(1) : 0;
}

}  // namespace

StorageStation::StorageStation(const models::Storage& storage, std::uint64_t seed,
                               std::uint64_t replication, std::string_view name)
    : array_(storage.array),
      member_capacity_(storage.disk.capacity),
      member_bytes_(static_cast<std::int64_t>(storage.disk.capacity / Bytes(1))),
      capacity_bytes_(static_cast<std::int64_t>(
          models::usable_capacity(storage.array, storage.disk.capacity) / Bytes(1))),
      link_s_per_byte_(inverse(storage.link)),
      ceiling_s_per_byte_(inverse(storage.ceiling)),
      link_limits_(storage.link_buckets) {
  for (int i = 0; i < array_.disks; ++i) {
    const std::string member = std::string(name) + "/member-" + std::to_string(i);
    members_.emplace_back(storage.disk,
                          member_speed(storage.member_spread, seed, replication, member),
                          stream(seed, replication, member, "service"));
  }
}

int StorageStation::take_plan() {
  if (free_plans_.empty()) {
    plans_.emplace_back();
    return static_cast<int>(plans_.size()) - 1;
  }
  const int plan = free_plans_.back();
  free_plans_.pop_back();
  return plan;
}

/// Copies take turns, but a mirror's read that goes on where the last one ended stays on its
/// member, whose head is there [MD4].
std::uint32_t StorageStation::choose_copy(Direction direction, std::int64_t offset_bytes,
                                          std::int64_t size_bytes) {
  std::uint32_t copy = next_copy_++;
  if (array_.level != models::Level::raid1 || direction == Direction::write) return copy;
  if (offset_bytes == mirror_end_bytes_) copy = mirror_copy_;
  mirror_copy_ = copy;
  mirror_end_bytes_ = offset_bytes + size_bytes;
  return copy;
}

/// Commands and written bytes cross the link to the members in order; each member then serves its
/// share. As the link is first in, first out, and all requests pass it, every member is asked in
/// non-decreasing time.
double StorageStation::run_ops(double now, const std::vector<models::MemberOp>& ops,
                               std::int64_t& link_bytes) {
  double done = now;
  for (const models::MemberOp& op : ops) {
    const bool is_write = op.direction == Direction::write;
    if (!is_write) link_bytes += op.size_bytes;
    const auto size = static_cast<double>(op.size_bytes);
    const double crossed = link_out_.serve(now, is_write ? size * link_s_per_byte_ : 0);
    const double sent = link_limits_.admit(crossed, op.direction, size, false);
    done = std::max(done, members_[static_cast<std::size_t>(op.member)].serve(
                              sent, op.direction, op.offset_bytes, op.size_bytes));
  }
  return done;
}

StorageStation::Request StorageStation::begin(double now, Direction direction,
                                              std::int64_t offset_bytes, std::int64_t size_bytes) {
  totals_.busy_s += in_flight_ > 0 ? now - last_change_s_ : 0;
  totals_.area_s += in_flight_ * (now - last_change_s_);
  last_change_s_ = now;
  ++in_flight_;
  Request request{.size_bytes = size_bytes, .direction = direction};
  request.plan = take_plan();
  models::ArrayPlan& plan = plans_[static_cast<std::size_t>(request.plan)];
  models::plan(array_, member_capacity_, direction, offset_bytes, size_bytes,
               choose_copy(direction, offset_bytes, size_bytes), plan);
  const double admitted =
      ceiling_.serve(now, static_cast<double>(size_bytes) * ceiling_s_per_byte_);
  request.done_s = std::max(admitted, run_ops(now, plan.first, request.link_bytes));
  return request;
}

bool StorageStation::goes_on(double now, Request& request) {
  using Phase = Request::Phase;
  const models::ArrayPlan& plan = plans_[static_cast<std::size_t>(request.plan)];
  if (request.link_bytes > 0 && link_s_per_byte_ > 0) {
    request.done_s =
        link_in_.serve(now, static_cast<double>(request.link_bytes) * link_s_per_byte_);
    request.link_bytes = 0;
    return true;
  }
  if (request.phase == Phase::first && !plan.then.empty()) {
    request.phase = Phase::then;
    request.link_bytes = 0;
    request.done_s = run_ops(now, plan.then, request.link_bytes);
    return true;
  }
  request.phase = Phase::done;
  free_plans_.push_back(request.plan);
  totals_.busy_s += now - last_change_s_;
  totals_.area_s += in_flight_ * (now - last_change_s_);
  last_change_s_ = now;
  --in_flight_;
  (request.direction == Direction::read ? totals_.read_bytes : totals_.written_bytes) +=
      static_cast<double>(request.size_bytes);
  ++totals_.requests;
  return false;
}

StorageStation::Counters StorageStation::counters(double now) const {
  Counters counters = totals_;
  counters.busy_s += in_flight_ > 0 ? now - last_change_s_ : 0;
  counters.area_s += in_flight_ * (now - last_change_s_);
  for (const Member& member : members_)
    counters.member_work_s += member.work_until(now) / static_cast<double>(members_.size());
  counters.link_work_s =
      std::max({link_out_.work_until(now), link_in_.work_until(now), link_limits_.work_until(now)});
  counters.ceiling_work_s = ceiling_.work_until(now);
  return counters;
}

}  // namespace headroom::sim
