// SPDX-License-Identifier: Apache-2.0
#include "models/host/host.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace headroom;
using namespace headroom::models;

TEST_CASE("a byte stays in the cache until as many newer ones have come as the cache holds",
          "[host]") {
  Host host;
  host.memory = 100_GB;
  host.cache.memory_share = 0.8;
  // 100 GB x 0.8 / 40 MB/s
  CHECK(cache_residence(host, 40_MBps) / 1_s == Approx(2000));
  CHECK(cache_residence(host, 80_MBps) / 1_s == Approx(1000));
  CHECK(std::isinf(cache_residence(host, BytesPerSecond{0}) / 1_s));
}

TEST_CASE("readers that lag exponentially miss what has left the cache", "[host]") {
  CHECK(miss_share(Seconds{0}, 10_s) == 0);                        // at the tail nothing is missed
  CHECK(miss_share(10_s, Seconds{0}) == 1);                        // without a cache everything is
  CHECK(miss_share(10_s, 10 * std::log(2) * 1_s) == Approx(0.5));  // the median of the lag
  CHECK(miss_share(10_s, cache_residence(Host{}, BytesPerSecond{0})) == 0);
  CHECK(miss_share(20_s, 10_s) > miss_share(10_s, 10_s));
  CHECK(miss_share(10_s, 20_s) < miss_share(10_s, 10_s));
}

TEST_CASE("a file is written when its oldest page has expired and the flusher comes by", "[host]") {
  // Linux defaults: dirty again just after a wake, it is not yet 30 s old six wakes of 5 s later.
  CHECK(flush_period(PageCache{}) / 1_s == Approx(35));
  // 12 s of age, wakes every 5 s: too young at the second wake, written at the third.
  CHECK(flush_period(PageCache{.dirty_expire = 12_s, .writeback_interval = 5_s}) / 1_s ==
        Approx(15));
}
