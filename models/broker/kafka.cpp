// SPDX-License-Identifier: Apache-2.0
#include "models/broker/kafka.h"

#include <algorithm>

#include "models/array/bounds.h"
#include "models/device/device_bounds.h"
#include "models/system.h"

namespace headroom::models {

namespace {

/// Bytes and requests per second of the fullest broker.
struct BrokerFlow {
  BytesPerSecond in{0}, out{0}, written{0}, read{0};
  PerSecond produce_requests{0}, fetch_requests{0}, records{0};
};

BrokerFlow flow_of_fullest(const System& system, const MessageWorkload& workload) {
  const Batch batch = batch_of(workload);
  const Imbalance fullest = imbalance(workload.partitions, workload.replication, system.brokers);
  const double lead = fullest.leaders / system.brokers;
  const double hold = fullest.replicas * workload.replication / system.brokers;
  const BytesPerSecond produced = batch.rate * batch.size;
  const double readers = workload.replication - 1 + workload.consumer_groups;
  BrokerFlow flow;
  flow.in = produced * hold;
  flow.out = produced * (readers * lead);
  flow.written = produced * hold;
  flow.read = flow.out * disk_read_share(system);
  flow.produce_requests = batch.rate * lead;
  flow.records = workload.rate * lead;
  // Fetches gather what has come since the last one, so only the largest response sets their least
  // number.
  if (system.kafka.fetch_response > Bytes(0))
    flow.fetch_requests = flow.out / system.kafka.fetch_response;
  return flow;
}

}  // namespace

Batch batch_of(const MessageWorkload& workload) {
  const Bytes record = workload.message_size / workload.compression_ratio;
  const PerSecond records_per_log =
      workload.rate / (static_cast<double>(workload.partitions) * workload.producers);
  Batch batch;
  const Seconds time_to_fill = workload.batch_size / record / records_per_log;
  batch.fill_time = std::min(time_to_fill, workload.linger);
  batch.records = std::max(1.0, records_per_log * batch.fill_time);
  // Without linger a producer sends what has gathered while the last request was under way; the
  // least is one record.
  if (batch.records == 1) batch.fill_time = Seconds(0);
  batch.size = record * batch.records;
  batch.rate = workload.rate / batch.records;
  return batch;
}

std::vector<std::vector<int>> assign_replicas(int partitions, int replication, int brokers) {
  std::vector<std::vector<int>> all(static_cast<std::size_t>(partitions));
  int shift = 0;
  for (int partition = 0; partition < partitions; ++partition) {
    if (partition > 0 && partition % brokers == 0) ++shift;
    const int first = partition % brokers;
    auto& replicas = all[static_cast<std::size_t>(partition)];
    replicas.push_back(first);
    for (int j = 0; j < replication - 1; ++j) {
      replicas.push_back((first + 1 + (shift + j) % (brokers - 1)) % brokers);
    }
  }
  return all;
}

Imbalance imbalance(int partitions, int replication, int brokers) {
  std::vector<int> leaders(static_cast<std::size_t>(brokers)),
      replicas(static_cast<std::size_t>(brokers));
  for (const auto& partition : assign_replicas(partitions, replication, brokers)) {
    ++leaders[static_cast<std::size_t>(partition.front())];
    for (const int broker : partition) ++replicas[static_cast<std::size_t>(broker)];
  }
  const double even = static_cast<double>(partitions) / brokers;
  return {*std::max_element(leaders.begin(), leaders.end()) / even,
          *std::max_element(replicas.begin(), replicas.end()) / (even * replication)};
}

double disk_read_share(const System& system) {
  const auto& workload = std::get<MessageWorkload>(system.workload);
  if (workload.disk_read_share >= 0) return workload.disk_read_share;
  const Batch batch = batch_of(workload);
  const BytesPerSecond inserted =
      batch.rate * batch.size * (static_cast<double>(workload.replication) / system.brokers);
  const double missed = miss_share(workload.consumer_lag, cache_residence(system.host, inserted));
  const double readers = workload.replication - 1 + workload.consumer_groups;
  return readers > 0 ? missed * workload.consumer_groups / readers : 0;
}

std::vector<ResourceLoad> kafka_loads(const System& system) {
  const auto& workload = std::get<MessageWorkload>(system.workload);
  const BrokerFlow flow = flow_of_fullest(system, workload);
  const Kafka& costs = system.kafka;
  const double cpu = (flow.produce_requests + flow.fetch_requests) * costs.cpu_per_request +
                     flow.records * costs.cpu_per_record +
                     (flow.in + flow.out) / BytesPerSecond(1) * (costs.cpu_per_byte / Seconds(1));
  std::vector<ResourceLoad> loads{{"cpu", cpu / system.host.cores}};
  if (system.host.nic > BytesPerSecond(0)) {
    loads.push_back({"nic_in", flow.in / system.host.nic});
    loads.push_back({"nic_out", flow.out / system.host.nic});
  }
  if (system.storage.link > BytesPerSecond(0)) {
    const double copies = stream_amplification(system.storage.array, Direction::write);
    loads.push_back({"link", std::max(flow.written * copies, flow.read) / system.storage.link});
  }
  if (system.storage.ceiling > BytesPerSecond(0))
    loads.push_back({"ceiling", (flow.written + flow.read) / system.storage.ceiling});
  loads.push_back({"disk", disk_work(system).total()});
  return loads;
}

DiskWork disk_work(const System& system) {
  const Storage& storage = system.storage;
  const BrokerFlow flow = flow_of_fullest(system, std::get<MessageWorkload>(system.workload));
  const double members = storage.array.disks;
  const BytesPerSecond write =
      max_bandwidth(storage.disk, {Direction::write, Bytes(1e6), true}, Regime::sustained);
  const BytesPerSecond read =
      max_bandwidth(storage.disk, {Direction::read, Bytes(1e6), true}, Regime::sustained);
  DiskWork work;
  work.writing =
      flow.written * stream_amplification(storage.array, Direction::write) / (write * members);
  work.reading = flow.read / (read * members);
  const Bytes run = system.host.cache.read_run;
  if (flow.read <= BytesPerSecond(0) || run <= Bytes(0)) return work;
  work.members_per_read =
      std::min(std::max(1.0, run / storage.array.chunk), data_disks(storage.array));
  if (!storage.disk.positioning) return work;
  const Bytes piece = run / work.members_per_read;
  const Seconds positioning =
      service_demand(storage.disk, {Direction::read, piece, false}).servers - piece / read;
  work.positioning = flow.read / run * work.members_per_read * positioning / members;
  return work;
}

PerSecond kafka_rate_bound(const System& system, double utilisation) {
  double busiest = 0;
  for (const ResourceLoad& load : kafka_loads(system))
    busiest = std::max(busiest, load.utilisation);
  return std::get<MessageWorkload>(system.workload).rate * (utilisation / busiest);
}

}  // namespace headroom::models
