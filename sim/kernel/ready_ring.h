// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coroutine>
#include <cstddef>
#include <vector>

namespace headroom::sim {

/// Processes that go on at the present instant, first in, first out: a ring that doubles when full.
class ReadyRing {
 public:
  bool is_empty() const { return head_ == tail_; }

  void push(std::coroutine_handle<> process) {
    if (tail_ - head_ == ring_.size()) [[unlikely]] {
      grow();
    }
    ring_[tail_++ & (ring_.size() - 1)] = process;
  }

  /// Requires: not empty.
  std::coroutine_handle<> pop() { return ring_[head_++ & (ring_.size() - 1)]; }

 private:
  void grow() {
    std::vector<std::coroutine_handle<>> larger(ring_.size() * 2);
    for (std::size_t i = head_; i != tail_; ++i) {
      larger[i & (larger.size() - 1)] = ring_[i & (ring_.size() - 1)];
    }
    ring_.swap(larger);
  }

  std::vector<std::coroutine_handle<>> ring_ = std::vector<std::coroutine_handle<>>(64);
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace headroom::sim
