// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/units.h"

namespace headroom::models {

struct System;

enum class Acks { none, leader, all };

/// What a request costs a Kafka broker. CPU times are of one core.
struct Kafka {
  Seconds cpu_per_request{0};  ///< network thread, purgatory, API handler: produce or fetch
  Seconds cpu_per_record{
      0};  ///< validation of a produced batch, which decompresses it; the leader only
  Seconds cpu_per_byte{0};  ///< of the wire format, in or out: copy and checksum
  Bytes fetch_response{0};  ///< the largest fetch response (replica.fetch.response.max.bytes)
  Seconds round_trip{0};    ///< network round trip between two hosts, unloaded
};

/// A stream of messages into one topic.
struct MessageWorkload {
  PerSecond rate{0};      ///< messages offered to the whole cluster
  Bytes message_size{0};  ///< before compression
  double compression_ratio = 1;
  Bytes batch_size{0};  ///< largest batch of one partition, compressed
  Seconds linger{0};
  int producers = 1;
  int partitions = 1;
  int replication = 1;
  Acks acks = Acks::leader;
  double consumer_groups = 1;
  /// Bytes read from disk per byte that consumers and followers fetch; negative = derive it from
  /// consumer_lag.
  double disk_read_share = -1;
  Seconds consumer_lag{0};  ///< mean time that consumers are behind
};

/// The batch that a producer sends: it closes at batch_size or after linger, whichever comes first,
/// per partition and producer.
struct Batch {
  double records = 1;
  Bytes size{0};         ///< compressed
  Seconds fill_time{0};  ///< from its first record to its last
  PerSecond rate{0};     ///< batches of the whole cluster
};
Batch batch_of(const MessageWorkload& workload);

/// Where partition replicas live: element p lists the brokers of partition p, its leader first.
/// Round robin with a shift that grows by one each time the leaders have gone round, as Kafka's own
/// assignment does [KAFKA-SRC]. Requires: 1 <= replication <= brokers.
std::vector<std::vector<int>> assign_replicas(int partitions, int replication, int brokers);

/// Leaders and replicas of the fullest broker, relative to an even spread (1 = even): partitions
/// are whole, so more brokers than partitions divide evenly waste some of the fullest one's share.
struct Imbalance {
  double leaders = 1;
  double replicas = 1;
};
Imbalance imbalance(int partitions, int replication, int brokers);

/// Bytes read from disk per byte fetched: as given, or from the consumers' lag and the residence in
/// the page cache of the brokers (followers are at the tail and never miss).
double disk_read_share(const System& system);

/// Load of one resource of the fullest broker at the workload's rate: utilisation = throughput
/// times service demand [LZGS84, ch. 3].
struct ResourceLoad {
  std::string name;  ///< cpu, nic_in, nic_out, link, disk
  double utilisation = 0;
};
std::vector<ResourceLoad> kafka_loads(const System& system);

/// Work of the spindles of the fullest broker at the workload's rate, as mean shares of them: what
/// one would save by removing the cause. A lower bound: writes come in long runs and are taken to
/// move no head.
struct DiskWork {
  double writing = 0;           ///< transfer of all copies and parity
  double reading = 0;           ///< transfer
  double positioning = 0;       ///< one for each member that a read run touches
  double members_per_read = 1;  ///< how many that is
  double total() const { return writing + reading + positioning; }
};
DiskWork disk_work(const System& system);

/// Closed-form ceiling of the message rate: the rate at which the first resource of the fullest
/// broker reaches `utilisation`. Where producers wait for all copies (acks=all), no
/// simulated throughput may pass the value for utilisation 1; with fewer acks copies may fall
/// behind without end.
PerSecond kafka_rate_bound(const System& system, double utilisation = 1);

}  // namespace headroom::models
