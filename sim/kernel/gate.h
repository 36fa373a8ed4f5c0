// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/kernel/simulation.h"

namespace headroom::sim {

/// Parks processes until another opens the gate. First parked, first woken; the woken go on at the
/// same instant, after those already to go on. A gate remembers nothing: opening it with nobody
/// before it has no effect, so a process that waits for a condition tests it around the wait:
/// `while (!condition) co_await gate.wait();`.
class Gate {
 public:
  explicit Gate(Simulation& simulation) : simulation_(simulation) {}

  /// A parked process: an entry of the gate's list that lives in the process's own frame.
  class Wait {
   public:
    explicit Wait(Gate& gate) : gate_(gate) {}
    bool await_ready() const noexcept { return false; }
    void await_suspend(Process::Handle process) noexcept {
      process_ = process;
      (gate_.first_ == nullptr ? gate_.first_ : gate_.last_->next_) = this;
      gate_.last_ = this;
    }
    void await_resume() const noexcept {}

   private:
    friend class Gate;
    Gate& gate_;
    std::coroutine_handle<> process_;
    Wait* next_ = nullptr;
  };

  /// `co_await gate.wait()`: goes on when the gate is opened for this process.
  Wait wait() { return Wait(*this); }

  /// Wakes the process that has waited longest, if any.
  void open_one() {
    if (first_ != nullptr) {
      Wait* woken = first_;
      first_ = woken->next_;
      simulation_.wake(woken->process_);
    }
  }

  /// Wakes all that wait now.
  void open_all() {
    while (first_ != nullptr) {
      open_one();
    }
  }

  bool has_waiters() const { return first_ != nullptr; }

 private:
  Simulation& simulation_;
  Wait* first_ = nullptr;
  Wait* last_ = nullptr;
};

}  // namespace headroom::sim
