// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

#include "base/error.h"

namespace headroom::sim {

/// Runs job(0), job(1), ..., job(job_count - 1) on up to thread_count threads and returns their
/// results in this order. The jobs share nothing, so that the results are the same on any number of
/// threads. If jobs throw, what the first of them (in the order of numbers) threw comes out, after
/// all threads have ended; jobs not yet started are then left out. Requires: job_count >= 0,
/// thread_count >= 1.
template <class Job>
auto replicate(int job_count, int thread_count, Job job) {
  using Result = std::invoke_result_t<Job&, int>;
  check(job_count >= 0 && thread_count >= 1, "replications need a count and a thread");
  std::vector<std::optional<Result>> results(static_cast<std::size_t>(job_count));
  std::vector<std::exception_ptr> failures(results.size());
  std::atomic<int> next = 0;
  std::atomic<bool> has_failed = false;
  const auto work = [&] {
    for (int i = next++; i < job_count && !has_failed; i = next++) {
      try {
        results[static_cast<std::size_t>(i)].emplace(job(i));
      } catch (...) {
        failures[static_cast<std::size_t>(i)] = std::current_exception();
        has_failed = true;
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (int t = 1; t < std::min(thread_count, job_count); ++t) {
      helpers.emplace_back(work);
    }
    work();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure != nullptr) {
      std::rethrow_exception(failure);
    }
  }
  std::vector<Result> values;
  values.reserve(results.size());
  for (std::optional<Result>& result : results) {
    values.push_back(std::move(*result));
  }
  return values;
}

}  // namespace headroom::sim
