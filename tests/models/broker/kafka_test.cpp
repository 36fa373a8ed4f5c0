// SPDX-License-Identifier: Apache-2.0
#include "models/broker/kafka.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <vector>

using namespace headroom;
using namespace headroom::models;

namespace {

/// 10 000 messages/s of 1000 B over 10 logs: a log of one producer gets 1000 messages/s.
MessageWorkload ten_logs() {
  MessageWorkload workload;
  workload.rate = 10000_per_s;
  workload.message_size = 1000_B;
  workload.batch_size = 100_kB;
  workload.linger = 1_s;
  workload.partitions = 10;
  return workload;
}

}  // namespace

TEST_CASE("a batch closes when it is full if that comes before the linger time", "[kafka]") {
  const Batch batch = batch_of(ten_logs());  // 100 records of 1 kB take 0.1 s
  CHECK(batch.records == Approx(100));
  CHECK(batch.size / 1_kB == Approx(100));
  CHECK(batch.fill_time / 1_s == Approx(0.1));
  CHECK(batch.rate / 1_per_s == Approx(100));
}

TEST_CASE("a batch closes after the linger time if it is not full by then", "[kafka]") {
  MessageWorkload workload = ten_logs();
  workload.linger = 20_ms;  // 20 records
  const Batch batch = batch_of(workload);
  CHECK(batch.records == Approx(20));
  CHECK(batch.size / 1_kB == Approx(20));
  CHECK(batch.fill_time / 1_ms == Approx(20));
  CHECK(batch.rate / 1_per_s == Approx(500));
}

TEST_CASE("without linger a batch is one record", "[kafka]") {
  MessageWorkload workload = ten_logs();
  workload.linger = Seconds{0};
  const Batch batch = batch_of(workload);
  CHECK(batch.records == 1);
  CHECK(batch.size / 1_B == Approx(1000));
  CHECK(batch.fill_time / 1_s == 0);
  CHECK(batch.rate / 1_per_s == Approx(10000));
}

TEST_CASE("compressed records fill a batch later", "[kafka]") {
  MessageWorkload workload = ten_logs();
  workload.compression_ratio = 4;  // 400 records of 250 B, in 0.4 s
  const Batch batch = batch_of(workload);
  CHECK(batch.records == Approx(400));
  CHECK(batch.size / 1_kB == Approx(100));
  CHECK(batch.fill_time / 1_s == Approx(0.4));
}

TEST_CASE("each producer fills batches of its own", "[kafka]") {
  MessageWorkload workload = ten_logs();
  workload.producers = 5;  // 200 messages/s each and log: 0.5 s to fill
  CHECK(batch_of(workload).fill_time / 1_s == Approx(0.5));
  workload.producers = 20;  // 50 messages/s: 50 in the linger time
  CHECK(batch_of(workload).records == Approx(50));
}

TEST_CASE("a record beyond the batch size travels alone", "[kafka]") {
  MessageWorkload workload = ten_logs();
  workload.message_size = 1_MB;
  const Batch batch = batch_of(workload);
  CHECK(batch.records == 1);
  CHECK(batch.size / 1_MB == Approx(1));
  CHECK(batch.fill_time == Seconds{0});  // nothing to wait for
}

TEST_CASE("replicas of 5 brokers lie as Kafka's own table shows", "[kafka]") {
  // The example in the comment of Kafka's AdminUtils, 10 partitions of 3 replicas:
  //   broker     0   1   2   3   4
  //   1st        p0  p1  p2  p3  p4
  //              p5  p6  p7  p8  p9
  //   2nd        p4  p0  p1  p2  p3
  //              p8  p9  p5  p6  p7
  //   3rd        p3  p4  p0  p1  p2
  //              p7  p8  p9  p5  p6
  const std::vector<std::vector<int>> expected = {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 0},
                                                  {4, 0, 1}, {0, 2, 3}, {1, 3, 4}, {2, 4, 0},
                                                  {3, 0, 1}, {4, 1, 2}};
  CHECK(assign_replicas(10, 3, 5) == expected);
}

TEST_CASE("replicas of 3 brokers shift by one each round", "[kafka]") {
  const std::vector<std::vector<int>> pairs = {{0, 1}, {1, 2}, {2, 0}, {0, 2},
                                               {1, 0}, {2, 1}, {0, 1}};
  CHECK(assign_replicas(7, 2, 3) == pairs);
  const std::vector<std::vector<int>> triples = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                                 {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
  CHECK(assign_replicas(6, 3, 3) == triples);
}

TEST_CASE("replicas of a partition are on different brokers and leaders spread within one",
          "[kafka]") {
  const int brokers = GENERATE(1, 2, 3, 5, 8);
  const int partitions = GENERATE(1, 7, 40, 101);
  for (int replication = 1; replication <= brokers; ++replication) {
    INFO(partitions << " partitions, " << replication << " replicas, " << brokers << " brokers");
    std::vector<int> leaders(static_cast<std::size_t>(brokers));
    const auto all = assign_replicas(partitions, replication, brokers);
    REQUIRE(static_cast<int>(all.size()) == partitions);
    for (const auto& replicas : all) {
      const std::set<int> distinct(replicas.begin(), replicas.end());
      REQUIRE(static_cast<int>(replicas.size()) == replication);
      REQUIRE(distinct.size() == replicas.size());
      REQUIRE(*distinct.begin() >= 0);
      REQUIRE(*distinct.rbegin() < brokers);
      ++leaders[static_cast<std::size_t>(replicas.front())];
    }
    const auto [least, most] = std::minmax_element(leaders.begin(), leaders.end());
    CHECK(*most - *least <= 1);
  }
}

TEST_CASE("the fullest broker has more than its share where partitions do not divide", "[kafka]") {
  CHECK(imbalance(12, 3, 3).leaders == 1);
  CHECK(imbalance(12, 3, 3).replicas == 1);
  // 100 partitions on 3 brokers: 34 leaders where 33.3 are even; all hold all 100.
  CHECK(imbalance(100, 3, 3).leaders == Approx(34 / (100.0 / 3)));
  CHECK(imbalance(100, 3, 3).replicas == Approx(1));
  // One partition with two copies on 4 brokers: one of 1/4 leaders, one of 2/4 replicas.
  CHECK(imbalance(1, 2, 4).leaders == Approx(4));
  CHECK(imbalance(1, 2, 4).replicas == Approx(2));
}
