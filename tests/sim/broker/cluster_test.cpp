// SPDX-License-Identifier: Apache-2.0
#include "sim/broker/cluster.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "sim/kernel/simulation.h"
#include "tests/sim/broker/clusters.h"

using namespace headroom;
using namespace headroom::sim;
using namespace headroom::sim::testing;
using models::Acks;

namespace {

/// Mean latency of 20 s.
double latency(const models::System& system) {
  Simulation simulation;
  KafkaCluster cluster(simulation, system, 1, 0);
  cluster.record_from(2);
  cluster.start();
  simulation.run_until(22);
  return cluster.latency().mean();
}

}  // namespace

TEST_CASE("what is offered is delivered or in flight", "[broker]") {
  models::System system = small_cluster();
  messages(system).acks = Acks::all;
  Simulation simulation;
  KafkaCluster cluster(simulation, system, 1, 0);
  cluster.record_from(2);
  cluster.start();
  double in_flight = 0;
  constexpr int looks = 20000;
  simulation.run_until(2);
  for (int i = 0; i < looks; ++i) {
    simulation.run_until(2 + (i + 1) * 0.001);
    const double records = cluster.offered_records() - cluster.delivered_records();
    REQUIRE(records >= 0);
    in_flight += records / looks;
  }
  // Little: N = X W. A latency begins half a fill time of 12 x 20 / 20 000 s before the batch is
  // offered and ends with the answer's round trip after it is delivered.
  const double within_s = cluster.latency().mean() - 0.012 / 2 - 0.001;
  CHECK(in_flight == Approx(20000 * within_s).epsilon(0.02));
  // 20 records a batch, Poisson: one standard deviation of 22 000 batches is 148 of them.
  CHECK(std::abs(cluster.offered_records() - 22 * 20000) < 4 * 148 * 20);
}

TEST_CASE("acknowledgements cost time: none, one, all", "[broker]") {
  models::System system = small_cluster();
  const auto with = [&](Acks acks) {
    messages(system).acks = acks;
    return latency(system);
  };
  const double none = with(Acks::none), one = with(Acks::leader), all = with(Acks::all);
  CHECK(none == Approx(0.012 / 2).epsilon(0.02));  // fills for 12 ms, waits half of it
  // The leader: a round trip, 20 kB at 100 MB/s, 0.1 ms + 20 x 2 us + 20 kB x 1 ns; little
  // queueing.
  CHECK(one > none + 0.001 + 0.0002 + 0.00016);
  CHECK(one < none + 0.002);
  CHECK(all > one + 0.001);  // at least the followers' round trip
}

TEST_CASE("a topic without copies has nobody to wait for", "[broker]") {
  models::System system = small_cluster();
  messages(system).replication = 1;
  messages(system).acks = Acks::leader;
  const double one = latency(system);
  messages(system).acks = Acks::all;
  CHECK(latency(system) == Approx(one));
}

TEST_CASE("each broker holds the replicas of its partitions, in regions that do not overlap",
          "[broker]") {
  const auto level = GENERATE(models::Level::raid0, models::Level::jbod);
  models::System system = small_cluster();
  system.storage.array.level = level;
  messages(system).replication = 2;
  Simulation simulation;
  KafkaCluster cluster(simulation, system, 1, 0);
  std::size_t logs = 0;
  for (const auto& broker : cluster.brokers()) {
    logs += broker->logs.size();
    std::vector<ReplicaLog> sorted = broker->logs;
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.base_bytes < b.base_bytes; });
    const std::int64_t disk = broker->storage.member_bytes();
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const std::int64_t end = sorted[i].base_bytes + sorted[i].region_bytes;
      CHECK(sorted[i].region_bytes > 0);
      CHECK(end <=
            (i + 1 < sorted.size() ? sorted[i + 1].base_bytes : broker->storage.capacity_bytes()));
      // jbod: a log is a file of one disk.
      if (level == models::Level::jbod) CHECK(sorted[i].base_bytes / disk == (end - 1) / disk);
    }
    if (level == models::Level::jbod) {
      const auto second = std::count_if(sorted.begin(), sorted.end(),
                                        [&](const auto& log) { return log.base_bytes >= disk; });
      CHECK(std::abs(2 * second - static_cast<std::int64_t>(sorted.size())) <= 1);
    }
  }
  CHECK(logs == 24);
}

TEST_CASE("the flusher writes a log about every flush period", "[broker]") {
  models::System system = small_cluster();
  messages(system).rate = 1000_per_s;
  messages(system).batch_size = 10_kB;
  system.host.cache.dirty_expire = 30_s;
  system.host.cache.writeback_interval = 5_s;
  Simulation simulation;
  KafkaCluster cluster(simulation, system, 1, 0);
  cluster.start();
  const auto& logs = cluster.brokers()[0]->logs;
  std::vector<double> since;
  for (const ReplicaLog& log : logs) since.push_back(log.dirty_since_s);
  int flushes = 0;
  constexpr double span_s = 1000;
  for (double now = 0; now < span_s; now += 0.5) {
    simulation.run_until(now);
    for (std::size_t i = 0; i < logs.size(); ++i) {
      flushes += logs[i].dirty_since_s != since[i] ? 1 : 0;
      since[i] = logs[i].dirty_since_s;
    }
  }
  const double period_s = span_s * static_cast<double>(logs.size()) / flushes;
  // Expiry after 30 s, seen when the flusher wakes: within 5 s.
  CHECK(period_s > 30);
  CHECK(period_s < 35.5);
  CHECK(period_s == Approx(models::flush_period(system.host.cache) / 1_s).epsilon(0.1));
}

TEST_CASE("above the background share the flusher does not wait for age", "[broker]") {
  models::System system = small_cluster();
  system.host.cache.dirty_expire = 1000_s;
  system.host.cache.background_share = 0.005;  // 80 MB of 16 GB
  Simulation simulation;
  KafkaCluster cluster(simulation, system, 1, 0);
  cluster.start();
  // Logs begin as dirty as they are in the long run: 20 GB of 20 MB/s, far above.
  simulation.run_until(200);
  for (double now = 200; now < 220; now += 0.01) {
    simulation.run_until(now);
    // At most a flush of one log lies above it.
    for (const auto& broker : cluster.brokers()) CHECK(broker->dirty_bytes < 81e6);
  }
}

TEST_CASE("dirty bytes of a broker are those of its logs and those on their way to the disks",
          "[broker]") {
  Simulation simulation;
  const models::System system = small_cluster();
  KafkaCluster cluster(simulation, system, 1, 0);
  cluster.start();
  int idle = 0;
  for (double now = 0; now < 10; now += 0.1) {
    simulation.run_until(now);
    for (const auto& broker : cluster.brokers()) {
      double sum = 0;
      for (const ReplicaLog& log : broker->logs) sum += log.dirty_bytes;
      const bool is_idle = broker->flushing_since_s < 0;
      idle += is_idle;
      if (is_idle) CHECK(broker->dirty_bytes == Approx(sum).margin(4096));
      if (!is_idle) CHECK(broker->dirty_bytes >= sum - 4096);
    }
  }
  CHECK(idle > 0);
}

TEST_CASE("whoever writes waits while too much is dirty", "[broker]") {
  models::System system = small_cluster();
  messages(system).acks = Acks::all;
  messages(system).replication = GENERATE(1, 3);
  system.host.memory = 200_MB;
  system.kafka.fetch_response = 200_kB;
  system.storage.disk.bandwidth = {1_MBps, 1_MBps};
  Simulation simulation;
  KafkaCluster cluster(simulation, system, 1, 0);
  cluster.start();
  simulation.run_until(60);
  const double limit = system.host.cache.dirty_share * 200e6;
  for (double now = 60; now < 120; now += 0.1) {
    simulation.run_until(now);
    for (const auto& broker : cluster.brokers()) {
      CHECK(broker->dirty_bytes < limit + 1e6);  // a batch of producers, a fetch of each leader
      CHECK(broker->dirty_bytes > 0.5 * limit);
    }
  }
}

TEST_CASE("a log is written piece after piece, round and round its region", "[broker]") {
  models::System system = small_cluster();
  system.brokers = 1;
  messages(system).replication = messages(system).partitions = 1;
  system.storage.disk.capacity = 40_MB;  // a region of 40 MB takes 20 MB/s: twice round in 4 s
  Simulation simulation;
  KafkaCluster cluster(simulation, system, 1, 0);
  const BrokerNode& broker = *cluster.brokers()[0];
  const ReplicaLog& log = broker.logs[0];
  const std::int64_t begin = log.written_bytes;
  cluster.start();
  for (double now = 0; now < 20; now += 0.01) {
    simulation.run_until(now);
    const auto written =
        static_cast<std::int64_t>(broker.storage.counters(now).written_bytes) + begin;
    // Between what is complete and that with a window of 4 MB in flight.
    const std::int64_t ahead =
        ((log.written_bytes - written) % log.region_bytes + log.region_bytes) % log.region_bytes;
    CHECK(ahead <= 4'000'000);
  }
  CHECK(broker.storage.counters(20).written_bytes > 5e6 * 2);
}
