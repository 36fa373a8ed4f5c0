// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <catch2/catch.hpp>
#include <concepts>
#include <type_traits>
#include <utility>

using namespace headroom;

namespace {

template <class A, class B>
concept can_add = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept can_compare = requires(A a, B b) {
  a < b;
};

// X throughput, S service time, U utilisation: U = X S has no unit.
static_assert(std::same_as<decltype(PerSecond() * Seconds()), double>);
static_assert(std::same_as<decltype(PerSecond() * Bytes()), BytesPerSecond>);
static_assert(std::same_as<decltype(Bytes() / Seconds()), BytesPerSecond>);
static_assert(std::same_as<decltype(Bytes() / BytesPerSecond()), Seconds>);
static_assert(std::same_as<decltype(BytesPerSecond() / Bytes()), PerSecond>);
static_assert(std::same_as<decltype(Seconds() / Seconds()), double>);
static_assert(std::same_as<decltype(1.0 / Seconds()), PerSecond>);
static_assert(std::same_as<decltype(2.0 * Bytes()), Bytes>);

// What must not compile.
static_assert(!can_add<Bytes, Seconds>);
static_assert(!can_add<Bytes, double>);
static_assert(!can_add<PerSecond, BytesPerSecond>);
static_assert(!can_compare<Seconds, double>);
static_assert(!std::is_convertible_v<double, Seconds>);
static_assert(!std::is_convertible_v<Seconds, double>);

// As cheap as a double.
static_assert(sizeof(BytesPerSecond) == sizeof(double));
static_assert(std::is_trivially_copyable_v<BytesPerSecond>);

}  // namespace

TEST_CASE("utilisation is throughput times service time") {
  // 120 requests a second of 5 ms keep a server busy 60 % of the time.
  const double utilisation = 120_iops * 5_ms;
  CHECK(utilisation == Approx(0.6));
}

TEST_CASE("bandwidth is request rate times request size") {
  // A gp3 volume of 3000 IOPS moves 16 KiB requests at 46.875 MiB/s.
  CHECK((3000_iops * 16_KiB) / 1_MiBps == 46.875);
}

TEST_CASE("a literal of each unit has the size of that unit") {
  CHECK((1_kB / 1_B) == 1000);
  CHECK((1_MB / 1_kB) == 1000);
  CHECK((1_GB / 1_MB) == 1000);
  CHECK((1_TB / 1_GB) == 1000);
  CHECK((1_KiB / 1_B) == 1024);
  CHECK((1_MiB / 1_KiB) == 1024);
  CHECK((1_GiB / 1_MiB) == 1024);
  CHECK((1_TiB / 1_GiB) == 1024);
  CHECK((1_s).si() == 1);
  CHECK((1_h).si() == 3600);
  CHECK((1_ms).si() == 0.001);
  CHECK((7_us).si() == 0.000007);
  CHECK((3_ns).si() == 0.000000003);
  CHECK((1_kBps / 1_Bps) == 1000);
  CHECK((1_MBps / 1_kBps) == 1000);
  CHECK((1_GBps / 1_MBps) == 1000);
  CHECK((1_MiBps).si() == 1048576);
  CHECK((1_GiBps / 1_MiBps) == 1024);
  CHECK((8_Gbitps / 1_GBps) == 1);
  CHECK((1.5_GBps / 1_MBps) == 1500);
  CHECK((2_per_s).si() == 2);
  CHECK(2_iops == 2_per_s);
}

TEST_CASE("quantities of one dimension add, subtract, scale and compare like numbers") {
  CHECK(3_ms + 2_ms == 5_ms);
  CHECK(3_s - 5_s == -(2_s));
  CHECK(2 * 3_KiB == 6_KiB);
  CHECK(6_KiB / 2 == 3_KiB);
  CHECK(1_KiB > 1_kB);
  CHECK(1 / 4_s == 0.25_per_s);
  CHECK(Seconds() == 0_s);
  Bytes size = 1_KiB;
  size += 1_KiB;
  CHECK(size == 2_KiB);
  size -= 512_B;
  CHECK(size == 1.5_KiB);
  size *= 4;
  CHECK(size == 6_KiB);
  size /= 3;
  CHECK(size == 2_KiB);
}
