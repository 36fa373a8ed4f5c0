// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/event_list.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"

using headroom::Random;
using headroom::sim::EventList;

TEST_CASE("events come out in order of time, whatever the order of going in") {
  Random random(1);
  EventList events;
  std::vector<double> times;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    times.push_back(random.exponential());
    events.push(times.back(), i);
  }
  std::vector<double> sorted = times;
  std::sort(sorted.begin(), sorted.end());
  CHECK(events.size() == 1000);
  for (const double time : sorted) {
    REQUIRE(events.top_time() == time);
    REQUIRE(times[events.top_slot()] == time);
    events.pop();
  }
  CHECK(events.is_empty());
}

TEST_CASE("events of equal time come out first in, first out") {
  EventList events;
  for (std::uint32_t i = 0; i < 500; ++i) {
    events.push(i % 2 == 0 ? 1.0 : 2.0, i);
  }
  for (std::uint32_t i = 0; i < 500; ++i) {
    REQUIRE(events.top_slot() == (i < 250 ? 2 * i : 2 * (i - 250) + 1));
    events.pop();
  }
}

TEST_CASE("replacing the earliest event is the same as popping it and pushing another") {
  Random random(2);
  EventList replaced;
  EventList popped;
  for (std::uint32_t i = 0; i < 50; ++i) {
    replaced.push(i, i);
    popped.push(i, i);
  }
  for (int step = 0; step < 5000; ++step) {
    const double time = replaced.top_time() + std::floor(4 * random.exponential());
    const std::uint32_t slot = replaced.top_slot();
    const bool is_top = replaced.replace_top(time, slot);
    popped.pop();
    popped.push(time, slot);
    REQUIRE(replaced.top_time() == popped.top_time());
    REQUIRE(replaced.top_slot() == popped.top_slot());
    REQUIRE(is_top == (replaced.top_slot() == slot));
  }
  CHECK(replaced.size() == 50);
}

TEST_CASE("a replacement at the time of another event comes after it") {
  EventList events;
  events.push(1, 10);
  events.push(2, 20);
  CHECK_FALSE(events.replace_top(2, 10));
  CHECK(events.top_slot() == 20);
}

TEST_CASE("ties stay in order when the sequence numbers run out") {
  const std::uint64_t last = (std::uint64_t{1} << 40) - 1;
  EventList events(last - 4);
  for (std::uint32_t i = 0; i < 20; ++i) {
    events.push(i % 3 == 0 ? 1.0 : 2.0, i);
  }
  std::vector<std::uint32_t> order;
  while (!events.is_empty()) {
    order.push_back(events.top_slot());
    events.pop();
  }
  CHECK(order == std::vector<std::uint32_t>{0, 3, 6, 9,  12, 15, 18, 1,  2,  4,
                                            5, 7, 8, 10, 11, 13, 14, 16, 17, 19});
}

TEST_CASE("minus zero is zero, and infinity is later than everything") {
  EventList events;
  events.push(std::numeric_limits<double>::infinity(), 1);
  events.push(1e300, 2);
  events.push(-0.0, 3);
  CHECK(events.top_slot() == 3);
  events.pop();
  CHECK(events.top_slot() == 2);
  events.pop();
  CHECK(events.top_slot() == 1);
}

TEST_CASE("the time of an empty list is not below any limit") {
  EventList events;
  CHECK_FALSE(events.top_time() <= std::numeric_limits<double>::infinity());
  events.push(1, 0);
  events.pop();
  CHECK_FALSE(events.top_time() <= std::numeric_limits<double>::infinity());
}

TEST_CASE("the highest slot survives") {
  EventList events;
  events.push(1, EventList::slot_limit - 1);
  CHECK(events.top_slot() == EventList::slot_limit - 1);
}
