// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/schema.h"

#include <algorithm>

namespace headroom::plan {

namespace {

using D = Dimension;
constexpr auto word = std::nullopt;

// Tables, one key a row: path, dimension, noun, choices, fallback, 90 % range, least and greatest
// value, meaning.
// clang-format off
std::vector<Key> system_keys() {
  return {
      {"system.brokers", D::count, "", {}, "1", "", 1, 1000, "hosts of this build"},
      {"system.host", word, "", {}, "", "", 0, 0, "an instance type of the catalogue by name; or give the keys below"},
      {"system.host.model", word, "", {}, "", "", 0, 0, "the same, with keys beside it that replace its numbers"},
      {"system.host.cores", D::count, "", {}, "8", "", 1, 1024, "processor cores of one host"},
      {"system.host.memory", D::bytes, "", {}, "64 GiB", "32 GiB..128 GiB", 1e6, 1e14,
       "memory of one host; typical broker of the Kafka deployment guides"},
      {"system.host.nic", D::bytes_per_second, "", {}, "0", "", 0, 1e12,
       "network card, each direction; 0 = not a limit"},
      {"system.host.storage_link", D::bytes_per_second, "", {}, "0", "", 0, 1e12,
       "link between the host and its disks, each direction, carrying copies and parity too; 0 "
       "= not a limit"},
      {"system.host.storage_link_burst", D::bytes_per_second, "", {}, "0", "", 0, 1e12,
       "what that link carries on saved credit, both directions together, for 30 minutes; 0 = no burst"},
      {"system.host.storage_iops", D::per_second, "IOPS", {}, "0", "", 0, 1e9,
       "requests per second that the link takes; 0 = not a limit"},
      {"system.host.storage_iops_burst", D::per_second, "IOPS", {}, "0", "", 0, 1e9,
       "the same on saved credit; 0 = no burst"},
      {"system.page_cache.memory_share", D::fraction, "", {}, "80 %", "65 %..90 %", 0.01, 1,
       "share of the memory that holds file pages"},
      {"system.page_cache.dirty_expire", D::seconds, "", {}, "30 s", "", 0.01, 1e5,
       "vm.dirty_expire_centisecs, default of Linux [KDOC-VM]"},
      {"system.page_cache.writeback_interval", D::seconds, "", {}, "5 s", "", 0.01, 1e5,
       "vm.dirty_writeback_centisecs, default of Linux [KDOC-VM]"},
      {"system.page_cache.background_share", D::fraction, "", {}, "10 %", "", 0.001, 1,
       "vm.dirty_background_ratio, default of Linux [KDOC-VM]"},
      {"system.page_cache.dirty_share", D::fraction, "", {}, "20 %", "", 0.001, 1,
       "vm.dirty_ratio, default of Linux [KDOC-VM]: above it writers wait"},
      {"system.page_cache.read_run", D::bytes, "", {}, "1 MiB", "256 KiB..2 MiB", 4096, 1e9,
       "bytes of one log that a reader behind the cache gets at one go: one partition's share "
       "of a fetch"},
      {"system.page_cache.flush_window", D::bytes, "", {}, "32 MiB", "8 MiB..128 MiB", 65536, 1e10,
       "bytes of one file that the flusher keeps in flight: 128 requests of 512 KiB, as far as "
       "the device takes them"},
  };
}

std::vector<Key> array_keys() {
  return {
      {"system.array.raid", word, "", {"none", "jbod", "linear", "0", "1", "4", "5", "6", "10"}, "none",
       "", 0, 0,
       "level; RAID 10 takes layout and copies"},
      {"system.array.layout", word, "", {"near", "far", "offset"}, "near", "", 0, 0,
       "RAID 10 layout as md names them"},
      {"system.array.copies", D::count, "", {}, "2", "", 1, 384,
       "RAID 10 and 1: copies of each chunk"},
      {"system.array.disks", D::count, "", {}, "1", "", 1, 384, "members of the array of one host"},
      {"system.array.chunk", D::bytes, "", {}, "512 KiB", "", 4096, 1e9,
       "contiguous bytes on one member; md's default since mdadm 3.1"},
      {"system.array.failed", D::count, "", {}, "0", "", 0, 384, "members that are down"},
      {"system.array.device_size", D::bytes, "", {}, "", "", 1e6, 1e18,
       "size of the block device as the system reports it; checked against the disks"},
      {"system.array.ceiling", D::bytes_per_second, "", {}, "0", "", 0, 1e12,
       "what the controller carries on the host's side; 0 = not a limit"},
      {"system.array.partial_stripes", D::fraction, "", {}, "12 %", "2 %..30 %", 0, 1,
       "RAID 4/5/6: rows of a sequential buffered write that md handles as two partial stripes"},
      {"system.array.member_spread", D::fraction, "", {}, "0", "", 0, 0.9,
       "relative standard deviation of the speed of one member to the next"},
      {"system.array.device_window", D::bytes, "", {}, "16 MiB", "4 MiB..64 MiB", 4096, 1e10,
       "bytes in flight to one member while the kernel writes back or reads ahead"},
  };
}

std::vector<Key> disk_keys() {
  return {
      {"system.disk", word, "", {}, "", "", 0, 0,
       "a disk of the catalogue by name; or give the keys below"},
      {"system.disk.model", word, "", {}, "", "", 0, 0,
       "the same, with keys beside it that replace its numbers"},
      {"system.disk.kind", word, "",
       {"hdd", "ssd", "ebs-gp2", "ebs-gp3", "ebs-io1", "ebs-io2", "ebs-io2-block-express", "ebs-st1",
       "ebs-sc1",
        "ebs-standard-2008"},
       "", "", 0, 0, "which model"},
      {"system.disk.capacity", D::bytes, "", {}, "1 TB", "", 1e6, 1e16, "size of one disk"},
      {"system.disk.rotation", D::per_second, "", {}, "7200 rpm", "", 1, 1000, "hdd: turns"},
      {"system.disk.average_seek.read", D::seconds, "", {}, "8.5 ms", "", 1e-5, 1,
       "hdd: over a third of the stroke"},
      {"system.disk.average_seek.write", D::seconds, "", {}, "9.5 ms", "", 1e-5, 1, "hdd"},
      {"system.disk.track_to_track.read", D::seconds, "", {}, "0.8 ms", "", 1e-6, 1, "hdd"},
      {"system.disk.track_to_track.write", D::seconds, "", {}, "1 ms", "", 1e-6, 1, "hdd"},
      {"system.disk.bandwidth.outer", D::bytes_per_second, "", {}, "150 MB/s", "", 1e3, 1e12,
       "hdd: outermost zone"},
      {"system.disk.bandwidth.inner", D::bytes_per_second, "", {}, "75 MB/s", "", 1e3, 1e12,
       "hdd: innermost zone"},
      {"system.disk.queue_gain", D::number, "", {}, "0.11", "0.05..0.2", 0, 1,
       "hdd: positioning time falls as queue^-gain, up to 128 queued; from the two calibration "
       "cells of a disk [FIOPLOT]"},
      {"system.disk.queue_limit", D::count, "", {}, "128", "32..128", 1, 4096,
       "hdd: requests that are sorted: 32 by the drive (SATA), 128 by the kernel (nr_requests)"},
      {"system.disk.read_latency", D::seconds, "", {}, "100 us", "", 1e-7, 10,
       "ssd: one 4 KiB read alone"},
      {"system.disk.write_latency", D::seconds, "", {}, "50 us", "", 1e-7, 10,
       "ssd: one 4 KiB write alone"},
      {"system.disk.read_iops", D::per_second, "IOPS", {}, "80000/s", "", 1, 1e9,
       "ssd: random 4 KiB reads, saturated"},
      {"system.disk.write_iops", D::per_second, "IOPS", {}, "30000/s", "", 1, 1e9,
       "ssd: random 4 KiB writes, saturated"},
      {"system.disk.bandwidth.read", D::bytes_per_second, "", {}, "500 MB/s", "", 1e3, 1e12,
       "ssd: sequential"},
      {"system.disk.bandwidth.write", D::bytes_per_second, "", {}, "400 MB/s", "", 1e3, 1e12,
       "ssd: sequential"},
      {"system.disk.parallelism", D::count, "", {}, "8", "", 1, 1024,
       "ssd: requests served at the same time"},
      {"system.disk.interference", D::number, "", {}, "0", "", 0, 100,
       "ssd: relative slow-down of a request while the other direction is in service"},
      {"system.disk.cliff.fast_capacity", D::bytes, "", {}, "0", "", 0, 1e15,
       "ssd: bytes written at full speed; 0 = no cliff"},
      {"system.disk.cliff.steady_bandwidth", D::bytes_per_second, "", {}, "0", "", 0, 1e12,
       "ssd: writes after that"},
      {"system.disk.size", D::bytes, "", {}, "", "", 1e6, 1e16,
       "cloud volume: its size, which sets its limits"},
      {"system.disk.iops", D::per_second, "IOPS", {}, "", "", 1, 1e9, "cloud volume: provisioned"},
      {"system.disk.throughput", D::bytes_per_second, "", {}, "", "", 1e3, 1e12,
       "cloud volume: provisioned, or of a 2008 volume"},
      {"system.disk.latency", D::seconds, "", {}, "1 ms", "", 1e-7, 10,
       "cloud volume: of one request alone, beyond its transfer"},
  };
}

std::vector<Key> kafka_keys() {
  return {
      {"system.kafka.cpu_per_request", D::seconds, "", {}, "60 us", "20 us..150 us", 0, 1,
       "network and API threads, per produce or fetch"},
      {"system.kafka.cpu_per_record", D::seconds, "", {}, "1.5 us", "0.6 us..4 us", 0, 1,
       "validation of a compressed record by the leader"},
      {"system.kafka.cpu_per_byte", D::seconds, "", {}, "0.4 ns", "0.2 ns..1 ns", 0, 1e-3,
       "copy and checksum, in or out"},
      {"system.kafka.fetch_response", D::bytes, "", {}, "10 MiB", "", 1024, 1e10,
       "replica.fetch.response.max.bytes, its default"},
      {"system.kafka.round_trip", D::seconds, "", {}, "0.2 ms", "0.05 ms..0.5 ms", 0, 10,
       "between two hosts of one data centre"},
  };
}

std::vector<Key> workload_keys() {
  return {
      {"workload.kind", word, "", {"messages", "io"}, "", "", 0, 0,
       "messages through brokers, or block I/O of one host"},
      {"workload.rate", D::per_second, "msg", {}, "", "", 1e-6, 1e12,
       "messages offered to the cluster"},
      {"workload.message_size", D::bytes, "", {}, "1 kB", "", 1, 1e9, "before compression"},
      {"workload.compression_ratio", D::number, "", {}, "1", "", 0.5, 1000,
       "bytes before over bytes after"},
      {"workload.batch_size", D::bytes, "", {}, "16 KiB", "", 1, 1e9, "batch.size of the producer"},
      {"workload.linger", D::seconds, "", {}, "0", "", 0, 1e5, "linger.ms of the producer"},
      {"workload.producers", D::count, "", {}, "1", "", 1, 1e6, "producer processes"},
      {"workload.partitions", D::count, "", {}, "1", "", 1, 200000, "of the topic"},
      {"workload.replication", D::count, "", {}, "1", "", 1, 100, "copies of each partition"},
      {"workload.acks", word, "", {"0", "1", "all"}, "1", "", 0, 0, "whom the producer waits for"},
      {"workload.consumer_groups", D::count, "", {}, "1", "", 0, 1000,
       "each reads everything once"},
      {"workload.disk_read_share", D::number, "", {}, "", "", 1e-9, 100,
       "bytes read from disk per byte fetched; left out: from consumer_lag and the size of the "
       "page cache"},
      {"workload.consumer_lag", D::seconds, "", {}, "0", "", 0, 1e8,
       "mean time that consumers are behind"},
      {"workload.pattern", word, "", {"sequential", "random"}, "sequential", "", 0, 0,
       "of the requests"},
      {"workload.read_share", D::fraction, "", {}, "0", "", 0, 1, "of the requests"},
      {"workload.io_size", D::bytes, "", {}, "128 KiB", "", 512, 1e9, "of one request"},
      {"workload.queue_depth", D::count, "", {}, "1", "", 1, 1e6, "requests in flight"},
      {"workload.buffered", word, "", {"yes", "no"}, "no", "", 0, 0,
       "through the page cache (dd) or direct"},
      {"workload.span", D::bytes, "", {}, "0", "", 0, 1e16,
       "region that random requests fall into; 0 = all"},
      {"goal.utilisation", D::fraction, "", {}, "85 %", "", 0.01, 1,
       "highest mean share of servers at work, any resource"},
      {"goal.busy", D::fraction, "", {}, "85 %", "", 0.01, 1,
       "highest %util of the block device, as iostat prints it"},
      {"goal.rate", D::per_second, "msg", {}, "", "", 1e-6, 1e12, "what the system must carry"},
  };
}

// clang-format on

bool ends_in(std::string_view path, std::string_view ending) {
  if (path == ending) return true;
  return path.size() > ending.size() + 1 && path.ends_with(ending) &&
         path[path.size() - ending.size() - 1] == '.';
}

}  // namespace

const std::vector<Key>& schema() {
  static const std::vector<Key> keys = [] {
    std::vector<Key> all;
    for (auto&& part : {system_keys(), array_keys(), disk_keys(), kafka_keys(), workload_keys()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return keys;
}

std::optional<std::size_t> find_key(std::string_view path) {
  const auto& keys = schema();
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.path == path; });
  if (found == keys.end()) return std::nullopt;
  return static_cast<std::size_t>(found - keys.begin());
}

std::vector<std::size_t> keys_ending_in(std::string_view ending) {
  std::vector<std::size_t> found;
  if (ending.empty()) return found;
  for (std::size_t i = 0; i < schema().size(); ++i) {
    if (ends_in(schema()[i].path, ending)) found.push_back(i);
  }
  return found;
}

std::vector<std::string> children(std::string_view group) {
  std::vector<std::string> names;
  for (const Key& key : schema()) {
    std::string_view rest = key.path;
    if (!group.empty()) {
      if (!rest.starts_with(group) || rest.size() <= group.size() || rest[group.size()] != '.')
        continue;
      rest.remove_prefix(group.size() + 1);
    }
    const std::string name(rest.substr(0, rest.find('.')));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace headroom::plan
