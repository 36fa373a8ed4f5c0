// SPDX-License-Identifier: Apache-2.0
// SimGrid: an actor for each source, station and customer; services are sleeps, queues are
// semaphores.
#include <array>
#include <deque>
#include <simgrid/s4u.hpp>

#include "bench/peers/peer.h"

using namespace headroom;
using namespace headroom::bench;
namespace sg = simgrid::s4u;

namespace {

double run_single_queue(sg::Engine& engine, sg::Host* host, const Task& task) {
  Random random(task.seed);
  std::deque<double> waiting;
  auto arrived = sg::Semaphore::create(0);
  double sojourn_s = 0;
  sg::Actor::create("source", host, [&] {
    for (std::uint64_t i = 0; i < task.count; ++i) {
      sg::this_actor::sleep_for(interarrival_s * random.exponential());
      waiting.push_back(sg::Engine::get_clock());
      arrived->release();
    }
  });
  sg::Actor::create("server", host, [&] {
    for (std::uint64_t i = 0; i < task.count; ++i) {
      arrived->acquire();
      sg::this_actor::sleep_for(random.exponential());
      sojourn_s += sg::Engine::get_clock() - waiting.front();
      waiting.pop_front();
    }
  });
  engine.run();
  return sojourn_s / static_cast<double>(task.count);
}

struct Network {
  explicit Network(std::uint64_t seed) : random(seed) {
    for (auto& semaphore : arrived) semaphore = sg::Semaphore::create(0);
    for (auto& semaphore : served) semaphore = sg::Semaphore::create(0);
  }
  void put(std::size_t station, std::size_t customer) {
    waiting[station].push_back(customer);
    arrived[station]->release();
  }
  static constexpr std::size_t cpu = 8;
  std::array<std::deque<std::size_t>, 9> waiting;
  std::array<sg::SemaphorePtr, 9> arrived;
  std::array<sg::SemaphorePtr, 64> served;
  std::array<int, 64> missing{};
  Random random;
  std::uint64_t cycles = 0;
  double end_s = 0;
};

void serve_for_ever(Network& network, std::size_t station) {
  for (;;) {
    network.arrived[station]->acquire();
    sg::this_actor::sleep_for(network.random.exponential());
    const std::size_t customer = network.waiting[station].front();
    network.waiting[station].pop_front();
    if (station == Network::cpu || --network.missing[customer] == 0)
      network.served[customer]->release();
  }
}

void cycle(Network& network, std::size_t customer, std::uint64_t count) {
  while (network.cycles < count) {
    network.put(Network::cpu, customer);
    network.served[customer]->acquire();
    network.missing[customer] = 8;
    for (std::size_t disk = 0; disk < 8; ++disk) network.put(disk, customer);
    network.served[customer]->acquire();
    if (++network.cycles == count) network.end_s = sg::Engine::get_clock();
  }
}

double run_closed_network(sg::Engine& engine, sg::Host* host, const Task& task) {
  Network network(task.seed);
  for (std::size_t station = 0; station < 9; ++station) {
    sg::Actor::create("station", host, [&network, station] {
      serve_for_ever(network, station);
    })->daemonize();
  }
  for (std::size_t customer = 0; customer < 64; ++customer) {
    sg::Actor::create("customer", host,
                      [&network, customer, &task] { cycle(network, customer, task.count); });
  }
  engine.run();
  return static_cast<double>(task.count) / network.end_s;
}

}  // namespace

int main(int argc, char** argv) {
  const Task task(argc, argv);
  sg::Engine engine(&argc, argv);
  auto* zone = sg::create_full_zone("zone");
  auto* host = zone->create_host("host", 1.0)->seal();
  zone->seal();
  const double start_s = cpu_s();
  const double statistic = task.is_single_queue() ? run_single_queue(engine, host, task)
                                                  : run_closed_network(engine, host, task);
  print_result(task, cpu_s() - start_s, statistic);
}
