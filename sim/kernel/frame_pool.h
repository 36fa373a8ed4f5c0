// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace headroom::sim {

/// Memory for small objects that come and go with every request, mostly coroutine frames: free
/// lists of this thread, one for each multiple of 64 bytes up to 4 KiB; larger ones go to operator
/// new. What is released is kept for reuse until the thread ends. Under the address sanitizer every
/// block goes to operator new, so that a use after release is seen.
class FramePool {
 public:
  static void* allocate(std::size_t size) {
    const std::size_t size_class = class_of(size);
    if (size_class < class_count) [[likely]] {
      if (Block* block = free_[size_class]; block != nullptr) [[likely]] {
        free_[size_class] = block->next;
        return block;
      }
    }
    return allocate_anew(size);
  }

  /// `size` as it was allocated.
  static void release(void* memory, std::size_t size) {
    const std::size_t size_class = class_of(size);
    if (size_class < class_count && is_pooling) [[likely]] {
      auto* block = static_cast<Block*>(memory);
      block->next = free_[size_class];
      free_[size_class] = block;
    } else {
      ::operator delete(memory);
    }
  }

 private:
  struct Block {
    Block* next;
  };
  struct AtThreadEnd {
    ~AtThreadEnd();
  };

  static constexpr std::size_t granule = 64;
  static constexpr std::size_t class_count = 64;
#if defined(__SANITIZE_ADDRESS__)
  static constexpr bool is_pooling = false;
#else
  static constexpr bool is_pooling = true;
#endif

  static std::size_t class_of(std::size_t size) { return (size - 1) / granule; }
  static void* allocate_anew(std::size_t size);

  static constinit thread_local inline Block* free_[class_count] = {};
};

}  // namespace headroom::sim
