// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "models/device/device.h"

namespace headroom::models {

/// How an array spreads data over its members; names as in md(4) [MD4].
/// single and jbod are there so that every storage is an array. jbod is addressed like linear,
/// member after member; what makes it one is that its user (a broker with several log directories)
/// sends each file to one member.
enum class Level { single, jbod, linear, raid0, raid1, raid4, raid5, raid6, raid10 };

/// Where RAID 10 keeps the copies of a chunk [MD4].
enum class Layout {
  near,   ///< side by side on consecutive members
  far,    ///< copies 2.. in later parts of the members, shifted by one member each
  offset  ///< each row is repeated in the next one, shifted by one member
};

/// An array of equal members. Parity of raid5 and raid6 rotates left-symmetric (md's default),
/// raid4 keeps it on the last member.
struct Array {
  Level level = Level::single;
  int disks = 1;
  Layout layout = Layout::near;  ///< raid10 only
  int copies = 2;                ///< raid10 only; raid1 has one on each member
  /// Consecutive bytes on one member, 512 KiB unless told as in md; not for single, jbod, linear,
  /// raid1.
  Bytes chunk{0x1p19};
  std::vector<int> failed;  ///< members that do not answer, counted from 0
};

/// One sentence on why no such array exists, or why it has lost data; nullopt when it is fine.
std::optional<std::string> fault(const Array& array);

/// How many members' worth of data the array holds: raid5 n-1, raid10 n/copies (may be a
/// fraction), raid1 1.
double data_disks(const Array& array);

/// data_disks / disks.
double usable_share(const Array& array);

/// How many failures it survives wherever they strike: raid10 copies-1.
int survives(const Array& array);

/// Bytes that fit into the array, in whole chunks as md rounds them. plan() takes offsets below it.
Bytes usable_capacity(const Array& array, Bytes member_capacity);

/// One request to one member.
struct MemberOp {
  int member = 0;
  Direction direction = Direction::read;
  std::int64_t offset_bytes = 0;
  std::int64_t size_bytes = 0;
};

/// What the members do for one request. `first` starts at once; `then` when all of `first` is done,
/// and the request is done when all of both is. `then` is empty except for writes that
/// need old data or parity: there `first` holds the reads (and the rows that are written whole)
/// and `then` the writes that depend on them.
struct ArrayPlan {
  std::vector<MemberOp> first;
  std::vector<MemberOp> then;
};

/// Plans one request. Contiguous bytes on one member become one operation. Writes `out`, whose
/// memory it reuses: no allocation once it has seen the largest request.
///
/// Reads: raid1 and raid10 near read one copy for the whole request, number copy_choice modulo the
/// number of copies, or the next one that is alive. raid10 far and offset read the copy with the
/// lowest address, as md does, so that reads stripe over all members. Data of a failed member of a
/// parity level is rebuilt: the same bytes of every other live member are read.
///
/// Writes, parity levels: a row that is written whole needs no reads. Else, for each range of bytes
/// within the row, md's rule: read-modify-write (old data and parity) if that takes strictly fewer
/// reads than reconstruct-write (the data not written), or if the latter is impossible because of a
/// failed member; where both are, every live member is read [MD-RAID5]. A row that an earlier
/// request has left in md's stripe cache is not known here: gather a sequential stream into whole
/// rows before planning it.
///
/// Requires: fault(array) is empty, 0 <= offset_bytes, size_bytes > 0, and their sum is not above
/// usable_capacity.
void plan(const Array& array, Bytes member_capacity, Direction direction, std::int64_t offset_bytes,
          std::int64_t size_bytes, std::uint32_t copy_choice, ArrayPlan& out);

}  // namespace headroom::models
