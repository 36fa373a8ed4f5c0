// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/simulation.h"

#include <utility>

namespace headroom::sim {

void Process::promise_type::unhandled_exception() { simulation_.fail(std::current_exception()); }

Simulation::~Simulation() {
  for (const Slot& slot : slots_) {
    if (slot.process != nullptr) {
      slot.process.destroy();
    }
  }
}

void Simulation::run_until(double end_s) {
  check(end_s >= now_s_, "a simulation cannot run back in time");
  check(!is_running_, "a process may not run the simulation it lives in");
  is_running_ = true;
  limit_s_ = is_stopped_ ? -1 : end_s;
  resume_ready();
  while (events_.top_time() <= limit_s_) {
    advance(events_.top_time());
    spent_slot_ = events_.top_slot();
    slots_[spent_slot_].process.resume();
    if (spent_slot_ != no_slot) {
      events_.pop();
      spent_slot_ = no_slot;
    }
    resume_ready();
  }
  is_running_ = false;
  limit_s_ = -1;
  if (!std::exchange(is_stopped_, false)) {
    now_s_ = end_s;
  }
  if (failure_ != nullptr) {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
}

bool Simulation::enqueue(double time_s, std::uint32_t slot) {
  if (spent_slot_ == no_slot) {
    events_.push(time_s, slot);
    return true;
  }
  const bool is_next = events_.replace_top(time_s, slot);
  if (is_next && slot == spent_slot_ && is_free_until(time_s)) {
    advance(time_s);
    return false;
  }
  spent_slot_ = no_slot;
  return true;
}

void Simulation::resume_ready() {
  while (!ready_.is_empty() && !is_stopped_) {
    ready_.pop().resume();
  }
}

std::uint32_t Simulation::add_slot(std::coroutine_handle<> process) {
  check(slots_.size() < EventList::slot_limit, "more than 16 777 216 processes at a time");
  slots_.push_back({process});
  return static_cast<std::uint32_t>(slots_.size() - 1);
}

/// Keeps the first failure for run_until to throw.
void Simulation::fail(std::exception_ptr failure) {
  if (failure_ == nullptr) {
    failure_ = std::move(failure);
  }
  stop();
}

}  // namespace headroom::sim
