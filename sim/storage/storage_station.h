// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/system.h"
#include "sim/stations/fifo.h"
#include "sim/storage/limits.h"
#include "sim/storage/member.h"

namespace headroom::sim {

/// The storage of one host at work: controller, link and members, driven by plans of models/array.
/// A process runs a request so:
///
///     auto request = storage.begin(sim.now(), Direction::write, offset, size);
///     do co_await sim.until(request.done_s); while (storage.goes_on(sim.now(), request));
class StorageStation {
 public:
  struct Request {
    double done_s = 0;  ///< when the present phase ends
    std::int64_t size_bytes = 0;
    std::int64_t link_bytes = 0;  ///< that members send to the host in this phase
    models::Direction direction = models::Direction::read;
    int plan = -1;
    enum class Phase { first, then, done } phase = Phase::first;
  };

  /// What iostat and a look at the spindles would show, cumulative up to an instant.
  struct Counters {
    double busy_s = 0;         ///< with at least one request in flight
    double area_s = 0;         ///< integral of requests in flight
    double member_work_s = 0;  ///< mean over members
    double link_work_s = 0;    ///< the busier direction
    double ceiling_work_s = 0;
    double read_bytes = 0, written_bytes = 0;  ///< of completed requests, host side
    double requests = 0;
  };

  /// Streams and member speeds are named by seed, replication and `name`.
  StorageStation(const models::Storage& storage, std::uint64_t seed, std::uint64_t replication,
                 std::string_view name);

  Request begin(double now, models::Direction direction, std::int64_t offset_bytes,
                std::int64_t size_bytes);

  /// At the end of a phase: starts the next one and returns true, or completes the request.
  bool goes_on(double now, Request& request);

  Counters counters(double now) const;
  std::int64_t capacity_bytes() const { return capacity_bytes_; }
  std::int64_t member_bytes() const { return member_bytes_; }
  const models::Array& array() const { return array_; }

 private:
  double run_ops(double now, const std::vector<models::MemberOp>& ops, std::int64_t& link_bytes);
  int take_plan();
  std::uint32_t choose_copy(models::Direction direction, std::int64_t offset_bytes,
                            std::int64_t size_bytes);

  models::Array array_;
  Bytes member_capacity_;
  std::int64_t member_bytes_;
  std::int64_t capacity_bytes_;
  double link_s_per_byte_;
  double ceiling_s_per_byte_;
  std::vector<Member> members_;
  Fifo link_out_, link_in_, ceiling_;
  Limits link_limits_;
  std::vector<models::ArrayPlan> plans_;
  std::vector<int> free_plans_;
  std::uint32_t next_copy_ = 0;
  std::uint32_t mirror_copy_ = 0;
  std::int64_t mirror_end_bytes_ = -1;
  int in_flight_ = 0;
  double last_change_s_ = 0;
  Counters totals_;
};

}  // namespace headroom::sim
