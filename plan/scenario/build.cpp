// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include "models/device/cloud_volume.h"
#include "models/device/flash.h"
#include "models/device/hard_disk.h"

namespace headroom::plan {

namespace {

using models::Level;

[[noreturn]] void refuse(const Document& document, std::string_view path, std::string message,
                         std::string hint) {
  throw InputError(Diagnostic{document.at(path).origin, fmt::format("{}: {}", path, message),
                              std::move(hint), ""});
}

Bytes bytes(const Document& d, std::string_view path) { return Bytes(d.number(path)); }
Seconds seconds(const Document& d, std::string_view path) { return Seconds(d.number(path)); }
BytesPerSecond bandwidth(const Document& d, std::string_view path) {
  return BytesPerSecond(d.number(path));
}
PerSecond rate(const Document& d, std::string_view path) { return PerSecond(d.number(path)); }
int count(const Document& d, std::string_view path) {
  return static_cast<int>(std::lround(d.number(path)));
}

models::Device build_hard_disk(const Document& d) {
  models::HardDisk disk;
  disk.capacity = bytes(d, "system.disk.capacity");
  disk.rotational_speed = rate(d, "system.disk.rotation");
  disk.track_to_track = seconds(d, "system.disk.track_to_track.read");
  const Seconds read_seek = seconds(d, "system.disk.average_seek.read");
  // A head settles longer before it writes: about a millisecond in data sheets that print both.
  const Seconds write_seek = d.is_set("system.disk.average_seek.write")
                                 ? seconds(d, "system.disk.average_seek.write")
                                 : read_seek + Seconds(1e-3);
  disk.average_seek = {read_seek, std::max(read_seek, write_seek)};
  disk.outer_bandwidth = bandwidth(d, "system.disk.bandwidth.outer");
  disk.inner_bandwidth_share = bandwidth(d, "system.disk.bandwidth.inner") / disk.outer_bandwidth;
  disk.queue_gain = d.number("system.disk.queue_gain");
  disk.queue_limit = count(d, "system.disk.queue_limit");
  return models::hard_disk(disk);
}

models::Device build_flash(const Document& d) {
  models::Flash drive;
  drive.capacity = bytes(d, "system.disk.capacity");
  drive.latency = {seconds(d, "system.disk.read_latency"), seconds(d, "system.disk.write_latency")};
  drive.iops = {rate(d, "system.disk.read_iops"), rate(d, "system.disk.write_iops")};
  // A drive that one request at a time saturates has no latency beyond its service.
  for (const auto direction : {models::Direction::read, models::Direction::write}) {
    drive.latency[direction] = std::max(drive.latency[direction], 1.000001 / drive.iops[direction]);
  }
  drive.bandwidth = {bandwidth(d, "system.disk.bandwidth.read"),
                     bandwidth(d, "system.disk.bandwidth.write")};
  drive.parallelism = d.is_set("system.disk.parallelism") ? count(d, "system.disk.parallelism") : 0;
  drive.interference = d.number("system.disk.interference");
  if (d.number("system.disk.cliff.fast_capacity") > 0) {
    drive.cliff = models::WriteCliff{bytes(d, "system.disk.cliff.fast_capacity"),
                                     bandwidth(d, "system.disk.cliff.steady_bandwidth")};
  }
  return models::flash(drive);
}

models::Device build_gp3(const Document& d) {
  const PerSecond iops = d.has("system.disk.iops") ? rate(d, "system.disk.iops") : PerSecond(3000);
  const BytesPerSecond limit = d.has("system.disk.throughput")
                                   ? bandwidth(d, "system.disk.throughput")
                                   : BytesPerSecond(125 * 0x1p20);
  return models::ebs_gp3(bytes(d, "system.disk.size"), iops, limit);
}

using Builder = std::function<models::Device(const Document&)>;

const std::map<std::string, Builder, std::less<>>& device_builders() {
  static const std::map<std::string, Builder, std::less<>> builders = {
      {"hdd", build_hard_disk},
      {"ssd", build_flash},
      {"ebs-gp2", [](const Document& d) { return models::ebs_gp2(bytes(d, "system.disk.size")); }},
      {"ebs-gp3", build_gp3},
      {"ebs-io1",
       [](const Document& d) {
         return models::ebs_io1(bytes(d, "system.disk.size"), rate(d, "system.disk.iops"));
       }},
      {"ebs-io2",
       [](const Document& d) {
         return models::ebs_io2(bytes(d, "system.disk.size"), rate(d, "system.disk.iops"));
       }},
      {"ebs-io2-block-express",
       [](const Document& d) {
         return models::ebs_io2_block_express(bytes(d, "system.disk.size"),
                                              rate(d, "system.disk.iops"));
       }},
      {"ebs-st1", [](const Document& d) { return models::ebs_st1(bytes(d, "system.disk.size")); }},
      {"ebs-sc1", [](const Document& d) { return models::ebs_sc1(bytes(d, "system.disk.size")); }},
      {"ebs-standard-2008",
       [](const Document& d) {
         return models::ebs_standard_2008(bandwidth(d, "system.disk.throughput"),
                                          seconds(d, "system.disk.latency"),
                                          bytes(d, "system.disk.size"));
       }},
  };
  return builders;
}

models::Device build_device(const Document& d) {
  if (!d.has("system.disk.kind")) {
    refuse(d, "system.array.disks", "no disk is given",
           "write system.disk: a name of the catalogue, or disk.kind and its numbers");
  }
  try {
    models::Device device = device_builders().at(d.word("system.disk.kind"))(d);
    if (d.is_set("system.disk.latency")) {
      device.latency = {seconds(d, "system.disk.latency"), seconds(d, "system.disk.latency")};
    }
    if (d.is_set("system.disk.capacity")) device.capacity = bytes(d, "system.disk.capacity");
    return device;
  } catch (const std::invalid_argument& error) {
    refuse(d, "system.disk.kind", fmt::format("no such disk: {}", error.what()),
           "correct the disk's numbers");
  }
}

Level level_of(const std::string& word) {
  static const std::map<std::string, Level, std::less<>> levels = {
      {"none", Level::single}, {"jbod", Level::jbod}, {"linear", Level::linear},
      {"0", Level::raid0},     {"1", Level::raid1},   {"4", Level::raid4},
      {"5", Level::raid5},     {"6", Level::raid6},   {"10", Level::raid10}};
  return levels.at(word);
}

models::Array build_array(const Document& d) {
  models::Array array;
  array.level = level_of(d.word("system.array.raid"));
  array.disks = count(d, "system.array.disks");
  const std::string& layout = d.word("system.array.layout");
  array.layout = layout == "far"      ? models::Layout::far
                 : layout == "offset" ? models::Layout::offset
                                      : models::Layout::near;
  array.copies = count(d, "system.array.copies");
  array.chunk = Bytes(std::exp2(std::round(std::log2(d.number("system.array.chunk")))));
  for (int i = 0; i < count(d, "system.array.failed"); ++i) array.failed.push_back(i);
  if (const auto reason = models::fault(array)) {
    const std::string_view blame =
        d.is_set("system.array.raid") ? "system.array.raid" : "system.array.disks";
    refuse(d, blame, *reason,
           fmt::format("raid: {} with disks: {} does not work; change one of them",
                       d.word("system.array.raid"), array.disks));
  }
  return array;
}

/// An instance holds its burst for 30 minutes of each 24 hours [AWS-EBS]: credit for that long,
/// full at the start.
models::Bucket link_bucket(models::Bucket::Unit unit, double rate, double burst_rate) {
  constexpr double burst_s = 1800;
  models::Bucket bucket;
  bucket.unit = unit;
  bucket.request_unit = Bytes(256 * 1024);
  bucket.rate = rate;
  bucket.burst_rate = std::max(rate, burst_rate);
  bucket.capacity = bucket.initial_fill = (bucket.burst_rate - rate) * burst_s;
  return bucket;
}

void build_link(const Document& d, models::Storage& storage) {
  const double bandwidth_burst = d.number("system.host.storage_link_burst");
  const double iops = d.number("system.host.storage_iops");
  storage.link = bandwidth(d, "system.host.storage_link");
  if (bandwidth_burst > 0 && storage.link <= BytesPerSecond(0)) {
    refuse(d, "system.host.storage_link_burst", "a burst needs the rate that it falls back to",
           "write storage_link too");
  }
  if (bandwidth_burst > 0) {
    storage.link_buckets.push_back(link_bucket(models::Bucket::Unit::bytes,
                                               storage.link / BytesPerSecond(1), bandwidth_burst));
    storage.link = std::max(storage.link, BytesPerSecond(bandwidth_burst));
  }
  if (iops > 0) {
    storage.link_buckets.push_back(link_bucket(models::Bucket::Unit::requests, iops,
                                               d.number("system.host.storage_iops_burst")));
  }
}

models::Storage build_storage(const Document& d) {
  models::Storage storage;
  storage.array = build_array(d);
  storage.disk = build_device(d);
  storage.member_spread = d.number("system.array.member_spread");
  storage.ceiling = bandwidth(d, "system.array.ceiling");
  build_link(d, storage);
  storage.partial_stripes = d.number("system.array.partial_stripes");
  storage.device_window = bytes(d, "system.array.device_window");
  return storage;
}

models::Host build_host(const Document& d) {
  models::Host host;
  host.cores = count(d, "system.host.cores");
  host.memory = bytes(d, "system.host.memory");
  host.nic = bandwidth(d, "system.host.nic");
  host.cache.memory_share = d.number("system.page_cache.memory_share");
  host.cache.dirty_expire = seconds(d, "system.page_cache.dirty_expire");
  host.cache.writeback_interval = seconds(d, "system.page_cache.writeback_interval");
  host.cache.background_share = d.number("system.page_cache.background_share");
  host.cache.dirty_share =
      std::max(host.cache.background_share, d.number("system.page_cache.dirty_share"));
  host.cache.read_run = bytes(d, "system.page_cache.read_run");
  host.cache.flush_window = bytes(d, "system.page_cache.flush_window");
  return host;
}

models::Kafka build_kafka(const Document& d) {
  models::Kafka kafka;
  kafka.cpu_per_request = seconds(d, "system.kafka.cpu_per_request");
  kafka.cpu_per_record = seconds(d, "system.kafka.cpu_per_record");
  kafka.cpu_per_byte = seconds(d, "system.kafka.cpu_per_byte");
  kafka.fetch_response = bytes(d, "system.kafka.fetch_response");
  kafka.round_trip = seconds(d, "system.kafka.round_trip");
  return kafka;
}

models::MessageWorkload build_messages(const Document& d, int brokers) {
  models::MessageWorkload workload;
  workload.rate = rate(d, "workload.rate");
  workload.message_size = bytes(d, "workload.message_size");
  workload.compression_ratio = d.number("workload.compression_ratio");
  workload.batch_size = bytes(d, "workload.batch_size");
  workload.linger = seconds(d, "workload.linger");
  workload.producers = count(d, "workload.producers");
  workload.partitions = count(d, "workload.partitions");
  workload.replication = count(d, "workload.replication");
  if (workload.replication > brokers) {
    refuse(d, "workload.replication",
           fmt::format("{} copies need {} brokers, there are {}", workload.replication,
                       workload.replication, brokers),
           fmt::format("write at most {}, or more brokers", brokers));
  }
  const std::string& acks = d.word("workload.acks");
  workload.acks = acks == "0"     ? models::Acks::none
                  : acks == "all" ? models::Acks::all
                                  : models::Acks::leader;
  workload.consumer_groups = d.number("workload.consumer_groups");
  workload.disk_read_share =
      d.has("workload.disk_read_share") ? d.number("workload.disk_read_share") : -1;
  workload.consumer_lag = seconds(d, "workload.consumer_lag");
  return workload;
}

models::IoWorkload build_io(const Document& d) {
  models::IoWorkload workload;
  workload.is_sequential = d.word("workload.pattern") == "sequential";
  workload.read_share = d.number("workload.read_share");
  workload.io_size = bytes(d, "workload.io_size");
  workload.queue_depth = count(d, "workload.queue_depth");
  workload.is_buffered = d.word("workload.buffered") == "yes";
  workload.span = bytes(d, "workload.span");
  if (workload.is_buffered && (!workload.is_sequential || workload.read_share > 0)) {
    refuse(d, "workload.buffered", "the page cache is modelled for sequential writes",
           "write buffered: no, or a sequential write workload");
  }
  return workload;
}

/// Requests, and whole rows of an array, must fit onto the disks.
void check_io_fits(const Document& d, const models::Storage& storage,
                   const models::IoWorkload& workload) {
  const Bytes capacity = models::usable_capacity(storage.array, storage.disk.capacity);
  const auto text = [](Bytes size) { return format_quantity(size / Bytes(1), Dimension::bytes); };
  const Bytes row = storage.array.chunk * static_cast<double>(storage.array.disks);
  if (workload.is_buffered && row > capacity) {
    refuse(d, "system.array.chunk",
           fmt::format("a row of {} does not fit onto the array's {}", text(row), text(capacity)),
           "write a smaller chunk or larger disks");
  }
  if (workload.io_size > capacity) {
    refuse(d, "workload.io_size",
           fmt::format("a request of {} does not fit onto the array's {}", text(workload.io_size),
                       text(capacity)),
           "write a smaller request or larger disks");
  }
  if (workload.span > Bytes(0) && workload.span < workload.io_size) {
    refuse(d, "workload.span",
           fmt::format("requests of {} do not fit into {}", text(workload.io_size),
                       text(workload.span)),
           "write a larger span, or 0 for the whole array");
  }
}

/// Each replica of a broker gets a region of its array; less than a few MiB is no log.
void check_logs_fit(const Document& d, const models::System& system,
                    const models::MessageWorkload& workload) {
  const Bytes smallest(4 * 0x1p20);
  const models::Storage& storage = system.storage;
  const Bytes capacity = models::usable_capacity(storage.array, storage.disk.capacity);
  const double logs =
      std::ceil(static_cast<double>(workload.partitions) * workload.replication / system.brokers) +
      storage.array.disks;
  if (capacity / logs < smallest) {
    refuse(d, "workload.partitions",
           fmt::format("{:.0f} logs a broker do not fit onto its {}", logs,
                       format_quantity(capacity / Bytes(1), Dimension::bytes)),
           "write fewer partitions, more brokers or larger disks");
  }
}

}  // namespace

models::System build_system(const Document& document) {
  models::System system;
  system.host = build_host(document);
  system.storage = build_storage(document);
  system.brokers = count(document, "system.brokers");
  system.kafka = build_kafka(document);
  if (!document.has("workload.kind")) {
    throw InputError(Diagnostic{Origin{}, "workload.kind is missing",
                                "write workload: {kind: messages, ...} or {kind: io, ...}", ""});
  }
  if (document.word("workload.kind") == "messages") {
    const models::MessageWorkload workload = build_messages(document, system.brokers);
    check_logs_fit(document, system, workload);
    system.workload = workload;
  } else {
    const models::IoWorkload workload = build_io(document);
    check_io_fits(document, system.storage, workload);
    system.workload = workload;
  }
  return system;
}

bool is_relevant(std::string_view path, const Document& document) {
  const bool is_messages = document.word("workload.kind") == "messages";
  if (path.starts_with("system.page_cache.") || path.starts_with("system.kafka.") ||
      path.starts_with("system.host."))
    return is_messages || path.starts_with("system.host.storage");
  if (path == "system.array.partial_stripes") {
    const std::string& raid = document.word("system.array.raid");
    return !is_messages && document.word("workload.buffered") == "yes" &&
           (raid == "4" || raid == "5" || raid == "6");
  }
  if (path == "system.array.device_window")
    return !is_messages && document.word("workload.buffered") == "yes";
  if (path == "system.array.chunk") return document.number("system.array.disks") > 1;
  if (path == "system.disk.queue_gain" || path == "system.disk.queue_limit")
    return document.word("system.disk.kind") == "hdd";
  return true;
}

}  // namespace headroom::plan
