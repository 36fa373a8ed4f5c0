// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/histogram.h"
#include "base/random.h"
#include "models/system.h"
#include "sim/kernel/gate.h"
#include "sim/kernel/join.h"
#include "sim/kernel/simulation.h"
#include "sim/stations/fifo.h"
#include "sim/stations/pool.h"
#include "sim/storage/storage_station.h"

namespace headroom::sim {

/// The log of one partition replica on one broker.
struct ReplicaLog {
  int partition = 0;
  std::int64_t base_bytes = 0;  ///< where its region of the array begins
  std::int64_t region_bytes =
      0;  ///< which it fills round and round, as retention deletes what is old
  std::int64_t written_bytes = 0;  ///< next place to write back
  double dirty_bytes = 0;          ///< in the page cache only
  double dirty_since_s = 0;        ///< age of the oldest of them
  double unread_bytes = 0;         ///< fetched from here that will have to come from disk
};

/// One broker: stations and logs.
struct BrokerNode {
  BrokerNode(Simulation& simulation, const models::System& system, std::uint64_t seed,
             std::uint64_t replication, int index);

  Fifo nic_in, nic_out;
  Pool cpu;
  StorageStation storage;
  std::vector<ReplicaLog> logs;
  std::vector<int> log_of_partition;  ///< index into logs, -1 where this broker has no replica
  double dirty_bytes = 0;             ///< of all logs, those being written included
  Gate flush_gate;                    ///< wakes the flusher
  /// They hold appends back while too much is dirty. The few fetchers go first, the producers one
  /// after the other: a crowd of them must not starve the copies that they wait for.
  Gate copy_gate, produce_gate;
  double first_wake_s = 0;  ///< of the flusher; the others follow at its interval
  double flushed_s = 0;     ///< the flusher has worked for so long, up to the end of its last spell
  double flushing_since_s = -1;

  /// Seconds for which the flusher has been at work.
  double flush_work_until(double now) const {
    return flushed_s + (flushing_since_s < 0 ? 0 : now - flushing_since_s);
  }
};

/// Pieces of one file on their way to the disks, oldest first: what the flusher keeps in flight.
class FlushPipeline {
 public:
  static constexpr std::size_t depth = 4;
  bool is_full() const { return count_ == depth; }
  bool is_empty() const { return count_ == 0; }
  StorageStation::Request& oldest() { return pieces_[first_]; }
  void add(const StorageStation::Request& piece) { pieces_[(first_ + count_++) % depth] = piece; }
  void drop_oldest() {
    first_ = (first_ + 1) % depth;
    --count_;
  }

 private:
  std::array<StorageStation::Request, depth> pieces_;
  std::size_t first_ = 0, count_ = 0;
};

/// What waits to be fetched from one leader by one follower (or one consumer group, to which
/// nothing is appended).
struct FetchQueue {
  struct Item {
    int partition;
    Join* acknowledged;  ///< the producer's wait, or nullptr
  };
  FetchQueue(Simulation& simulation, int leader_broker, int follower_broker)
      : leader(leader_broker), follower(follower_broker), gate(simulation) {}

  int leader;
  int follower;  ///< -1: a consumer group
  std::vector<Item> waiting;
  std::vector<Item> taken;
  Gate gate;
};

/// A Kafka cluster under a steady stream of produced batches: followers fetch from leaders,
/// consumers from leaders, every broker writes its logs back as Linux does, and what readers no
/// longer find in the page cache comes from disk.
class KafkaCluster {
 public:
  /// Logs begin with the dirty age that they would have in the long run, so that there is no long
  /// warm-up.
  KafkaCluster(Simulation& simulation, const models::System& system, std::uint64_t seed,
               std::uint64_t replication);

  /// Starts the source, the fetchers and the flushers.
  void start();

  double delivered_records() const { return delivered_records_; }
  double offered_records() const { return offered_records_; }
  const std::vector<std::unique_ptr<BrokerNode>>& brokers() const { return brokers_; }
  Histogram& latency() { return latency_; }
  /// Latencies before this instant are not recorded.
  void record_from(double start_s) { record_from_s_ = start_s; }

 private:
  Process source(Simulation& simulation);
  Process produce(Simulation& simulation, int partition);
  Process fetch(Simulation& simulation, FetchQueue& queue);
  Process flush(Simulation& simulation, BrokerNode& broker);
  StorageStation::Request write_piece(BrokerNode& broker, ReplicaLog& log, std::int64_t most);
  Process flush_clock(Simulation& simulation, BrokerNode& broker);
  Process read_log(Simulation& simulation, BrokerNode& broker, ReplicaLog& log);

  void add_logs();
  void place_logs(BrokerNode& node) const;
  void age_logs(BrokerNode& node);
  void make_queues();
  bool is_throttled(const BrokerNode& broker) const;
  void append(BrokerNode& broker, int partition, double now);
  void announce(int partition, Join* acknowledged);
  void account_reads(BrokerNode& leader, int partition);
  ReplicaLog* next_to_flush(BrokerNode& broker, double now) const;

  Simulation& simulation_;
  const models::System& system_;
  const models::MessageWorkload& workload_;
  models::Batch batch_;
  double batch_bytes_;
  double nic_s_per_byte_;
  double produce_cpu_s_;
  double background_bytes_, dirty_limit_bytes_;
  double disk_read_share_;
  double record_from_s_ = 0;
  Random arrivals_, choices_, phases_;
  std::vector<std::vector<int>> replicas_;  // brokers of each partition, leader first
  std::vector<std::unique_ptr<BrokerNode>> brokers_;
  std::vector<std::unique_ptr<FetchQueue>> queues_;
  std::vector<std::vector<FetchQueue*>> queues_of_;  // of each partition
  double delivered_records_ = 0, offered_records_ = 0;
  Histogram latency_;
};

}  // namespace headroom::sim
