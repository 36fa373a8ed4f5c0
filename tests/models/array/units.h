// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "models/array/array.h"

// A plan seen through a grid of 1 KiB units: small enough that brute force can check every law.
namespace headroom::models::testing {

constexpr std::int64_t unit_bytes = 1024;
constexpr Bytes small_chunk{4096};  // 4 units
constexpr std::int64_t units_per_chunk = 4;

/// One unit of one member.
struct Unit {
  int member = 0;
  std::int64_t index = 0;
  auto operator<=>(const Unit&) const = default;
};

/// The units that a plan reads and writes, sorted, with repetitions kept.
struct Touched {
  std::vector<Unit> reads;
  std::vector<Unit> writes;
  bool operator==(const Touched&) const = default;
};

/// A request in units.
struct UnitRequest {
  Direction direction = Direction::read;
  std::int64_t offset = 0;
  std::int64_t size = 1;
  std::uint32_t copy_choice = 0;
};

/// Member capacity of `rows` chunks.
inline Bytes member_of(int rows) { return small_chunk * rows; }

ArrayPlan plan_of(const Array& array, int rows, const UnitRequest& request);
Touched touched(const ArrayPlan& plan);
Touched touched(const Array& array, int rows, const UnitRequest& request);
std::int64_t capacity_units(const Array& array, int rows);

/// Every valid healthy array of 1..7 disks with a chunk of 4 units.
std::vector<Array> all_arrays();
/// Those of them that survive a failure, with every set of failures that they survive, up to two.
std::vector<Array> all_degraded_arrays();
std::string describe(const Array& array);

}  // namespace headroom::models::testing
