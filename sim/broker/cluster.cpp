// SPDX-License-Identifier: Apache-2.0
#include "sim/broker/cluster.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace headroom::sim {

using models::Direction;

BrokerNode::BrokerNode(Simulation& simulation, const models::System& system, std::uint64_t seed,
                       std::uint64_t replication, int index)
    : cpu(system.host.cores),
      storage(system.storage, seed, replication, "broker-" + std::to_string(index)),
      log_of_partition(
          static_cast<std::size_t>(std::get<models::MessageWorkload>(system.workload).partitions),
          -1),
      flush_gate(simulation),
      copy_gate(simulation),
      produce_gate(simulation) {}

KafkaCluster::KafkaCluster(Simulation& simulation, const models::System& system, std::uint64_t seed,
                           std::uint64_t replication)
    : simulation_(simulation),
      system_(system),
      workload_(std::get<models::MessageWorkload>(system.workload)),
      batch_(models::batch_of(workload_)),
      batch_bytes_(batch_.size / Bytes(1)),
      nic_s_per_byte_(system.host.nic > BytesPerSecond(0) ? BytesPerSecond(1) / system.host.nic
                                                          : 0),
      produce_cpu_s_((system.kafka.cpu_per_request + system.kafka.cpu_per_record * batch_.records +
                      system.kafka.cpu_per_byte * batch_bytes_) /
                     Seconds(1)),
      background_bytes_(system.host.cache.background_share * (system.host.memory / Bytes(1))),
      dirty_limit_bytes_(system.host.cache.dirty_share * (system.host.memory / Bytes(1))),
      disk_read_share_(models::disk_read_share(system)),
      arrivals_(stream(seed, replication, "source", "arrivals")),
      choices_(stream(seed, replication, "source", "partitions")),
      phases_(stream(seed, replication, "logs", "phases")),
      replicas_(
          models::assign_replicas(workload_.partitions, workload_.replication, system.brokers)) {
  for (int i = 0; i < system.brokers; ++i)
    brokers_.push_back(std::make_unique<BrokerNode>(simulation, system, seed, replication, i));
  add_logs();
  for (auto& node : brokers_) {
    place_logs(*node);
    age_logs(*node);
  }
  make_queues();
}

void KafkaCluster::add_logs() {
  for (int partition = 0; partition < workload_.partitions; ++partition) {
    for (const int broker : replicas_[static_cast<std::size_t>(partition)]) {
      BrokerNode& node = *brokers_[static_cast<std::size_t>(broker)];
      node.log_of_partition[static_cast<std::size_t>(partition)] =
          static_cast<int>(node.logs.size());
      node.logs.push_back({.partition = partition});
    }
  }
}

/// Each log gets an equal region of the array; with a directory for each disk (jbod) logs go round
/// the disks [KAFKA-DOC].
void KafkaCluster::place_logs(BrokerNode& node) const {
  const auto count = static_cast<std::int64_t>(node.logs.size());
  const bool is_jbod = system_.storage.array.level == models::Level::jbod;
  const std::int64_t disks = is_jbod ? system_.storage.array.disks : 1;
  const std::int64_t zone = is_jbod ? node.storage.member_bytes() : node.storage.capacity_bytes();
  const std::int64_t region = zone / ((count + disks - 1) / disks + 1) / 4096 * 4096;
  for (std::int64_t i = 0; i < count; ++i) {
    ReplicaLog& log = node.logs[static_cast<std::size_t>(i)];
    log.base_bytes = i % disks * zone + i / disks * region;
    log.region_bytes = region;
  }
}

/// Logs begin with the age that they would have in the long run: a file was last written in the
/// spell of work that followed one of the flusher's wakes. Where so much would be dirty by then
/// that the flusher does not wait for age, ages are spread evenly.
void KafkaCluster::age_logs(BrokerNode& node) {
  const double log_bytes_per_s =
      workload_.rate * Seconds(1) / batch_.records * batch_bytes_ / workload_.partitions;
  const double interval_s = system_.host.cache.writeback_interval / Seconds(1);
  const double cycle_s = models::flush_period(system_.host.cache) / Seconds(1);
  const double spread_s =
      2 * background_bytes_ / (log_bytes_per_s * static_cast<double>(node.logs.size()));
  const auto turns = static_cast<std::uint32_t>(std::lround(cycle_s / interval_s));
  node.first_wake_s = phases_.uniform() * interval_s;
  for (ReplicaLog& log : node.logs) {
    const std::int64_t pages = log.region_bytes / 4096;
    log.written_bytes =
        static_cast<std::int64_t>(phases_.uniform() * static_cast<double>(pages)) * 4096;
    const double wake_s = interval_s - node.first_wake_s + interval_s * phases_.below(turns);
    const double written_s = std::max(0.0, wake_s - phases_.uniform() * interval_s / 2);
    const double age_s = spread_s < cycle_s ? phases_.uniform() * spread_s : written_s;
    log.dirty_since_s = -age_s;
    log.dirty_bytes = age_s * log_bytes_per_s;
    log.unread_bytes = phases_.uniform() * (system_.host.cache.read_run / Bytes(1));
    node.dirty_bytes += log.dirty_bytes;
  }
}

void KafkaCluster::make_queues() {
  std::map<std::pair<int, int>, FetchQueue*> known;
  const auto queue_for = [&](int leader, int reader) {
    FetchQueue*& queue = known[{leader, reader}];
    if (queue == nullptr) {
      queues_.push_back(std::make_unique<FetchQueue>(simulation_, leader,
                                                     reader < system_.brokers ? reader : -1));
      queue = queues_.back().get();
    }
    return queue;
  };
  for (const auto& replicas : replicas_) {
    std::vector<FetchQueue*> of_partition;
    for (std::size_t i = 1; i < replicas.size(); ++i)
      of_partition.push_back(queue_for(replicas[0], replicas[i]));
    const int groups = static_cast<int>(std::lround(workload_.consumer_groups));
    for (int group = 0; group < groups; ++group)
      of_partition.push_back(queue_for(replicas[0], system_.brokers + group));
    queues_of_.push_back(std::move(of_partition));
  }
}

void KafkaCluster::start() {
  for (auto& queue : queues_) fetch(simulation_, *queue);
  for (auto& broker : brokers_) {
    flush(simulation_, *broker);
    flush_clock(simulation_, *broker);
  }
  source(simulation_);
}

/// Batches of many producers and partitions, each filling at its own pace, arrive like a Poisson
/// stream (superposition of many sparse streams, [LK00]).
Process KafkaCluster::source(Simulation& simulation) {
  const double gap_s = 1 / (batch_.rate * Seconds(1));
  for (;;) {
    co_await simulation.delay(arrivals_.exponential() * gap_s);
    offered_records_ += batch_.records;
    produce(simulation,
            static_cast<int>(choices_.below(static_cast<std::uint32_t>(workload_.partitions))));
  }
}

Process KafkaCluster::produce(Simulation& simulation, int partition) {
  const double sent_s = simulation.now();
  const double waited_s = phases_.uniform() * (batch_.fill_time / Seconds(1));
  const double half_trip_s = system_.kafka.round_trip / Seconds(1) / 2;
  BrokerNode& leader =
      *brokers_[static_cast<std::size_t>(replicas_[static_cast<std::size_t>(partition)][0])];
  co_await simulation.until(leader.nic_in.serve(simulation.now(), batch_bytes_ * nic_s_per_byte_));
  co_await simulation.until(leader.cpu.serve(simulation.now(), produce_cpu_s_));
  while (is_throttled(leader)) co_await leader.produce_gate.wait();
  append(leader, partition, simulation.now());
  account_reads(leader, partition);
  if (workload_.acks == models::Acks::all) {
    Join in_sync(simulation, workload_.replication - 1);
    announce(partition, &in_sync);
    co_await in_sync.wait();
  } else {
    announce(partition, nullptr);
  }
  delivered_records_ += batch_.records;
  const double answered_s =
      workload_.acks == models::Acks::none ? sent_s : simulation.now() + 2 * half_trip_s;
  if (sent_s >= record_from_s_) latency_.add(waited_s + answered_s - sent_s);
}

void KafkaCluster::announce(int partition, Join* acknowledged) {
  for (FetchQueue* queue : queues_of_[static_cast<std::size_t>(partition)]) {
    queue->waiting.push_back({partition, queue->follower < 0 ? nullptr : acknowledged});
    queue->gate.open_one();
  }
}

namespace {

/// Moves the oldest `count` items from waiting to taken, reusing the memory of both.
void take(FetchQueue& queue, std::size_t count) {
  queue.taken.clear();
  if (count == queue.waiting.size()) {
    queue.taken.swap(queue.waiting);
    return;
  }
  const auto end = queue.waiting.begin() + static_cast<std::ptrdiff_t>(count);
  queue.taken.assign(queue.waiting.begin(), end);
  queue.waiting.erase(queue.waiting.begin(), end);
}

}  // namespace

/// One fetcher between two brokers, or the consumers of one group at one leader: it asks again as
/// soon as it has what it asked for, and takes what has gathered meanwhile. The leader learns from
/// the next request that a follower has the batch.
Process KafkaCluster::fetch(Simulation& simulation, FetchQueue& queue) {
  BrokerNode& leader = *brokers_[static_cast<std::size_t>(queue.leader)];
  BrokerNode* follower =
      queue.follower < 0 ? nullptr : brokers_[static_cast<std::size_t>(queue.follower)].get();
  const auto most = static_cast<std::size_t>(
      std::max(1.0, system_.kafka.fetch_response / Bytes(1) / batch_bytes_));
  const double request_s = system_.kafka.cpu_per_request / Seconds(1);
  const double byte_s = system_.kafka.cpu_per_byte * 1.0 / Seconds(1);
  for (;;) {
    while (queue.waiting.empty()) co_await queue.gate.wait();
    const std::size_t count = std::min(most, queue.waiting.size());
    take(queue, count);
    const double bytes = static_cast<double>(count) * batch_bytes_;
    co_await simulation.until(leader.cpu.serve(simulation.now(), request_s + bytes * byte_s));
    double received_s = leader.nic_out.serve(simulation.now(), bytes * nic_s_per_byte_);
    if (follower != nullptr)
      received_s =
          std::max(received_s, follower->nic_in.serve(simulation.now(), bytes * nic_s_per_byte_));
    co_await simulation.until(received_s);
    if (follower != nullptr) {
      co_await simulation.until(follower->cpu.serve(simulation.now(), request_s + bytes * byte_s));
      while (is_throttled(*follower)) co_await follower->copy_gate.wait();
      for (const auto& item : queue.taken) append(*follower, item.partition, simulation.now());
    }
    co_await simulation.delay(system_.kafka.round_trip / Seconds(1));
    for (const auto& item : queue.taken) {
      if (item.acknowledged != nullptr) item.acknowledged->done();
    }
  }
}

/// Above vm.dirty_ratio whoever writes has to wait for the disks [KDOC-VM].
bool KafkaCluster::is_throttled(const BrokerNode& broker) const {
  return broker.dirty_bytes > dirty_limit_bytes_;
}

void KafkaCluster::append(BrokerNode& broker, int partition, double now) {
  ReplicaLog& log = broker.logs[static_cast<std::size_t>(
      broker.log_of_partition[static_cast<std::size_t>(partition)])];
  if (log.dirty_bytes == 0) log.dirty_since_s = now;
  log.dirty_bytes += batch_bytes_;
  broker.dirty_bytes += batch_bytes_;
  if (broker.dirty_bytes > background_bytes_) broker.flush_gate.open_one();
  if (!is_throttled(broker)) broker.produce_gate.open_one();
}

/// Of what readers will fetch of this batch, the share that has left the page cache by then is read
/// from disk, a run of one log at a time.
void KafkaCluster::account_reads(BrokerNode& leader, int partition) {
  if (disk_read_share_ <= 0) return;
  ReplicaLog& log = leader.logs[static_cast<std::size_t>(
      leader.log_of_partition[static_cast<std::size_t>(partition)])];
  const double readers = workload_.consumer_groups + workload_.replication - 1;
  const double run = system_.host.cache.read_run / Bytes(1);
  for (log.unread_bytes += batch_bytes_ * readers * disk_read_share_; log.unread_bytes >= run;
       log.unread_bytes -= run) {
    read_log(simulation_, leader, log);
  }
}

Process KafkaCluster::read_log(Simulation& simulation, BrokerNode& broker, ReplicaLog& log) {
  const auto run =
      std::min(static_cast<std::int64_t>(system_.host.cache.read_run / Bytes(1)), log.region_bytes);
  const auto pages = std::max<std::int64_t>(1, (log.region_bytes - run) / 4096);
  const auto offset =
      static_cast<std::int64_t>(phases_.uniform() * static_cast<double>(pages - 1)) * 4096;
  auto request =
      broker.storage.begin(simulation.now(), Direction::read, log.base_bytes + offset, run);
  do co_await simulation.until(request.done_s);
  while (broker.storage.goes_on(simulation.now(), request));
}

/// The log with the oldest dirty page, if that has expired or too much is dirty; nullptr when there
/// is nothing to do.
ReplicaLog* KafkaCluster::next_to_flush(BrokerNode& broker, double now) const {
  ReplicaLog* oldest = nullptr;
  for (ReplicaLog& log : broker.logs) {
    if (log.dirty_bytes > 0 && (oldest == nullptr || log.dirty_since_s < oldest->dirty_since_s)) {
      oldest = &log;
    }
  }
  if (oldest == nullptr) return nullptr;
  const bool is_expired =
      now - oldest->dirty_since_s >= system_.host.cache.dirty_expire / Seconds(1);
  return is_expired || broker.dirty_bytes > background_bytes_ ? oldest : nullptr;
}

Process KafkaCluster::flush_clock(Simulation& simulation, BrokerNode& broker) {
  const double interval_s = system_.host.cache.writeback_interval / Seconds(1);
  co_await simulation.delay(broker.first_wake_s);
  for (;;) {
    broker.flush_gate.open_one();
    co_await simulation.delay(interval_s);
  }
}

/// Starts the next piece of a log, up to the end of its region.
StorageStation::Request KafkaCluster::write_piece(BrokerNode& broker, ReplicaLog& log,
                                                  std::int64_t most) {
  const std::int64_t offset = log.written_bytes % log.region_bytes;
  const std::int64_t size = std::min(most, log.region_bytes - offset);
  log.written_bytes = offset + size;
  return broker.storage.begin(simulation_.now(), Direction::write, log.base_bytes + offset, size);
}

/// The flusher of the broker's device, one thread, writes one file after the other, each whole
/// [KDOC-VM]. It keeps a window of bytes in flight, so it works for as long as the disks take.
Process KafkaCluster::flush(Simulation& simulation, BrokerNode& broker) {
  const auto piece_bytes = static_cast<std::int64_t>(system_.host.cache.flush_window / Bytes(1)) /
                           static_cast<std::int64_t>(FlushPipeline::depth);
  FlushPipeline pipeline;
  for (;;) {
    ReplicaLog* log = next_to_flush(broker, simulation.now());
    if (log == nullptr) {
      co_await broker.flush_gate.wait();
      continue;
    }
    broker.flushing_since_s = simulation.now();
    auto left = static_cast<std::int64_t>(std::ceil(log->dirty_bytes));
    log->dirty_bytes = 0;
    while (left > 0 || !pipeline.is_empty()) {
      if (left > 0 && !pipeline.is_full()) {
        const StorageStation::Request piece =
            write_piece(broker, *log, std::min(left, piece_bytes));
        left -= piece.size_bytes;
        pipeline.add(piece);
        continue;
      }
      StorageStation::Request& piece = pipeline.oldest();
      do co_await simulation.until(std::max(piece.done_s, simulation.now()));
      while (broker.storage.goes_on(simulation.now(), piece));
      broker.dirty_bytes =
          std::max(0.0, broker.dirty_bytes - static_cast<double>(piece.size_bytes));
      broker.copy_gate.open_all();
      broker.produce_gate.open_one();
      pipeline.drop_oldest();
    }
    broker.flushed_s += simulation.now() - broker.flushing_since_s;
    broker.flushing_since_s = -1;
  }
}

}  // namespace headroom::sim
