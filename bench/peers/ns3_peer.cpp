// SPDX-License-Identifier: Apache-2.0
// ns-3: a scheduled callback for each arrival and each end of service, with its default scheduler.
#include <ns3/core-module.h>

#include <array>
#include <deque>

#include "bench/peers/peer.h"

using namespace headroom;
using namespace headroom::bench;

namespace {

double now_s() { return ns3::Simulator::Now().GetSeconds(); }

class SingleQueue {
 public:
  explicit SingleQueue(const Task& task) : random_(task.seed), count_(task.count) {
    ns3::Simulator::Schedule(ns3::Seconds(interarrival_s * random_.exponential()),
                             &SingleQueue::arrive, this);
  }
  double mean_sojourn_s() const { return sojourn_s_ / static_cast<double>(count_); }

 private:
  void arrive() {
    waiting_.push_back(now_s());
    if (waiting_.size() == 1) start();
    if (++arrived_ < count_) {
      ns3::Simulator::Schedule(ns3::Seconds(interarrival_s * random_.exponential()),
                               &SingleQueue::arrive, this);
    }
  }
  void depart() {
    sojourn_s_ += now_s() - waiting_.front();
    waiting_.pop_front();
    if (!waiting_.empty()) start();
  }
  void start() {
    ns3::Simulator::Schedule(ns3::Seconds(random_.exponential()), &SingleQueue::depart, this);
  }

  std::deque<double> waiting_;
  Random random_;
  std::uint64_t count_;
  std::uint64_t arrived_ = 0;
  double sojourn_s_ = 0;
};

class ClosedNetwork {
 public:
  explicit ClosedNetwork(const Task& task) : random_(task.seed), count_(task.count) {
    for (std::size_t customer = 0; customer < 64; ++customer) put(cpu, customer);
  }
  double throughput() const { return static_cast<double>(count_) / end_s_; }

 private:
  static constexpr std::size_t cpu = 8;

  void put(std::size_t station, std::size_t customer) {
    waiting_[station].push_back(customer);
    if (waiting_[station].size() == 1) start(station);
  }
  void start(std::size_t station) {
    ns3::Simulator::Schedule(ns3::Seconds(random_.exponential()), &ClosedNetwork::finish, this,
                             station);
  }
  void finish(std::size_t station) {
    const std::size_t customer = waiting_[station].front();
    waiting_[station].pop_front();
    if (!waiting_[station].empty()) start(station);
    if (station == cpu) {
      missing_[customer] = 8;
      for (std::size_t disk = 0; disk < 8; ++disk) put(disk, customer);
    } else if (--missing_[customer] == 0) {
      if (++cycles_ == count_) {
        end_s_ = now_s();
        ns3::Simulator::Stop();
      }
      put(cpu, customer);
    }
  }

  std::array<std::deque<std::size_t>, 9> waiting_;
  std::array<int, 64> missing_{};
  Random random_;
  std::uint64_t count_;
  std::uint64_t cycles_ = 0;
  double end_s_ = 0;
};

template <class Model, class Statistic>
void run(const Task& task, Statistic statistic) {
  Model model(task);
  const double start_s = cpu_s();
  ns3::Simulator::Run();
  print_result(task, cpu_s() - start_s, (model.*statistic)());
  ns3::Simulator::Destroy();
}

}  // namespace

int main(int argc, char** argv) {
  const Task task(argc, argv);
  if (task.is_single_queue()) {
    run<SingleQueue>(task, &SingleQueue::mean_sojourn_s);
  } else {
    run<ClosedNetwork>(task, &ClosedNetwork::throughput);
  }
}
