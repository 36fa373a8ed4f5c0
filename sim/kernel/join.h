// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "sim/kernel/gate.h"

namespace headroom::sim {

/// Waits until `count` of several parts have called done(): all of them for a fork and join, k of n
/// for a quorum. Calls beyond the count have no effect.
///
/// A Join is a handle: copies share one counter, which lives as long as any of them. A process that
/// waits for all its parts may pass them a reference; one that goes on before its last part is done
/// must pass each a copy.
class Join {
 public:
  /// Requires: count >= 0.
  Join(Simulation& simulation, int count)
      : shared_(new (FramePool::allocate(sizeof(Shared))) Shared{Gate(simulation), count, 1}) {}
  Join(const Join& other) noexcept : shared_(other.shared_) { ++shared_->owner_count; }
  Join(Join&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
  Join& operator=(Join other) noexcept {
    std::swap(shared_, other.shared_);
    return *this;
  }
  ~Join() {
    if (shared_ != nullptr && --shared_->owner_count == 0) {
      FramePool::release(shared_, sizeof(Shared));
    }
  }

  /// One part is done.
  void done() {
    if (--shared_->missing == 0) {
      shared_->gate.open_all();
    }
  }

  /// What `co_await` needs to wait for the count.
  class Wait : public Gate::Wait {
   public:
    explicit Wait(const Join& join)
        : Gate::Wait(join.shared_->gate), is_ready_(join.is_complete()) {}
    bool await_ready() const noexcept { return is_ready_; }

   private:
    bool is_ready_;
  };

  /// `co_await join.wait()`: goes on when done() has been called `count` times, at once if it has
  /// been already.
  Wait wait() const { return Wait(*this); }

  bool is_complete() const { return shared_->missing <= 0; }

 private:
  struct Shared {
    Gate gate;
    int missing;
    int owner_count;
  };

  Shared* shared_;
};

}  // namespace headroom::sim
