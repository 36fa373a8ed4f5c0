// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "base/error.h"
#include "sim/kernel/event_list.h"
#include "sim/kernel/process.h"
#include "sim/kernel/ready_ring.h"

namespace headroom::sim {

/// Simulated time and the processes that live in it. Time starts at 0 s and only moves forward.
/// Processes that are due at the same instant run in the order in which they asked for it; those
/// woken at the present instant run before time moves on. Everything happens in the thread that
/// calls run_until, in an order that depends on nothing but the program.
class Simulation {
 public:
  Simulation() = default;
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// The present instant, in seconds.
  double now() const { return now_s_; }

  /// What `co_await` needs to wait for an instant.
  struct Until {
    Simulation& simulation;
    double time_s;

    bool await_ready() const noexcept { return false; }
    bool await_suspend(Process::Handle process) const {
      return simulation.schedule(time_s, process.promise().slot());
    }
    void await_resume() const noexcept {}
  };

  /// `co_await sim.until(t)`: goes on at t seconds. Requires: time_s >= now().
  Until until(double time_s) {
    check(time_s >= now_s_, "a process waits for an instant that has passed");
    return {*this, time_s};
  }

  /// `co_await sim.delay(dt)`: goes on dt seconds later. Requires: duration_s >= 0.
  Until delay(double duration_s) { return until(now_s_ + duration_s); }

  /// Runs all that happens up to and including end_s; afterwards now() is end_s, unless stop() was
  /// called. May be called again with a later end. Throws what a process threw, at that instant.
  /// Requires: end_s >= now(), not called by a process.
  void run_until(double end_s);

  /// Ends run_until (or the next one, if none is in progress) as soon as the present process waits;
  /// now() stays as it is.
  void stop() {
    is_stopped_ = true;
    limit_s_ = -1;
  }

  /// How many instants processes have waited for and reached.
  std::uint64_t events() const { return event_count_; }

  /// Lets a waiting process go on at the present instant, after those that are already to go on:
  /// for Gate and its like.
  void wake(std::coroutine_handle<> process) { ready_.push(process); }

 private:
  friend class Process::promise_type;

  /// A process in its slot, or the link of the list of free slots.
  struct Slot {
    std::coroutine_handle<> process;
    std::uint32_t next_free = 0;
  };
  static constexpr std::uint32_t no_slot = EventList::slot_limit;

  /// Puts the process on the event list. False if it is next anyway and now() has become time_s: it
  /// need not suspend.
  ///
  /// While a process resumed by the event list runs, its spent entry stays on top, so that the
  /// first wait that follows, usually its own, replaces it in one pass. If its own new entry comes
  /// out on top again, nobody else is ready, and the end of the run lies further on, the loop would
  /// resume this very process next: it goes on directly, without even a new entry if there is no
  /// other. A process started by another is not in the spent slot and hence always suspends, as it
  /// must.
  bool schedule(double time_s, std::uint32_t slot) {
    if (slot == spent_slot_ && events_.size() == 1 && is_free_until(time_s)) {
      advance(time_s);
      return false;
    }
    return enqueue(time_s, slot);
  }
  bool enqueue(double time_s, std::uint32_t slot);  // out of line: a wait costs little code
  bool is_free_until(double time_s) const { return time_s <= limit_s_ && ready_.is_empty(); }
  void advance(double time_s) {
    now_s_ = time_s;
    ++event_count_;
  }

  std::uint32_t occupy(std::coroutine_handle<> process) {
    if (first_free_ == no_slot) {
      return add_slot(process);
    }
    const std::uint32_t slot = first_free_;
    first_free_ = slots_[slot].next_free;
    slots_[slot].process = process;
    return slot;
  }
  void vacate(std::uint32_t slot) {
    slots_[slot] = {nullptr, first_free_};
    first_free_ = slot;
  }
  std::uint32_t add_slot(std::coroutine_handle<> process);
  void fail(std::exception_ptr failure);
  void resume_ready();

  double now_s_ = 0;
  double limit_s_ = -1;
  bool is_running_ = false;
  bool is_stopped_ = false;
  std::uint32_t spent_slot_ = no_slot;  // whose spent entry is on top of the event list
  std::uint32_t first_free_ = no_slot;
  std::uint64_t event_count_ = 0;
  EventList events_;
  ReadyRing ready_;
  std::vector<Slot> slots_;
  std::exception_ptr failure_;
};

inline Process::promise_type::promise_type(Simulation* simulation)
    : simulation_(*simulation), slot_(simulation_.occupy(Handle::from_promise(*this))) {}

inline Process::promise_type::~promise_type() { simulation_.vacate(slot_); }

}  // namespace headroom::sim
