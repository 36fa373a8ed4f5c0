// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sim/kernel/frame_pool.h"

namespace headroom::sim {

class Simulation;

/// The return type of a simulated process: a coroutine that reads top to bottom and co_awaits
/// instants (sim.until, sim.delay) or other processes (Gate, Join).
///
///     Process request(Simulation& sim, Fifo& disk, double work_s) {
///       co_await sim.until(disk.serve(sim.now(), work_s));
///     }
///
/// A call starts the process at once and returns at its first wait; from then on the Simulation
/// owns it, and destroys it if it still waits when the Simulation ends. One of its arguments must
/// be the Simulation&. All else that it refers to, a lambda's captures included, must live until it
/// ends. An exception out of it comes out of Simulation::run_until.
class Process {
 public:
  class promise_type;
  using Handle = std::coroutine_handle<promise_type>;
};

/// The part of a process that the language asks for.
class Process::promise_type {
 public:
  template <class... Arguments>
  explicit promise_type(Arguments&&... arguments) : promise_type(find(arguments...)) {}
  ~promise_type();
  promise_type(const promise_type&) = delete;
  promise_type& operator=(const promise_type&) = delete;

  Process get_return_object() const { return {}; }
  std::suspend_never initial_suspend() const noexcept { return {}; }
  std::suspend_never final_suspend() const noexcept { return {}; }
  void return_void() const {}
  void unhandled_exception();

  static void* operator new(std::size_t size) { return FramePool::allocate(size); }
  static void operator delete(void* frame, std::size_t size) { FramePool::release(frame, size); }

  /// Where the Simulation keeps this process.
  std::uint32_t slot() const { return slot_; }

 private:
  explicit promise_type(Simulation* simulation);

  template <class First, class... Rest>
  static Simulation* find(First& first, Rest&... rest) {
    if constexpr (std::is_same_v<std::remove_const_t<First>, Simulation>) {
      return &first;
    } else {
      static_assert(sizeof...(Rest) > 0, "a process takes a Simulation& among its arguments");
      return find(rest...);
    }
  }

  Simulation& simulation_;
  std::uint32_t slot_;
};

}  // namespace headroom::sim
