// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/frame_pool.h"

#include <new>

namespace headroom::sim {

FramePool::AtThreadEnd::~AtThreadEnd() {
  for (Block*& head : free_) {
    while (head != nullptr) {
      Block* next = head->next;
      ::operator delete(head);
      head = next;
    }
  }
}

void* FramePool::allocate_anew(std::size_t size) {
  static thread_local const AtThreadEnd at_thread_end;
  const std::size_t size_class = class_of(size);
  return ::operator new(size_class < class_count ? (size_class + 1) * granule : size);
}

}  // namespace headroom::sim
