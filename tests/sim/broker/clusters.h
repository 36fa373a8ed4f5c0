// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "models/system.h"

// A small cluster with round numbers.
namespace headroom::sim::testing {

inline models::MessageWorkload& messages(models::System& system) {
  return std::get<models::MessageWorkload>(system.workload);
}

/// 3 brokers of 2 cores and 100 MB/s of network each way, two disks of 100 MB/s without a head; 12
/// partitions of 3 replicas. 20 000 messages/s of 1000 B make 1000 batches of 20 kB a second: each
/// broker takes in 20 MB/s and, with one group of consumers, gives out 20 MB/s.
inline models::System small_cluster() {
  models::System system;
  system.brokers = 3;
  system.host.cores = 2;
  system.host.memory = 16_GB;
  system.host.nic = 100_MBps;
  system.host.cache.dirty_expire = 1_s;
  system.host.cache.writeback_interval = 200_ms;
  system.host.cache.read_run = 500_kB;
  system.host.cache.flush_window = 4_MB;
  system.storage.array = {models::Level::raid0, 2, models::Layout::near, 2, 64_KiB, {}};
  system.storage.disk.capacity = 100_GB;
  system.storage.disk.bandwidth = {100_MBps, 100_MBps};
  system.kafka = {.cpu_per_request = 100_us,
                  .cpu_per_record = 2_us,
                  .cpu_per_byte = 1_ns,
                  .fetch_response = 10_MB,
                  .round_trip = 1_ms};
  models::MessageWorkload workload;
  workload.rate = 20000_per_s;
  workload.message_size = 1000_B;
  workload.batch_size = 20_kB;
  workload.linger = 60_s;
  workload.partitions = 12;
  workload.replication = 3;
  system.workload = workload;
  return system;
}

}  // namespace headroom::sim::testing
