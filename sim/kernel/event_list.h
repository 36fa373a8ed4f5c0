// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace headroom::sim {

/// The future events: a priority queue of (time, slot) that gives the earliest first, and among
/// equal times the one pushed first.
///
/// A 4-ary implicit heap of 16-byte entries. An entry is compared as one 128-bit integer: above,
/// the bit pattern of the time, which for a non-negative double orders as its value does, without
/// branches; below, a 40-bit sequence number that keeps ties in order, and the 24-bit slot. The
/// root sits at index 3, so that the four children of a node share a cache line, and entries past
/// the end hold the greatest key, so that a group of children is always complete.
class EventList {
 public:
  static constexpr int slot_bits = 24;
  static constexpr std::uint32_t slot_limit = std::uint32_t{1} << slot_bits;

  /// The sequence numbers start at `first_sequence`; at 2^40 the entries are renumbered.
  explicit EventList(std::uint64_t first_sequence = 0) : next_order_(first_sequence << slot_bits) {
    reserve(64);
  }

  bool is_empty() const { return end_ == root; }
  std::size_t size() const { return end_ - root; }

  /// Time of the earliest entry; not a number if there is none, which compares false with every
  /// limit.
  double top_time() const { return std::bit_cast<double>(entries_[root].time_bits); }

  /// Slot of the earliest entry. Requires: not empty.
  std::uint32_t top_slot() const {
    return static_cast<std::uint32_t>(entries_[root].order & (slot_limit - 1));
  }

  /// Requires: time_s >= 0, slot < slot_limit.
  void push(double time_s, std::uint32_t slot) {
    const Entry entry = make(time_s, slot);
    if (end_ + 8 > capacity_) [[unlikely]] {
      reserve(capacity_ * 2);
    }
    std::size_t i = end_++;
    while (i > root && is_before(entry, entries_[parent(i)])) {
      entries_[i] = entries_[parent(i)];
      i = parent(i);
    }
    entries_[i] = entry;
  }

  /// Removes the earliest entry. Requires: not empty.
  void pop() {
    const Entry last = entries_[--end_];
    entries_[end_] = Entry{};
    if (end_ > root) {
      sift_down(last);
    }
  }

  /// Removes the earliest entry and pushes another in one pass. True if the new one is now the
  /// earliest. Requires: not empty, and as for push.
  bool replace_top(double time_s, std::uint32_t slot) { return sift_down(make(time_s, slot)); }

 private:
  struct Entry {
    std::uint64_t time_bits = ~std::uint64_t{0};
    std::uint64_t order = ~std::uint64_t{0};
  };
  struct Free {
    void operator()(Entry* entries) const { std::free(entries); }
  };
  __extension__ using Key = unsigned __int128;

  static constexpr std::size_t root = 3;
  static constexpr std::uint64_t order_step = std::uint64_t{1} << slot_bits;
  static constexpr std::uint64_t last_order = ~std::uint64_t{0} - order_step + 1;
  static std::size_t first_child(std::size_t i) { return 4 * i - 8; }
  static std::size_t parent(std::size_t i) { return i / 4 + 2; }
  static Key key(const Entry& e) { return Key{e.time_bits} << 64 | e.order; }
  static bool is_before(const Entry& a, const Entry& b) { return key(a) < key(b); }

  Entry make(double time_s, std::uint32_t slot) {
    if (next_order_ >= last_order) [[unlikely]] {
      renumber();
    }
    const std::uint64_t order = next_order_ | slot;
    next_order_ += order_step;
    // Adding 0 turns -0, whose bit pattern would order last, into 0.
    return {std::bit_cast<std::uint64_t>(time_s + 0.0), order};
  }

  bool sift_down(Entry entry) {
    std::size_t i = root;
    for (std::size_t child = first_child(i); child < end_; child = first_child(i)) {
      const Entry* group = &entries_[child];
      const std::size_t left = std::size_t{is_before(group[1], group[0])};
      const std::size_t right = 2 + std::size_t{is_before(group[3], group[2])};
      // Arithmetic instead of a choice: a branch here would be mispredicted half the time.
      const std::size_t is_right = std::size_t{is_before(group[right], group[left])};
      const std::size_t least = left + (right - left) * is_right;
      if (!is_before(group[least], entry)) {
        break;
      }
      entries_[i] = group[least];
      i = child + least;
    }
    entries_[i] = entry;
    return i == root;
  }

  void reserve(std::size_t capacity);
  void renumber();

  std::unique_ptr<Entry[], Free> entries_;
  std::size_t end_ = root;
  std::size_t capacity_ = 0;
  std::uint64_t next_order_;  // the next sequence number above slot 0
};

}  // namespace headroom::sim
