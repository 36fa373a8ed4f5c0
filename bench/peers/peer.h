// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>

#include "base/random.h"

namespace headroom::bench {

constexpr double interarrival_s = 1 / 0.9;

/// What a peer program is asked for: MODEL COUNT SEED. MODEL is single_queue (M/M/1, arrival rate
/// 0.9, service time 1) or closed_network (64 customers, CPU, fork to 8 disks, join; all services
/// of mean 1); COUNT customers or cycles are simulated.
struct Task {
  std::string model;
  std::uint64_t count;
  std::uint64_t seed;
  Task(int argument_count, char** arguments)
      : model(argument_count > 1 ? arguments[1] : "single_queue"),
        count(argument_count > 2 ? std::stoull(arguments[2]) : 100'000),
        seed(argument_count > 3 ? std::stoull(arguments[3]) : 1) {}
  bool is_single_queue() const { return model == "single_queue"; }
};

/// CPU seconds of this thread: on a shared machine wall time would measure the neighbours as well.
inline double cpu_s() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Prints nanoseconds a customer or cycle, and the simulated statistic: the mean time in the
/// system, or cycles per unit of time.
inline void print_result(const Task& task, double elapsed_s, double statistic) {
  std::printf("%.2f %.6f\n", elapsed_s / static_cast<double>(task.count) * 1e9, statistic);
}

}  // namespace headroom::bench
