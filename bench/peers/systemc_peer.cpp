// SPDX-License-Identifier: Apache-2.0
// SystemC in its fastest style: a method process for each station, timed event notifications, no
// threads.
#include <array>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "bench/peers/peer.h"

using namespace headroom;
using namespace headroom::bench;

namespace {

sc_core::sc_time after(double seconds) { return {seconds, sc_core::SC_SEC}; }
double now_s() { return sc_core::sc_time_stamp().to_seconds(); }

class SingleQueue : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(SingleQueue);
  SingleQueue(const sc_core::sc_module_name& name, const Task& task)
      : sc_module(name), random_(task.seed), count_(task.count) {
    SC_METHOD(arrive);
    sensitive << arrival_;
    dont_initialize();
    SC_METHOD(depart);
    sensitive << departure_;
    dont_initialize();
    arrival_.notify(after(interarrival_s * random_.exponential()));
  }
  double mean_sojourn_s() const { return sojourn_s_ / static_cast<double>(count_); }

 private:
  void arrive() {
    waiting_.push_back(now_s());
    if (waiting_.size() == 1) departure_.notify(after(random_.exponential()));
    if (++arrived_ < count_) arrival_.notify(after(interarrival_s * random_.exponential()));
  }
  void depart() {
    sojourn_s_ += now_s() - waiting_.front();
    waiting_.pop_front();
    if (!waiting_.empty()) departure_.notify(after(random_.exponential()));
  }

  sc_core::sc_event arrival_;
  sc_core::sc_event departure_;
  std::deque<double> waiting_;
  Random random_;
  std::uint64_t count_;
  std::uint64_t arrived_ = 0;
  double sojourn_s_ = 0;
};

struct Network;

class Station : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Station);
  Station(const sc_core::sc_module_name& name, Network& network, bool is_cpu)
      : sc_module(name), network_(network), is_cpu_(is_cpu) {
    SC_METHOD(finish);
    sensitive << done_;
    dont_initialize();
  }
  void put(std::size_t customer);

 private:
  void finish();

  sc_core::sc_event done_;
  std::deque<std::size_t> waiting_;
  Network& network_;
  bool is_cpu_;
};

struct Network {
  explicit Network(const Task& task)
      : random(task.seed), count(task.count), cpu("cpu", *this, true) {
    for (int i = 0; i < 8; ++i) {
      disks.push_back(
          std::make_unique<Station>(("disk" + std::to_string(i)).c_str(), *this, false));
    }
    for (std::size_t customer = 0; customer < 64; ++customer) cpu.put(customer);
  }
  Random random;
  std::uint64_t count;
  std::uint64_t cycles = 0;
  double end_s = 0;
  std::array<int, 64> missing{};
  Station cpu;
  std::vector<std::unique_ptr<Station>> disks;
};

void Station::put(std::size_t customer) {
  waiting_.push_back(customer);
  if (waiting_.size() == 1) done_.notify(after(network_.random.exponential()));
}

void Station::finish() {
  const std::size_t customer = waiting_.front();
  waiting_.pop_front();
  if (!waiting_.empty()) done_.notify(after(network_.random.exponential()));
  if (is_cpu_) {
    network_.missing[customer] = 8;
    for (auto& disk : network_.disks) disk->put(customer);
  } else if (--network_.missing[customer] == 0) {
    if (++network_.cycles == network_.count) {
      network_.end_s = now_s();
      sc_core::sc_stop();
    }
    network_.cpu.put(customer);
  }
}

}  // namespace

int sc_main(int argc, char** argv) {
  const Task task(argc, argv);
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  sc_core::sc_set_time_resolution(1, sc_core::SC_NS);
  std::unique_ptr<SingleQueue> queue;
  std::unique_ptr<Network> network;
  if (task.is_single_queue()) {
    queue = std::make_unique<SingleQueue>("queue", task);
  } else {
    network = std::make_unique<Network>(task);
  }
  const double start_s = cpu_s();
  sc_core::sc_start();
  const double elapsed_s = cpu_s() - start_s;
  print_result(task, elapsed_s,
               queue ? queue->mean_sojourn_s() : static_cast<double>(task.count) / network->end_s);
  return 0;
}
