// SPDX-License-Identifier: Apache-2.0
#include "sim/run.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "base/statistics.h"
#include "sim/broker/cluster.h"
#include "sim/kernel/simulation.h"
#include "sim/output/batches.h"
#include "sim/storage/io_client.h"

namespace headroom::sim {

namespace {

/// Where the running totals of one resource of one host stand in a snapshot.
struct Gauge {
  std::string name;
  ResourceKind kind;
  double servers;
  std::size_t work;  ///< server-seconds
  std::size_t busy;  ///< seconds; same index as work where nothing else is counted
  std::optional<std::size_t> area;
};

/// The totals that a run watches, by index; the first five are the same for every system.
enum Total : std::size_t { throughput, requests, offered, written, read, first_gauge };

void add_storage_gauges(const models::Storage& storage, const std::string& host, std::size_t& next,
                        std::vector<Gauge>& gauges) {
  const bool is_array = storage.array.disks > 1;
  gauges.push_back({host + (is_array ? "array" : "disk"),
                    is_array ? ResourceKind::array : ResourceKind::disk, 1, next, next + 1,
                    next + 2});
  gauges.push_back({host + "link", ResourceKind::link, 1, next + 3, next + 3, std::nullopt});
  gauges.push_back({host + "controller", ResourceKind::link, 1, next + 4, next + 4, std::nullopt});
  next += 5;
}

void add_storage_totals(const StorageStation::Counters& counters, std::vector<double>& totals) {
  totals.insert(totals.end(), {counters.member_work_s, counters.busy_s, counters.area_s,
                               counters.link_work_s, counters.ceiling_work_s});
}

std::vector<Gauge> gauges_of(const models::System& system) {
  std::vector<Gauge> gauges;
  std::size_t next = first_gauge;
  const bool is_messages = std::holds_alternative<models::MessageWorkload>(system.workload);
  for (int i = 0; i < (is_messages ? system.brokers : 1); ++i) {
    const std::string host = is_messages ? "broker-" + std::to_string(i) + "/" : "";
    if (is_messages) {
      gauges.push_back({host + "cpu", ResourceKind::cpu, static_cast<double>(system.host.cores),
                        next, next, std::nullopt});
      gauges.push_back(
          {host + "nic_in", ResourceKind::nic_in, 1, next + 1, next + 1, std::nullopt});
      gauges.push_back(
          {host + "nic_out", ResourceKind::nic_out, 1, next + 2, next + 2, std::nullopt});
      next += 3;
    }
    if (is_messages) {
      gauges.push_back({host + "flusher", ResourceKind::cache, 1, next, next, std::nullopt});
      ++next;
    }
    add_storage_gauges(system.storage, host, next, gauges);
  }
  return gauges;
}

Estimate clipped(const BatchMeans& means) {
  const auto clip = [](double share) { return std::clamp(share, 0.0, 1.0); };
  return {clip(means.estimate.mean), clip(means.estimate.lo), clip(means.estimate.hi)};
}

ResourceUse use_of(const Gauge& gauge, const Batches& batches, double confidence,
                   double unit_rate) {
  std::vector<double> utilisation = batches.rates(gauge.work);
  for (double& share : utilisation) share /= gauge.servers;
  ResourceUse use;
  use.name = gauge.name;
  use.kind = gauge.kind;
  use.utilisation = clipped(batch_means(utilisation, confidence));
  use.busy =
      gauge.busy == gauge.work ? use.utilisation : clipped(batches.rate(gauge.busy, confidence));
  use.demand_s = unit_rate > 0 ? use.utilisation.mean * gauge.servers / unit_rate : 0;
  if (gauge.area) use.queue_mean = batches.rate(*gauge.area, confidence).estimate.mean;
  return use;
}

/// Of equal resources of several hosts the busiest one stays, in the order of the first host;
/// resources without load go.
std::vector<ResourceUse> busiest(std::vector<ResourceUse> all) {
  const auto bare = [](const ResourceUse& use) { return use.name.substr(use.name.find('/') + 1); };
  std::vector<ResourceUse> kept;
  for (ResourceUse& use : all) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const ResourceUse& other) {
      return bare(other) == bare(use);
    });
    if (same == kept.end()) {
      kept.push_back(std::move(use));
    } else if (use.utilisation.mean > same->utilisation.mean) {
      *same = std::move(use);
    }
  }
  std::erase_if(kept, [](const ResourceUse& use) { return use.utilisation.mean <= 0; });
  return kept;
}

template <class Totals>
Outcome measure(Simulation& simulation, const models::System& system, const RunPlan& plan,
                Totals totals) {
  const Horizon horizon{
      .warm_up_s = plan.warm_up_s, .batch_s = plan.measured_s / 30, .batch_count = 30};
  const Batches batches = run_in_batches(simulation, horizon, totals);
  const double total_s = batches.span_s() * static_cast<double>(batches.count());
  Outcome outcome;
  outcome.throughput = batches.rate(throughput, plan.confidence).estimate;
  outcome.request_rate = batches.rate(requests, plan.confidence).estimate;
  outcome.offered = batches.total(offered) / total_s;
  outcome.written_per_s = batches.total(written) / total_s;
  outcome.read_per_s = batches.total(read) / total_s;
  std::vector<ResourceUse> uses;
  for (const Gauge& gauge : gauges_of(system))
    uses.push_back(use_of(gauge, batches, plan.confidence, outcome.throughput.mean));
  outcome.resources = busiest(std::move(uses));
  outcome.simulated_s = simulation.now();
  outcome.events = simulation.events();
  return outcome;
}

Outcome run_io(const models::System& system, const RunPlan& plan) {
  Simulation simulation;
  StorageStation storage(system.storage, plan.seed, plan.replication, "host");
  IoClient client(system, storage, plan.seed, plan.replication);
  client.record_from(plan.warm_up_s);
  client.start(simulation);
  Outcome outcome = measure(simulation, system, plan, [&] {
    const auto counters = storage.counters(simulation.now());
    std::vector<double> totals{client.completed_bytes(), client.completed_requests(), 0,
                               counters.written_bytes, counters.read_bytes};
    add_storage_totals(counters, totals);
    return totals;
  });
  outcome.latency = std::move(client.latency());
  return outcome;
}

Outcome run_messages(const models::System& system, const RunPlan& plan) {
  Simulation simulation;
  KafkaCluster cluster(simulation, system, plan.seed, plan.replication);
  cluster.record_from(plan.warm_up_s);
  cluster.start();
  const double records =
      models::batch_of(std::get<models::MessageWorkload>(system.workload)).records;
  Outcome outcome = measure(simulation, system, plan, [&] {
    const double now = simulation.now();
    std::vector<double> totals{cluster.delivered_records(), cluster.delivered_records() / records,
                               cluster.offered_records(), 0, 0};
    for (const auto& broker : cluster.brokers()) {
      const auto counters = broker->storage.counters(now);
      // What is dirty now is written before long: counting it takes the bursts of write-back out of
      // the mean.
      totals[written] += counters.written_bytes + broker->dirty_bytes;
      totals[read] += counters.read_bytes;
      totals.insert(totals.end(), {broker->cpu.work_until(now), broker->nic_in.work_until(now),
                                   broker->nic_out.work_until(now), broker->flush_work_until(now)});
      add_storage_totals(counters, totals);
    }
    return totals;
  });
  outcome.latency = std::move(cluster.latency());
  return outcome;
}

}  // namespace

std::string_view to_string(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::client:
      return "client";
    case ResourceKind::cpu:
      return "cpu";
    case ResourceKind::nic_in:
      return "nic_in";
    case ResourceKind::nic_out:
      return "nic_out";
    case ResourceKind::link:
      return "link";
    case ResourceKind::array:
      return "array";
    case ResourceKind::disk:
      return "disk";
    case ResourceKind::cache:
      return "cache";
  }
  return "";
}

Outcome run(const models::System& system, const RunPlan& plan) {
  return std::holds_alternative<models::IoWorkload>(system.workload) ? run_io(system, plan)
                                                                     : run_messages(system, plan);
}

}  // namespace headroom::sim
