// SPDX-License-Identifier: Apache-2.0
// Whole runs of a cluster: bytes are conserved, utilisations are rates times demands, and no run
// passes its closed-form bound.
#include "sim/run.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "tests/sim/broker/clusters.h"

using namespace headroom;
using namespace headroom::sim;
using namespace headroom::sim::testing;

namespace {

Outcome run_for(const models::System& system, double measured_s, std::uint64_t replication = 0) {
  return run(system, {.warm_up_s = 5, .measured_s = measured_s, .replication = replication});
}

/// Utilisation of the busiest broker's resource of this name; -1 if it has none.
double utilisation(const Outcome& outcome, const std::string& name) {
  for (const ResourceUse& use : outcome.resources) {
    if (use.name.ends_with("/" + name)) return use.utilisation.mean;
  }
  return -1;
}

}  // namespace

TEST_CASE("in the long run the disks get what is produced, in every copy, compressed",
          "[broker][run]") {
  models::System system = small_cluster();
  const double ratio = GENERATE(1.0, 2.5);
  const int replication = GENERATE(1, 2, 3);
  messages(system).compression_ratio = ratio;
  messages(system).replication = replication;
  const Outcome outcome = run_for(system, 60);
  CHECK(outcome.throughput.mean == Approx(20000).epsilon(0.02));
  CHECK(outcome.offered == Approx(outcome.throughput.mean).epsilon(0.001));
  // A flush period of 1.1 s at either end of 60 s: 2 %.
  CHECK(outcome.written_per_s ==
        Approx(outcome.throughput.mean * 1000 * replication / ratio).epsilon(0.02));
  CHECK(outcome.read_per_s == 0);
}

TEST_CASE("readers behind the cache read their share of what they fetch", "[broker][run]") {
  models::System system = small_cluster();
  const double share = GENERATE(0.1, 0.7);
  messages(system).disk_read_share = share;
  messages(system).consumer_groups = 2;
  const Outcome outcome = run_for(system, 60);
  // Two followers and two groups fetch each byte.
  CHECK(outcome.read_per_s == Approx(outcome.throughput.mean * 1000 * 4 * share).epsilon(0.02));
}

TEST_CASE("utilisations are what each message asks of a broker times the rate", "[broker][run]") {
  models::System system = small_cluster();
  system.storage.ceiling = 400_MBps;
  system.storage.link = 200_MBps;
  messages(system).disk_read_share = 0.25;
  const Outcome outcome = run_for(system, 60);
  const double rate = outcome.throughput.mean / 20000;
  // The busiest of three brokers is a little above their mean.
  const auto about = [&](double value) { return Approx(value * rate).epsilon(0.03); };
  CHECK(utilisation(outcome, "nic_in") == about(0.2));  // 20 MB/s of 100
  CHECK(utilisation(outcome, "nic_out") == about(0.2));
  CHECK(utilisation(outcome, "array") == about(0.125));  // 20 written and 5 read, of 200 MB/s
  CHECK(utilisation(outcome, "link") == about(0.1));     // 20 MB/s of 200, the busier direction
  CHECK(utilisation(outcome, "controller") == about(0.0625));
  for (const ResourceUse& use : outcome.resources) {
    INFO(use.name);
    CHECK(use.utilisation.mean > 0);
    CHECK(use.utilisation.mean <= 1);
    CHECK(use.utilisation.lo <= use.utilisation.mean);
    CHECK(use.utilisation.hi >= use.utilisation.mean);
    const double servers = use.kind == ResourceKind::cpu ? 2 : 1;
    CHECK(use.demand_s * outcome.throughput.mean == Approx(use.utilisation.mean * servers));
  }
}

TEST_CASE("the processor pays for requests, records and bytes", "[broker][run]") {
  models::System system = small_cluster();
  messages(system).replication = 1;  // 333 batches, 6667 records, 6.7 MB a second and broker
  messages(system).consumer_groups = 0;
  const Outcome outcome = run_for(system, 60);
  const double rate = outcome.throughput.mean / 20000;
  const double core_s = 333.3 * 100e-6 + 6667 * 2e-6 + 6.667e6 * 1e-9;
  CHECK(utilisation(outcome, "cpu") == Approx(rate * core_s / 2).epsilon(0.03));
}

TEST_CASE("each byte is paid for where it is produced, sent and copied to", "[broker][run]") {
  models::System system = small_cluster();
  system.kafka.cpu_per_request = system.kafka.cpu_per_record = Seconds{0};
  system.kafka.cpu_per_byte = 10_ns;
  // A broker takes 6.67 MB/s from producers, sends 20 and copies 13.33: 40 MB of 10 ns, 2 cores.
  const Outcome outcome = run_for(system, 60);
  CHECK(utilisation(outcome, "cpu") ==
        Approx(outcome.throughput.mean / 20000 * 0.4 / 2).epsilon(0.03));
}

TEST_CASE("a follower copies one fetch response a round trip at most", "[broker][run]") {
  models::System system = small_cluster();
  messages(system).acks = models::Acks::all;
  system.kafka.round_trip = 20_ms;
  system.kafka.fetch_response = 20_kB;  // one batch of 20 messages, from each of three leaders
  const double most = 3 * 20 / 0.020;
  const Outcome outcome = run_for(system, 60);
  CHECK(outcome.throughput.mean < most);
  CHECK(outcome.throughput.mean > 0.9 * most);  // the requests themselves take 1 ms
  system.kafka.fetch_response = 10_MB;
  CHECK(run_for(system, 60).throughput.mean == Approx(20000).epsilon(0.02));
}

TEST_CASE("disks that cannot keep up hold the producers back", "[broker][run]") {
  models::System system = small_cluster();
  messages(system).replication = GENERATE(1, 3);
  messages(system).acks = models::Acks::all;
  system.host.memory = 200_MB;
  system.kafka.fetch_response = 2_MB;
  system.storage.disk.bandwidth = {1_MBps, 1_MBps};
  const double bound = models::kafka_rate_bound(system) / 1_per_s;
  REQUIRE(bound < 10000);
  const Outcome outcome = run(system, {.warm_up_s = 60, .measured_s = 120});
  CHECK(outcome.throughput.mean <= 1.02 * bound);
  CHECK(outcome.throughput.mean > 0.8 * bound);
  // First come, first served, of more than twice too many: who comes after a minute still waits two
  // minutes later, but for a few that a fetcher took the place of.
  CHECK(outcome.latency.count() < 0.05 * outcome.request_rate.mean * 120);
}

TEST_CASE("latencies of the warm-up are left out", "[broker][run]") {
  const Outcome outcome = run_for(small_cluster(), 20);
  CHECK(outcome.latency.count() == Approx(outcome.request_rate.mean * 20).epsilon(0.01));
}

TEST_CASE("twice the brokers have half the load each", "[broker][run]") {
  models::System six = small_cluster();
  six.brokers = 6;
  const Outcome few = run_for(small_cluster(), 30), many = run_for(six, 30);
  CHECK(many.throughput.mean == Approx(few.throughput.mean).epsilon(0.01));
  for (const char* name : {"nic_in", "nic_out", "array"}) {
    CHECK(utilisation(many, name) == Approx(utilisation(few, name) / 2).epsilon(0.05));
  }
}

TEST_CASE("no run delivers more than the closed-form bound", "[broker][run]") {
  const std::string limited_by = GENERATE("cpu", "nic_in", "nic_out");
  models::System system = small_cluster();
  if (limited_by == "cpu") system.kafka.cpu_per_record = 400_us;
  if (limited_by == "nic_in") messages(system).consumer_groups = 0;
  if (limited_by == "nic_out") messages(system).consumer_groups = 4;
  if (limited_by != "cpu") system.host.nic = 15_MBps;
  const double bound = models::kafka_rate_bound(system) / 1_per_s;
  REQUIRE(bound < 20000);
  for (const double times : {0.5, 0.9, 1.5}) {
    models::System loaded = system;
    messages(loaded).rate = bound * times * 1_per_s;
    messages(loaded).acks = models::Acks::all;
    // Fetches of 10 MB make the flow of an overloaded broker lumpy for seconds.
    const Outcome outcome = run_for(loaded, times < 1 ? 40 : 200);
    INFO(limited_by << " at " << times << " of the bound");
    CHECK(outcome.throughput.mean <= 1.01 * bound);
    if (times > 1) continue;
    CHECK(outcome.throughput.mean == Approx(bound * times).epsilon(0.02));
    // The bound counts fetches of the largest size; at low load there are more of them.
    CHECK(utilisation(outcome, limited_by) > 0.97 * times);
    CHECK(utilisation(outcome, limited_by) < 1.1 * times);
  }
}

TEST_CASE("equal seeds give equal outcomes, other replications other ones", "[broker][run]") {
  models::System system = small_cluster();
  messages(system).disk_read_share = 0.3;
  const Outcome first = run_for(system, 5), again = run_for(system, 5),
                other = run_for(system, 5, 1);
  CHECK(again.throughput.mean == first.throughput.mean);
  CHECK(again.latency.mean() == first.latency.mean());
  CHECK(again.latency.max() == first.latency.max());
  CHECK(again.events == first.events);
  CHECK(again.written_per_s == first.written_per_s);
  CHECK(other.throughput.mean != first.throughput.mean);
  CHECK(other.latency.mean() != first.latency.mean());
}

TEST_CASE("every kind of resource has a name of its own", "[run]") {
  CHECK(to_string(ResourceKind::client) == "client");
  CHECK(to_string(ResourceKind::cpu) == "cpu");
  CHECK(to_string(ResourceKind::nic_in) == "nic_in");
  CHECK(to_string(ResourceKind::nic_out) == "nic_out");
  CHECK(to_string(ResourceKind::link) == "link");
  CHECK(to_string(ResourceKind::array) == "array");
  CHECK(to_string(ResourceKind::disk) == "disk");
  CHECK(to_string(ResourceKind::cache) == "cache");
}
