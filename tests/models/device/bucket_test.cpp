// SPDX-License-Identifier: Apache-2.0
#include "models/device/bucket.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "models/device/device.h"

using namespace headroom;
using namespace headroom::models;

TEST_CASE("a bucket counts requests by the unit, both sides of each edge", "[bucket]") {
  Bucket bucket;
  bucket.request_unit = 256_KiB;
  const double unit = 256 * 1024;
  CHECK(bucket_cost(bucket, 512, false) == 1);
  CHECK(bucket_cost(bucket, unit, false) == 1);
  CHECK(bucket_cost(bucket, unit + 1, false) == 2);
  CHECK(bucket_cost(bucket, 4 * unit, false) == 4);
  CHECK(bucket_cost(bucket, 512, true) == 1);
  bucket.request_unit = 0_B;
  CHECK(bucket_cost(bucket, 100 * unit, false) == 1);
}

TEST_CASE("a bucket that gathers contiguous requests counts parts of a unit", "[bucket]") {
  Bucket bucket;
  bucket.request_unit = 1_MiB;
  bucket.merges_contiguous = true;
  CHECK(bucket_cost(bucket, 65536, true) == 1.0 / 16);
  CHECK(bucket_cost(bucket, 65536, false) == 1);
}

TEST_CASE("a bucket of bytes counts bytes", "[bucket]") {
  Bucket bucket;
  bucket.unit = Bucket::Unit::bytes;
  CHECK(bucket_cost(bucket, 12345, false) == 12345);
}

TEST_CASE("a bucket holds the directions that it names", "[bucket]") {
  Bucket bucket;
  CHECK((applies_to(bucket, Direction::read) && applies_to(bucket, Direction::write)));
  bucket.reads = false;
  CHECK_FALSE(applies_to(bucket, Direction::read));
  CHECK(applies_to(bucket, Direction::write));
}

TEST_CASE("bursts last as a throttle with known settings showed", "[bucket]") {
  // A leaky bucket of p L at peak p over rate r lasts p L / (p - r); measured within a sample of
  // it.
  const auto lasts = [](double rate, double peak, double length) {
    Bucket bucket;
    bucket.rate = rate;
    bucket.burst_rate = peak;
    bucket.capacity = peak * length;
    return burst_duration(bucket, bucket.capacity, 1e12) / 1_s;
  };
  CHECK(lasts(20e6, 60e6, 5) == Approx(7.5));
  CHECK(lasts(200, 1000, 3) == Approx(3.75));
  CHECK(lasts(40e6, 100e6, 4) == Approx(6.67).epsilon(0.001));
  CHECK(lasts(100e6, 300e6, 4) == Approx(6.0));
}

TEST_CASE("a bucket that is not overdrawn lasts for ever", "[bucket]") {
  Bucket bucket;
  bucket.rate = 100;
  bucket.burst_rate = 300;
  bucket.capacity = 1000;
  CHECK(std::isinf(burst_duration(bucket, 1000, 100) / 1_s));
  CHECK(burst_duration(bucket, 1000, 200) == 10_s);
  CHECK(burst_duration(bucket, 500, 1e9) == 2.5_s);
  CHECK(refill_duration(bucket) == 10_s);
}

TEST_CASE("peak rate needs tokens to be saved", "[bucket]") {
  Bucket bucket;
  bucket.rate = 100;
  CHECK(peak_rate(bucket) == 100);
  bucket.capacity = 1;
  CHECK(std::isinf(peak_rate(bucket)));
  bucket.burst_rate = 300;
  CHECK(peak_rate(bucket) == 300);
  CHECK(sustained_rate(bucket) == 100);
  bucket.burst_rate = 50;
  CHECK(sustained_rate(bucket) == 50);
}

TEST_CASE("a write cliff comes after as many bytes as the cache takes", "[bucket]") {
  Device device;
  device.bandwidth = {2_GBps, 1_GBps};
  CHECK_FALSE(cliff_bucket(device));
  CHECK(all_buckets(device).empty());
  device.cliff = WriteCliff{100_GB, 250_MBps};
  const Bucket bucket = cliff_bucket(device).value();
  // At full speed for 100 s, that is for 100 GB; a rest of 100 GB (1/250 - 1/1000) = 300 s mends
  // it.
  CHECK(burst_duration(bucket, bucket.initial_fill, 1e12) / 1_s == Approx(100));
  CHECK(refill_duration(bucket) / 1_s == Approx(300));
  CHECK(bucket.unit == Bucket::Unit::bytes);
  CHECK_FALSE(applies_to(bucket, Direction::read));
  CHECK(all_buckets(device).size() == 1);
}
