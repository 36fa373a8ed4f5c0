// SPDX-License-Identifier: Apache-2.0
#include "plan/scenario/build.h"

#include <catch2/catch.hpp>
#include <string>

#include "models/device/device_bounds.h"
#include "sim/run.h"
#include "tests/plan/files.h"

using namespace headroom;
using namespace headroom::plan;
using namespace headroom::plan::testing;
using models::Level;

namespace {

models::System built(const std::string& text) { return build_system(scenario_of(text).values); }

std::string refusal(const std::string& text) {
  return fault_of([&] { built(text); });
}

const std::string disk = "disk: {kind: hdd}";
const std::string io = "\nworkload: {kind: io}\n";

std::string with_array(const std::string& array, const std::string& workload = io) {
  return "system: {" + disk + ", array: {" + array + "}}" + workload;
}

std::string with_host(const std::string& host) {
  return "system: {" + disk + ", host: {" + host + "}}" + io;
}

std::string with_messages(const std::string& system, const std::string& workload) {
  return "system: {" + disk + ", " + system + "}\nworkload: {kind: messages, rate: 1000/s, " +
         workload + "}\n";
}

/// A hundredth of a second of it.
void try_out(const models::System& system) {
  sim::run(system, {.warm_up_s = 0, .measured_s = 0.01});
}

}  // namespace

TEST_CASE("a system is built from what the file says", "[build]") {
  const models::System system = built(
      "system:\n"
      "  host: {cores: 16, memory: 128 GiB, nic: 10 Gbit/s, storage_link: 500 MB/s}\n"
      "  array: {raid: 10, layout: offset, disks: 6, chunk: 64 KiB, copies: 3, ceiling: 1 GB/s}\n"
      "  disk: {kind: hdd, capacity: 2 TB, bandwidth: {outer: 200 MB/s, inner: 100 MB/s}}\n"
      "workload: {kind: io, pattern: random, read_share: 70 %, io_size: 8 KiB, queue_depth: 32, "
      "span: 1 GiB}\n");
  CHECK(system.host.cores == 16);
  CHECK(system.host.nic / 1_GBps == Approx(1.25));
  CHECK(system.storage.link / 1_MBps == Approx(500));
  CHECK(system.storage.ceiling / 1_GBps == Approx(1));
  CHECK(system.storage.array.level == Level::raid10);
  CHECK(system.storage.array.layout == models::Layout::offset);
  CHECK(system.storage.array.disks == 6);
  CHECK(system.storage.array.copies == 3);
  CHECK(system.storage.array.chunk == 64_KiB);
  CHECK(system.storage.disk.capacity / 1_TB == Approx(2));
  CHECK(system.storage.disk.positioning->inner_bandwidth_share == Approx(0.5));
  const auto& workload = std::get<models::IoWorkload>(system.workload);
  CHECK_FALSE(workload.is_sequential);
  CHECK(workload.read_share == Approx(0.7));
  CHECK(workload.io_size == 8_KiB);
  CHECK(workload.queue_depth == 32);
  CHECK(workload.span == 1_GiB);
}

TEST_CASE("messages are built from what the file says", "[build]") {
  const models::System system = built(with_messages(
      "brokers: 3, kafka: {round_trip: 1 ms}",
      "message_size: 2 kB, compression_ratio: 2, batch_size: 64 KiB, linger: 5 ms, producers: 4, "
      "partitions: 30, replication: 3, acks: all, consumer_groups: 2, consumer_lag: 60 s"));
  const auto& workload = std::get<models::MessageWorkload>(system.workload);
  CHECK(system.brokers == 3);
  CHECK(system.kafka.round_trip / 1_ms == Approx(1));
  CHECK(workload.rate / 1_per_s == Approx(1000));
  CHECK(workload.message_size == 2_kB);
  CHECK(workload.linger / 1_ms == Approx(5));
  CHECK(workload.partitions == 30);
  CHECK(workload.acks == models::Acks::all);
  CHECK(workload.disk_read_share < 0);  // to be derived from the lag
  CHECK(workload.consumer_lag == 60_s);
}

TEST_CASE("every level and kind of disk can be built and run", "[build]") {
  const std::string raid = GENERATE("jbod", "linear", "0", "1", "4", "5", "6", "10");
  try_out(built(with_array("disks: 4, raid: " + raid)));
  for (const char* kind :
       {"hdd", "ssd", "ebs-gp2, size: 100 GiB", "ebs-gp3, size: 100 GiB",
        "ebs-io1, size: 100 GiB, iops: 1000/s", "ebs-io2, size: 100 GiB, iops: 1000/s",
        "ebs-io2-block-express, size: 100 GiB, iops: 1000/s", "ebs-st1, size: 1 TiB",
        "ebs-sc1, size: 1 TiB", "ebs-standard-2008, size: 1 GB, throughput: 60 MB/s"}) {
    INFO(kind);
    const auto system = built("system: {disk: {kind: " + std::string(kind) +
                              "}, array: {disks: 4, raid: " + raid + "}}" + io);
    CHECK_FALSE(models::fault(system.storage.disk));
    try_out(system);
  }
}

TEST_CASE("what contradicts itself is refused", "[build]") {
  CHECK(refusal("workload: {kind: io}\n").find("no disk is given") != std::string::npos);
  CHECK(refusal("system: {" + disk + "}\n").find("workload.kind is missing") != std::string::npos);
  CHECK(refusal(with_array("disks: 1, raid: 10")) != "");
  CHECK(refusal(with_array("disks: 2, raid: 5")) != "");
  CHECK(refusal(with_array("disks: 3")) != "");
  CHECK(refusal(with_array("disks: 4, raid: 5, failed: 2")) != "");
  CHECK(refusal(with_messages("brokers: 2", "replication: 3")) ==
        "workload.replication: 3 copies need 3 brokers, there are 2 -> write at most 2, or more "
        "brokers");
  CHECK(refusal("system: {" + disk + "}\nworkload: {kind: messages}\n")
            .find("workload.rate is missing") != std::string::npos);
  CHECK(refusal("system: {disk: {kind: ebs-gp3, size: 1 TiB, iops: 20000/s}}" + io)
            .find("16 000 IOPS") != std::string::npos);
  CHECK(refusal("system: {disk: {kind: ebs-gp3}}" + io).find("system.disk.size is missing") !=
        std::string::npos);
  // IOPS that one request at a time would pass are served without further latency.
  CHECK(refusal("system: {disk: {kind: ssd, read_iops: 1000/s}}" + io).empty());
  CHECK(refusal("system: {" + disk + "}\nworkload: {kind: io, buffered: yes, read_share: 50 %}\n")
            .find("sequential writes") != std::string::npos);
}

TEST_CASE("requests must fit into the array", "[build]") {
  CHECK(refusal("system: {disk: {kind: hdd, capacity: 1 MB}}\n"
                "workload: {kind: io, io_size: 2 MB}\n")
            .find("workload.io_size") != std::string::npos);
  CHECK(refusal("system: {disk: {kind: hdd, capacity: 1 MB}, array: {disks: 2, raid: 0, "
                "chunk: 4 MiB}}" +
                io) != "");
  CHECK(refusal("system: {disk: {kind: hdd, capacity: 1 MB}, array: {disks: 4, raid: 0, "
                "chunk: 1 MiB}}\nworkload: {kind: io, buffered: yes}\n") != "");
  CHECK(refusal("system: {disk: {kind: hdd, capacity: 1 TB}}\n"
                "workload: {kind: io, pattern: random, io_size: 1 MiB, span: 4 KiB}\n")
            .find("workload.span") != std::string::npos);
}

TEST_CASE("logs must fit onto the disks", "[build]") {
  CHECK(refusal("system: {disk: {kind: hdd, capacity: 1 MB}}\n"
                "workload: {kind: messages, rate: 1000/s, partitions: 1000}\n")
            .find("workload.partitions") != std::string::npos);
}

TEST_CASE("a burst of the link needs a baseline", "[build]") {
  CHECK(refusal(with_host("storage_link_burst: 100 MB/s")).find("storage_link") !=
        std::string::npos);
  CHECK(refusal(with_host("storage_link: 100 MB/s, storage_link_burst: 200 MB/s")).empty());
  CHECK(refusal(with_host("storage_link: 100 MB/s, storage_link_burst: 50 MB/s")).empty());
}

TEST_CASE("keys matter only where they play a part", "[build]") {
  const auto relevant = [](const std::string& text, const char* path) {
    return is_relevant(path, scenario_of(text).values);
  };
  const std::string messages = with_messages("brokers: 1", "partitions: 1");
  CHECK(relevant(messages, "system.page_cache.read_run"));
  CHECK_FALSE(relevant(with_array("disks: 1"), "system.page_cache.read_run"));
  CHECK(relevant(messages, "system.kafka.cpu_per_request"));
  CHECK_FALSE(relevant(with_array("disks: 1"), "system.host.memory"));
  CHECK(relevant(with_array("disks: 1"), "system.host.storage_link"));
  CHECK_FALSE(relevant(with_array("disks: 1"), "system.array.chunk"));
  CHECK(relevant(with_array("disks: 2, raid: 0"), "system.array.chunk"));
  CHECK(relevant(with_array("disks: 1"), "system.disk.queue_gain"));
  CHECK_FALSE(relevant("system: {disk: {kind: ssd}}" + io, "system.disk.queue_gain"));
  const std::string buffered = "\nworkload: {kind: io, buffered: yes}\n";
  CHECK(relevant(with_array("disks: 3, raid: 5", buffered), "system.array.partial_stripes"));
  CHECK_FALSE(relevant(with_array("disks: 3, raid: 5"), "system.array.partial_stripes"));
  CHECK_FALSE(relevant(with_array("disks: 3, raid: 0", buffered), "system.array.partial_stripes"));
  CHECK(relevant(with_array("disks: 1", buffered), "system.array.device_window"));
  CHECK_FALSE(relevant(with_array("disks: 1"), "system.array.device_window"));
}
