// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/histogram.h"
#include "base/random.h"
#include "models/system.h"
#include "sim/kernel/simulation.h"
#include "sim/storage/storage_station.h"

namespace headroom::sim {

/// A program that keeps a number of requests in flight at one storage: fio with a queue depth, or,
/// through the page cache, the kernel writing back what a program such as dd has left.
class IoClient {
 public:
  /// Streams are named by seed and replication.
  IoClient(const models::System& system, StorageStation& storage, std::uint64_t seed,
           std::uint64_t replication);

  /// Starts one process for each request in flight. All must outlive the simulation's run.
  void start(Simulation& simulation);

  double completed_requests() const { return completed_requests_; }
  double completed_bytes() const { return completed_bytes_; }
  Histogram& latency() { return latency_; }
  void record_from(double start_s) { record_from_s_ = start_s; }

 private:
  Process direct(Simulation& simulation);
  Process write_back(Simulation& simulation);
  std::int64_t next_offset(std::int64_t size_bytes);
  void complete(double started_s, double now, std::int64_t size_bytes);

  models::IoWorkload workload_;
  StorageStation& storage_;
  double partial_stripes_;
  std::int64_t row_bytes_;
  std::int64_t window_bytes_;
  std::int64_t span_bytes_;
  std::int64_t cursor_bytes_ = 0;
  Random choices_;
  double completed_requests_ = 0, completed_bytes_ = 0, record_from_s_ = 0;
  Histogram latency_;
};

}  // namespace headroom::sim
