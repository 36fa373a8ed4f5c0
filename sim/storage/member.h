// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "models/device/device.h"
#include "models/device/device_times.h"
#include "sim/stations/fifo.h"
#include "sim/storage/dies.h"
#include "sim/storage/limits.h"

namespace headroom::sim {

/// One simulated disk or volume: buckets, then the channel, then the servers, then the pipeline
/// delay (models/device/device.h). It knows where its head is, what streams it follows and how long
/// its queue is, so positioning comes out of what is asked of it. Answers with the instant at which
/// a request is done; must be asked in non-decreasing time.
class Member {
 public:
  /// `speed` 1 is the model's own; a member of speed 0.8 takes 1.25 times as long for everything
  /// but the pipeline delay.
  Member(const models::Device& device, double speed, Random random);

  /// Books a request; returns when it is done.
  double serve(double now, models::Direction direction, std::int64_t offset_bytes,
               std::int64_t size_bytes);

  /// Seconds for which the busiest part of this member has worked up to `now`, per server; tokens
  /// count as the time in which their bucket earns them. Differences over time are utilisations.
  double work_until(double now) const;

 private:
  /// Places where requests of one direction went on last, most recent first: the streams that the
  /// drive's cache segments follow, and that its queue gathers.
  struct Streams {
    struct Stream {
      std::int64_t end_bytes = 0;
      std::uint64_t last = 0;  ///< number of its last request
    };
    std::array<Stream, 16> known{};
    int count = 0;
    std::uint64_t requests = 0;
    /// Notes a request; true if it goes on where a stream ended. `limit` streams are remembered.
    bool follow(std::int64_t offset_bytes, std::int64_t end_bytes, int limit);
    /// Streams that the last `window` requests belonged to.
    int active(int window) const;
  };
  /// Requests that are not done yet: how many are found on arrival.
  class Backlog {
   public:
    int count_at(double now);
    void add(double done);

   private:
    std::vector<double> ring_ = std::vector<double>(64);
    std::uint64_t head_ = 0, tail_ = 0;
  };

  bool is_gathered(models::Direction direction, int queue_length);
  models::Visit visit(double now, models::Direction direction, std::int64_t offset_bytes,
                      std::int64_t size_bytes);

  models::DeviceTimes times_;
  double slowness_;
  double variability_;
  double capacity_bytes_;
  int stream_limit_;
  bool has_head_;
  int cached_writes_;  ///< a write cache gathers as if this many requests were queued; 0 without
                       ///< one
  Random random_;
  Limits limits_;
  Fifo channel_;
  Dies servers_;
  models::PerDirection<Streams> streams_;
  Backlog backlog_;
  std::int64_t head_bytes_ = 0;
  models::PerDirection<double> last_done_;
};

}  // namespace headroom::sim
