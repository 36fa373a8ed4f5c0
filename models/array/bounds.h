// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>

#include "base/units.h"
#include "models/array/array.h"
#include "models/device/device.h"

namespace headroom::models {

/// Requests to the members for one request to the array.
struct MemberOps {
  double reads = 0;
  double writes = 0;
};

/// Sum over the members for one small random request, one that lies within a chunk [CLGKP94]:
///   read 1; write: raid1 n, raid10 copies,
///   parity with d data and q parity members: r reads and 1 + q writes, where r = 1 + q
///   (read-modify-write) if that is below d - 1 (reconstruct-write), else d - 1.
/// Healthy arrays only: `failed` is ignored.
MemberOps small_random_ops(const Array& array, Direction direction);

/// The same for the member that gets most of them, random requests being even over the array: the
/// sum / n, except raid1 writes (1 each) and raid4 (the parity member sees every write, no read).
MemberOps busiest_member_ops(const Array& array, Direction direction);

/// Bytes that cross the members' link for each byte of a long sequential stream: read 1; write n /
/// data_disks (rows written whole).
double stream_amplification(const Array& array, Direction direction);

/// What one member can do; the slowest one, for a stripe waits for it.
struct MemberLimits {
  PerDirection<PerSecond> iops;            ///< small random requests
  PerDirection<BytesPerSecond> bandwidth;  ///< sequential
};

/// Slowest-member rule: the smallest of each. Requires: members is not empty.
MemberLimits slowest(std::span<const MemberLimits> members);

/// What all members share, infinite where there is no limit; the smallest of several ceilings
/// counts.
struct Ceilings {
  BytesPerSecond link{std::numeric_limits<double>::infinity()};  ///< between host and members
  BytesPerSecond host{std::numeric_limits<double>::infinity()};  ///< controller or CPU, array side
  PerSecond member_iops{std::numeric_limits<double>::infinity()};  ///< sum over the members
};

/// Small random requests per second: 1 / (reads / read rate + writes / write rate) of the busiest
/// member, and under the ceilings.
PerSecond random_bound(const Array& array, Direction direction, const MemberLimits& member,
                       const Ceilings& ceilings = {});

/// Bytes per second of `streams` long sequential streams with enough in flight.
/// Reads: all n members at work (raid4 n-1), one for each stream of single, jbod, linear, raid1.
/// Writes: data_disks members' worth, full rows.
BytesPerSecond stream_bound(const Array& array, Direction direction, const MemberLimits& member,
                            const Ceilings& ceilings = {}, int streams = 1);

}  // namespace headroom::models
