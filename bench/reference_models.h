// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "sim/kernel/join.h"
#include "sim/stations/fifo.h"

namespace headroom::bench {

// The two models by which discrete-event engines are compared, written against the public interface
// of sim/. The mean service time is 1 everywhere, exponentially distributed.

/// M/M/1 at a load of 0.9: the mean time in the system is exactly 10.
struct SingleQueue {
  static constexpr double interarrival_s = 1 / 0.9;

  explicit SingleQueue(std::uint64_t seed)
      : arrival_stream(stream(seed, 0, "queue", "arrivals")),
        service_stream(stream(seed, 0, "queue", "services")) {}

  Random arrival_stream;
  Random service_stream;
  sim::Fifo server;
  std::uint64_t customer_limit = ~std::uint64_t{0};
  std::uint64_t customers = 0;  // done, counted by the process-per-customer form
  double sojourn_s = 0;
};

/// The arrivals are a process; a customer is one call of the station, which answers when he will
/// leave.
inline sim::Process arrivals(sim::Simulation& sim, SingleQueue& queue) {
  while (queue.server.tally().visits < queue.customer_limit) {
    co_await sim.delay(SingleQueue::interarrival_s * queue.arrival_stream.exponential());
    queue.server.serve(sim.now(), queue.service_stream.exponential());
  }
  sim.stop();
}

/// A process for each customer, who waits in it until he leaves.
inline sim::Process customer(sim::Simulation& sim, SingleQueue& queue) {
  const double start_s = sim.now();
  co_await sim.until(queue.server.serve(start_s, queue.service_stream.exponential()));
  queue.sojourn_s += sim.now() - start_s;
  if (++queue.customers == queue.customer_limit) {
    sim.stop();
  }
}
inline sim::Process customer_arrivals(sim::Simulation& sim, SingleQueue& queue) {
  for (;;) {
    co_await sim.delay(SingleQueue::interarrival_s * queue.arrival_stream.exponential());
    customer(sim, queue);
  }
}

/// 64 customers cycle through one CPU, then eight disks at once, then a join: about 0.9655 cycles
/// per unit of time.
struct ClosedNetwork {
  static constexpr int population = 64;

  struct Station {
    sim::Fifo server;
    Random service_stream;
    Station(std::uint64_t seed, std::uint64_t index)
        : service_stream(stream(seed, index, "station", "services")) {}

    double serve(double now_s) { return server.serve(now_s, service_stream.exponential()); }
  };

  explicit ClosedNetwork(std::uint64_t seed) : cpu(seed, 8) {
    for (std::uint64_t i = 0; i < 8; ++i) {
      disks.emplace_back(seed, i);
    }
  }

  Station cpu;
  std::vector<Station> disks;
  std::uint64_t cycles = 0;
  std::uint64_t cycle_limit = ~std::uint64_t{0};

  void count(sim::Simulation& sim) {
    if (++cycles == cycle_limit) {
      sim.stop();
    }
  }
};

/// A customer is a request coroutine; the join is the latest of the instants that the disks answer.
inline sim::Process request(sim::Simulation& sim, ClosedNetwork& network) {
  for (;;) {
    co_await sim.until(network.cpu.serve(sim.now()));
    const double forked_s = sim.now();
    double joined_s = forked_s;
    for (ClosedNetwork::Station& disk : network.disks) {
      joined_s = std::max(joined_s, disk.serve(forked_s));
    }
    co_await sim.until(joined_s);
    network.count(sim);
  }
}

/// The same with a process for each disk request, as engines without answering stations need it.
inline sim::Process disk_request(sim::Simulation& sim, ClosedNetwork::Station& disk,
                                 sim::Join& join) {
  co_await sim.until(disk.serve(sim.now()));
  join.done();
}
inline sim::Process forking_request(sim::Simulation& sim, ClosedNetwork& network) {
  for (;;) {
    co_await sim.until(network.cpu.serve(sim.now()));
    sim::Join join(sim, static_cast<int>(network.disks.size()));
    for (ClosedNetwork::Station& disk : network.disks) {
      disk_request(sim, disk, join);
    }
    co_await join.wait();
    network.count(sim);
  }
}

/// Starts the 64 customers.
template <class Request>
void start(sim::Simulation& sim, ClosedNetwork& network, Request request_process) {
  for (int i = 0; i < ClosedNetwork::population; ++i) {
    request_process(sim, network);
  }
}

}  // namespace headroom::bench
