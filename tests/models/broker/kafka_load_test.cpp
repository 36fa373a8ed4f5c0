// SPDX-License-Identifier: Apache-2.0
// Loads of a cluster whose every number is round: 3 brokers, 60 partitions, 3 replicas, one group
// of consumers; 300 000 messages/s of 1000 B in full batches of 100 kB. A broker leads 100 MB/s,
// that is 1000 batches/s, takes in 300 MB/s with what it copies, and gives out 300 MB/s: to two
// followers and one group.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "models/broker/kafka.h"
#include "models/device/flash.h"
#include "models/device/hard_disk.h"
#include "models/system.h"

using namespace headroom;
using namespace headroom::models;

namespace {

/// 100 MB/s anywhere on it, 8 ms of seek and 8 ms a turn: 12 ms to position, and no gain by queues.
Device round_disk() {
  HardDisk disk;
  disk.capacity = 1_TB;
  disk.rotational_speed = 125_per_s;
  disk.average_seek = {8_ms, 8_ms};
  disk.outer_bandwidth = 100_MBps;
  disk.inner_bandwidth_share = 1;
  disk.overhead = Seconds{0};
  disk.queue_gain = 0;
  return hard_disk(disk);
}

System round_cluster(int brokers = 3) {
  System system;
  system.brokers = brokers;
  system.host.cores = 4;
  system.host.memory = 100_GB;
  system.host.nic = 1_GBps;
  system.host.cache.read_run = 1_MB;
  system.storage.array = {Level::raid10, 16, Layout::near, 2, 250_kB, {}};
  system.storage.disk = round_disk();
  system.kafka = {.cpu_per_request = 100_us,
                  .cpu_per_record = 2_us,
                  .cpu_per_byte = 1_ns,
                  .fetch_response = 10_MB,
                  .round_trip = 1_ms};
  MessageWorkload workload;
  workload.rate = 300000_per_s;
  workload.message_size = 1000_B;
  workload.batch_size = 100_kB;
  workload.linger = 60_s;
  workload.partitions = 60;
  workload.replication = 3;
  workload.disk_read_share = 0.2;
  system.workload = workload;
  return system;
}

MessageWorkload& messages(System& system) { return std::get<MessageWorkload>(system.workload); }

double load(const System& system, const std::string& name) {
  for (const ResourceLoad& one : kafka_loads(system)) {
    if (one.name == name) return one.utilisation;
  }
  return -1;
}

}  // namespace

TEST_CASE("loads of a broker are its rates times their demands", "[kafka][load]") {
  System system = round_cluster();
  system.storage.link = 2_GBps;
  system.storage.ceiling = 3.6_GBps;
  // 1000 produce and 300 MB/s / 10 MB = 30 fetch requests of 100 us, 100 000 records of 2 us,
  // 600 MB of 1 ns: 0.103 + 0.2 + 0.6 core-seconds a second, over 4 cores.
  CHECK(load(system, "cpu") == Approx(0.903 / 4));
  CHECK(load(system, "nic_in") == Approx(0.3));
  CHECK(load(system, "nic_out") == Approx(0.3));
  CHECK(load(system, "link") == Approx(0.3));     // both copies cross it: 600 MB/s of 2 GB/s
  CHECK(load(system, "ceiling") == Approx(0.1));  // 300 written and 60 read, of 3.6 GB/s
  system.storage.link = system.storage.ceiling = system.host.nic = BytesPerSecond{0};
  for (const char* unlimited : {"link", "ceiling", "nic_in", "nic_out"}) {
    CHECK(load(system, unlimited) == -1);
  }
}

TEST_CASE("the work of the spindles is the sum of its causes", "[kafka][load]") {
  const DiskWork work = disk_work(round_cluster());
  CHECK(work.writing == Approx(0.375));       // 2 x 300 MB/s over 16 x 100 MB/s
  CHECK(work.reading == Approx(0.0375));      // 0.2 x 300 MB/s over the same
  CHECK(work.members_per_read == Approx(4));  // 1 MB in chunks of 250 kB
  // 60 runs a second of 4 x 12 ms, over 16 spindles
  CHECK(work.positioning == Approx(60 * 4 * 0.012 / 16));
  CHECK(work.total() == Approx(0.375 + 0.0375 + 0.18));
  CHECK(load(round_cluster(), "disk") == Approx(work.total()));
}

TEST_CASE("without copies half of the writing goes and nothing else", "[kafka][load]") {
  System striped = round_cluster();
  striped.storage.array.level = Level::raid0;
  const DiskWork before = disk_work(round_cluster()), after = disk_work(striped);
  CHECK(after.writing == Approx(before.writing / 2));
  CHECK(after.reading == Approx(before.reading));
  CHECK(after.positioning == Approx(before.positioning));
}

TEST_CASE("a read run touches as many members as it has chunks, at least one, at most all data",
          "[kafka][load]") {
  System system = round_cluster();
  system.host.cache.read_run = 100_kB;
  CHECK(disk_work(system).members_per_read == 1);
  system.host.cache.read_run = 100_MB;
  CHECK(disk_work(system).members_per_read == 8);  // one copy of 16 disks in pairs
}

TEST_CASE("no head, no positioning", "[kafka][load]") {
  System system = round_cluster();
  Flash drive;
  drive.capacity = 1_TB;
  drive.latency = {100_us, 50_us};
  drive.iops = {100000_iops, 100000_iops};
  drive.bandwidth = {500_MBps, 500_MBps};
  system.storage.disk = flash(drive);
  CHECK(disk_work(system).positioning == 0);
  CHECK(disk_work(system).reading > 0);
}

TEST_CASE("what is read from disk follows from lag and cache", "[kafka][load]") {
  System system = round_cluster();
  CHECK(disk_read_share(system) == 0.2);  // as given
  // Cache 0.8 x 100 GB; 300 MB/s go into it: a byte stays for 266.7 s. Half of the readers are
  // further behind if that is the median of their lag, and they are one of three readers.
  messages(system).disk_read_share = -1;
  messages(system).consumer_lag = 80e9 / 300e6 / std::log(2) * 1_s;
  CHECK(disk_read_share(system) == Approx(0.5 / 3));
  messages(system).consumer_lag = Seconds{0};
  CHECK(disk_read_share(system) == 0);
  messages(system).consumer_groups = 0;
  messages(system).replication = 1;
  CHECK(disk_read_share(system) == 0);
}

TEST_CASE("the bound is the rate at which the busiest resource reaches the utilisation asked for",
          "[kafka][load]") {
  System system = round_cluster();
  // The disks are at 0.5925 with 300 000 messages/s.
  CHECK(kafka_rate_bound(system) / 1_per_s == Approx(300000 / 0.5925));
  CHECK(kafka_rate_bound(system, 0.85) / 1_per_s == Approx(0.85 * 300000 / 0.5925));
  // With full batches loads are proportional to the rate (U = X D), so the bound does not depend on
  // the rate at which it is worked out, and a load there is 1.
  messages(system).rate = kafka_rate_bound(system);
  CHECK(load(system, "disk") == Approx(1));
  CHECK(kafka_rate_bound(system) / 1_per_s == Approx(300000 / 0.5925));
}

TEST_CASE("twice the brokers carry twice the messages where partitions divide", "[kafka][load]") {
  const double three = kafka_rate_bound(round_cluster(3)) / 1_per_s;
  CHECK(kafka_rate_bound(round_cluster(6)) / 1_per_s == Approx(2 * three));
  System uneven = round_cluster(6);
  messages(uneven).partitions = 61;
  CHECK(kafka_rate_bound(uneven) / 1_per_s < 2 * three);
}

TEST_CASE("a resource that is halved doubles its load and no other", "[kafka][load]") {
  const System system = round_cluster();
  System half = system;
  half.host.cores = 2;
  CHECK(load(half, "cpu") == Approx(2 * load(system, "cpu")));
  CHECK(load(half, "nic_in") == load(system, "nic_in"));
  CHECK(load(half, "disk") == load(system, "disk"));
  half = system;
  half.storage.array.disks = 8;
  CHECK(load(half, "disk") == Approx(2 * load(system, "disk")));
  CHECK(load(half, "cpu") == load(system, "cpu"));
}
