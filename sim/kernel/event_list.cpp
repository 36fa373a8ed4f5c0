// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/event_list.h"

#include <algorithm>
#include <new>

namespace headroom::sim {

void EventList::reserve(std::size_t capacity) {
  constexpr std::size_t line = 64;
  const std::size_t bytes = (capacity * sizeof(Entry) + line - 1) / line * line;
  auto* grown = static_cast<Entry*>(std::aligned_alloc(line, bytes));
  if (grown == nullptr) {
    throw std::bad_alloc();
  }
  std::uninitialized_fill_n(grown, capacity, Entry{});
  if (entries_ != nullptr) {
    std::copy_n(entries_.get(), end_, grown);
  }
  entries_.reset(grown);
  capacity_ = capacity;
}

/// Gives the entries the sequence numbers 0, 1, ... in their order; a sorted array is a heap.
void EventList::renumber() {
  std::sort(&entries_[root], &entries_[end_], is_before);
  next_order_ = 0;
  for (std::size_t i = root; i < end_; ++i) {
    entries_[i].order = next_order_ | (entries_[i].order & (slot_limit - 1));
    next_order_ += order_step;
  }
}

}  // namespace headroom::sim
