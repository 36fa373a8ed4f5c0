// SPDX-License-Identifier: Apache-2.0
// headroom itself. With a fourth argument "processes": a process for each customer and each disk
// request.
#include "bench/peers/peer.h"
#include "bench/reference_models.h"

using namespace headroom;
using namespace headroom::bench;

namespace {

constexpr double never_s = 1e15;

double run_single_queue(const Task& task, bool has_processes) {
  sim::Simulation simulation;
  SingleQueue queue(task.seed);
  queue.customer_limit = task.count;
  has_processes ? customer_arrivals(simulation, queue) : arrivals(simulation, queue);
  simulation.run_until(never_s);
  const double sum_s = has_processes ? queue.sojourn_s : queue.server.tally().sojourn_s;
  return sum_s / static_cast<double>(task.count);
}

double run_closed_network(const Task& task, bool has_processes) {
  sim::Simulation simulation;
  ClosedNetwork network(task.seed);
  network.cycle_limit = task.count;
  start(simulation, network, has_processes ? forking_request : request);
  simulation.run_until(never_s);
  return static_cast<double>(task.count) / simulation.now();
}

}  // namespace

int main(int argc, char** argv) {
  const Task task(argc, argv);
  const bool has_processes = argc > 4;
  const double start_s = cpu_s();
  const double statistic = task.is_single_queue() ? run_single_queue(task, has_processes)
                                                  : run_closed_network(task, has_processes);
  print_result(task, cpu_s() - start_s, statistic);
}
