// SPDX-License-Identifier: Apache-2.0
#include "sim/stations/token_bucket.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/random.h"
#include "tests/sim/aborts.h"

using namespace headroom::sim;
using headroom::Random;

TEST_CASE("an empty bucket is not ready an instant before its token, and ready with it") {
  // 4 tokens/s, so one token takes 0.25 s.
  const TokenBucket empty(4, 0, 10, 0);
  TokenBucket before = empty;
  CHECK(before.admit(std::nextafter(0.25, 0), 1) == 0.25);
  TokenBucket at = empty;
  CHECK(at.admit(0.25, 1) == 0.25);
  TokenBucket behind = empty;
  CHECK(behind.admit(0.5, 1) == 0.5);
}

TEST_CASE("a full bucket lets its capacity pass at once, and not a token more") {
  TokenBucket bucket(1, 0, 8, 8);
  for (int i = 0; i < 8; ++i) {
    CHECK(bucket.admit(100, 1) == 100);
  }
  CHECK(bucket.admit(100, 1) == 101);
  CHECK(bucket.admit(100, 2) == 103);
}

TEST_CASE("a bucket saves no more than its capacity") {
  TokenBucket bucket(1, 0, 3, 0);
  CHECK(bucket.level(2) == 2);
  CHECK(bucket.level(3) == 3);
  CHECK(bucket.level(1000) == 3);
  CHECK(bucket.admit(1000, 3) == 1000);
  CHECK(bucket.level(1000) == 0);
  CHECK(bucket.admit(1000, 1) == 1001);
}

TEST_CASE("the initial fill is what can be spent at the start") {
  TokenBucket bucket(1, 0, 10, 4);
  CHECK(bucket.level(0) == 4);
  CHECK(bucket.admit(0, 4) == 0);
  CHECK(bucket.admit(0, 1) == 1);
}

TEST_CASE(
    "a request larger than the capacity waits for a full bucket and is paid back afterwards") {
  TokenBucket bucket(2, 0, 4, 0);
  CHECK(bucket.admit(0, 10) == 2);  // full at 2 s, then 6 tokens in debt
  CHECK(bucket.level(2) == -6);
  CHECK(bucket.admit(2, 1) == 5.5);  // 6 + 1 tokens at 2/s
}

TEST_CASE("a bucket without capacity spaces requests by the rate") {
  TokenBucket bucket(10, 0, 0, 0);
  CHECK(bucket.admit(0, 1) == 0);
  CHECK(bucket.admit(0, 1) == Approx(0.1));
  CHECK(bucket.admit(0, 5) == Approx(0.2));
  CHECK(bucket.admit(0, 1) == Approx(0.7));
  CHECK(bucket.admit(5, 1) == 5);
}

TEST_CASE("the burst rate spaces requests while the bucket has tokens") {
  TokenBucket bucket(1, 4, 100, 100);
  CHECK(bucket.admit(0, 2) == 0);
  CHECK(bucket.admit(0, 1) == 0.5);
  CHECK(bucket.admit(0, 1) == 0.75);
  CHECK(bucket.admit(std::nextafter(1.0, 0), 1) == 1);
  CHECK(bucket.admit(1.25, 1) == 1.25);
}

TEST_CASE("from a full bucket a peak lasts capacity / (peak - rate)") {
  // gp2's numbers: 100 IOPS sustained, 3000 at peak, 5.4 million saved: 5 400 000 / 2900 = 1862.07
  // s.
  TokenBucket bucket(100, 3000, 5.4e6, 5.4e6);
  double now_s = 0;
  int admitted = 0;
  while (bucket.admit(now_s, 1) < now_s + 1e-6) {
    ++admitted;
    now_s = admitted / 3000.0;
  }
  // Ready at t, not ready at the next request: exact to one request of 1/3000 s.
  CHECK(now_s == Approx(5.4e6 / 2900).margin(1.0 / 2900 + 1e-6));
}

TEST_CASE("after the peak a steady demand gets the sustained rate") {
  TokenBucket bucket(100, 300, 1000, 0);
  double start_s = 0;
  for (int i = 0; i < 5000; ++i) {
    start_s = bucket.admit(0, 1);
  }
  CHECK(start_s == Approx(50).epsilon(1e-9));
}

TEST_CASE("requests go ahead in the order of their arrival, whatever their sizes") {
  Random random(5);
  TokenBucket bucket(1, 3, 20, 10);
  double now_s = 0;
  double last_s = 0;
  for (int i = 0; i < 10'000; ++i) {
    now_s += 4 * random.exponential();
    const double start_s = bucket.admit(now_s, 8 * random.uniform() * random.uniform() * 4);
    REQUIRE(start_s >= last_s);
    REQUIRE(start_s >= now_s);
    last_s = start_s;
  }
}

TEST_CASE("no interval sees more than the capacity and what came in") {
  // The defining property of a token bucket: tokens spent in [a, b] <= capacity + rate (b - a), for
  // every start a.
  Random random(6);
  TokenBucket bucket(1, 0, 20, 20);
  double now_s = 0;
  double excess = 0;  // running greatest of spent - rate * time over all starts
  double last_s = 0;
  for (int i = 0; i < 10'000; ++i) {
    now_s += 0.9 * random.exponential();
    const double tokens = 2 * random.uniform();
    const double start_s = bucket.admit(now_s, tokens);
    excess = std::max(0.0, excess - (start_s - last_s)) + tokens;
    last_s = start_s;
    REQUIRE(excess <= 20 + 1e-6);
  }
}

TEST_CASE("a level below zero is what waiting requests were promised") {
  TokenBucket bucket(2, 0, 4, 4);
  for (int i = 0; i < 10; ++i) {
    bucket.admit(0, 1);
  }
  CHECK(bucket.level(0) == -6);
  CHECK(bucket.tokens_until(0) == 4);
  CHECK(bucket.tokens_until(1) == 6);
  CHECK(bucket.tokens_until(3) == 10);
  CHECK(bucket.tokens_until(9) == 10);
}

TEST_CASE("tokens that the burst rate holds back are not yet spent") {
  TokenBucket bucket(1, 4, 100, 100);
  for (int i = 0; i < 8; ++i) {
    bucket.admit(0, 1);
  }
  CHECK(bucket.tokens_until(1) == Approx(4));
  CHECK(bucket.tokens_until(2) == Approx(8));
}

TEST_CASE("drift follows the level of a demand seen request by request") {
  const double demand = GENERATE(30.0, 80.0, 120.0, 500.0);
  TokenBucket exact(100, 300, 2000, 1500);
  TokenBucket fluid = exact;
  const double step_s = 5;
  for (int step = 0; step < 20; ++step) {
    const double from_s = step * step_s;
    const int count = static_cast<int>(demand * step_s);
    for (int i = 0; i < count; ++i) {
      exact.admit(from_s + (i + 0.5) / demand, 1);
    }
    fluid.drift(from_s, demand, step_s);
    REQUIRE(fluid.level(from_s + step_s) == Approx(exact.level(from_s + step_s)).margin(1.5));
    REQUIRE(fluid.tokens_until(from_s + step_s) ==
            Approx(exact.tokens_until(from_s + step_s)).margin(4));
  }
  const TokenBucket at_exact = exact;
  const TokenBucket at_fluid = fluid;
  CHECK(TokenBucket(at_fluid).admit(100, 1) ==
        Approx(TokenBucket(at_exact).admit(100, 1)).margin(0.05));
}

TEST_CASE("drift in one step or in many is the same") {
  TokenBucket one(10, 0, 100, 20);
  TokenBucket many = one;
  one.drift(0, 25, 12);
  for (int i = 0; i < 48; ++i) {
    many.drift(0.25 * i, 25, 0.25);
  }
  CHECK(one.level(12) == Approx(many.level(12)));
  CHECK(one.level(12) == Approx(20 - 15 * 12));
}

TEST_CASE("a bucket called out of time order aborts") {
  CHECK(aborts([] {
    TokenBucket bucket(1, 0, 10, 10);
    bucket.admit(2, 1);
    bucket.admit(1, 1);
  }));
  CHECK(aborts([] {
    TokenBucket bucket(1, 0, 10, 10);
    bucket.admit(2, 1);
    bucket.drift(1, 1, 1);
  }));
}

TEST_CASE("a bucket that makes no sense aborts") {
  CHECK(aborts([] { const TokenBucket bucket(0, 0, 10, 10); }));
  CHECK(aborts([] { const TokenBucket bucket(2, 1, 10, 10); }));
  CHECK(aborts([] { const TokenBucket bucket(1, 0, 10, 11); }));
  CHECK_FALSE(aborts([] { const TokenBucket bucket(1, 1, 10, 10); }));
}
