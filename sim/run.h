// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/estimate.h"
#include "base/histogram.h"
#include "models/system.h"

namespace headroom::sim {

/// How long to look, and with which random numbers.
struct RunPlan {
  double warm_up_s = 10;
  double measured_s = 60;
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
  double confidence = 0.9;
};

enum class ResourceKind { client, cpu, nic_in, nic_out, link, array, disk, cache };
std::string_view to_string(ResourceKind kind);

/// One resource over the measured time. Of several hosts it is the one whose mean utilisation is
/// the highest.
struct ResourceUse {
  std::string name;
  ResourceKind kind = ResourceKind::disk;
  Estimate utilisation;  ///< mean share of its servers (cores, spindles, the wire) at work
  Estimate busy;  ///< share of time with at least one request in flight; what iostat calls %util
  double demand_s = 0;    ///< service demand per unit of throughput, U = X D [LZGS84]
  double queue_mean = 0;  ///< mean number of requests present; 0 where it is not counted
};

/// What one run showed.
struct Outcome {
  Estimate throughput;    ///< messages/s or bytes/s
  Estimate request_rate;  ///< batches/s or requests/s
  double offered =
      0;  ///< messages/s offered; equals throughput while the system keeps up; 0 for closed clients
  Histogram latency;
  std::vector<ResourceUse> resources;
  double written_per_s = 0, read_per_s = 0;  ///< bytes/s at the block devices of all hosts together
  double simulated_s = 0;
  std::uint64_t events = 0;
};

/// Simulates the system. Same plan, same bytes out.
Outcome run(const models::System& system, const RunPlan& plan);

}  // namespace headroom::sim
