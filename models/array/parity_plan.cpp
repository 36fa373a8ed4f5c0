// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "models/array/plan_parts.h"

namespace headroom::models::planning {
namespace {

// Where data and parity are. In each row, member m has slot (m - base) mod n: slots 0..data-1 are
// the row's data in order, the rest parity. Left-symmetric: parity starts on the last member
// and moves down one member a row, the data starts behind it, so the base moves down too.
struct Geometry {
  explicit Geometry(const Array& array)
      : disks(array.disks),
        parity(array.level == Level::raid6 ? 2 : 1),
        data(disks - parity),
        rotates(array.level != Level::raid4) {}

  // -base, as 0..disks-1. In row 0 the data begins on member 0 (raid5), or 1 (raid6: behind Q).
  int turn(std::int64_t row) const {
    return rotates ? static_cast<int>((row + (parity == 2 ? disks - 1 : 0)) % disks) : 0;
  }

  int slot(int turn, int member) const {
    const int sum = member + turn;
    return sum < disks ? sum : sum - disks;
  }

  int disks;
  int parity;
  int data;
  bool rotates;
};

// Which old bytes a write needs before parity can be computed.
enum class Source { none, written_and_parity, unwritten, everything };

// A range of bytes begin..end-1 within a row's chunks over which the request covers the same data
// slots first..last. md decides on reads for each page row; bands are runs of page rows that agree.
struct Band {
  std::int64_t row = 0;
  int turn = 0;  // of the row
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
  Source source = Source::none;

  bool covers(int slot) const { return slot >= first && slot <= last; }
};

// Calls visit(Band) for the bands, three at most, of one row.
template <class Visitor>
void for_each_band(const Rows& rows, const Geometry& geometry, std::int64_t row, Visitor&& visit) {
  const int turn = geometry.turn(row);
  const std::int64_t first = row == rows.first_row ? rows.first_column : 0;
  const std::int64_t last = row == rows.last_row ? rows.last_column : geometry.data - 1;
  const std::int64_t begin = rows.begin(row, first);
  const std::int64_t end = rows.end(row, last);
  const std::array<std::int64_t, 4> cuts{0, std::min(begin, end), std::max(begin, end), rows.chunk};
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (cuts[i] == cuts[i + 1]) continue;
    const Band band{row,
                    turn,
                    cuts[i],
                    cuts[i + 1],
                    first + (cuts[i] < begin ? 1 : 0),
                    last - (cuts[i + 1] > end ? 1 : 0),
                    Source::none};
    if (band.first <= band.last) visit(band);
  }
}

// md's choice between the two ways to new parity, by the number of reads [MD-RAID5].
Source source_of(const Array& array, const Geometry& geometry, const Band& band) {
  const std::int64_t written = band.last - band.first + 1;
  const std::int64_t unwritten = geometry.data - written;
  bool can_modify = true;
  bool can_reconstruct = true;
  for (const int gone : array.failed) {
    const int slot = geometry.slot(band.turn, gone);
    if (band.covers(slot) || slot >= geometry.data) {
      can_modify = false;
    } else {
      can_reconstruct = false;
    }
  }
  if (unwritten == 0) return Source::none;
  if (can_modify && (!can_reconstruct || written + geometry.parity < unwritten)) {
    return Source::written_and_parity;
  }
  return can_reconstruct ? Source::unwritten : Source::everything;
}

bool is_source(const Geometry& geometry, const Band& band, int slot) {
  const bool is_replaced = band.covers(slot) || slot >= geometry.data;
  switch (band.source) {
    case Source::none:
      return false;
    case Source::written_and_parity:
      return is_replaced;
    case Source::unwritten:
      return !is_replaced;
    case Source::everything:
      return true;
  }
  return false;
}

MemberOp band_op(const Rows& rows, const Band& band, int member, Direction direction) {
  return {member, direction, band.row * rows.chunk + band.begin, band.end - band.begin};
}

// A write as its parts: the bands of the first and last row where those are not whole, and the
// whole rows between.
struct WriteParts {
  std::array<Band, 6> bands;
  std::size_t band_count = 0;
  std::size_t bands_before = 0;  // of the first row
  std::int64_t whole_from = 0;
  std::int64_t whole_to = 0;  // exclusive
};

WriteParts parts_of(const Array& array, const Geometry& geometry, const Rows& rows) {
  const auto last_column = geometry.data - 1;
  const bool starts_whole = rows.first_column == 0 && rows.first_begin == 0;
  const bool ends_whole = rows.last_column == last_column && rows.last_end == rows.chunk;
  const bool is_one_row = rows.first_row == rows.last_row;
  WriteParts parts;
  const auto add = [&](Band band) {
    band.source = source_of(array, geometry, band);
    parts.bands[parts.band_count++] = band;
  };
  const bool is_first_cut = !starts_whole || (is_one_row && !ends_whole);
  if (is_first_cut) for_each_band(rows, geometry, rows.first_row, add);
  parts.bands_before = parts.band_count;
  const bool is_last_cut = !is_one_row && !ends_whole;
  if (is_last_cut) for_each_band(rows, geometry, rows.last_row, add);
  parts.whole_from = rows.first_row + (is_first_cut ? 1 : 0);
  parts.whole_to = rows.last_row + (is_last_cut ? 0 : 1);
  return parts;
}

void plan_write(const Array& array, const Geometry& geometry, const Rows& rows, ArrayPlan& out) {
  const WriteParts parts = parts_of(array, geometry, rows);
  for (int member = 0; member < geometry.disks; ++member) {
    if (!is_alive(array, member)) continue;
    for (std::size_t i = 0; i < parts.band_count; ++i) {
      const Band& band = parts.bands[i];
      if (is_source(geometry, band, geometry.slot(band.turn, member))) {
        append(out.first, band_op(rows, band, member, Direction::read));
      }
    }
    const auto write_bands = [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) {
        const Band& band = parts.bands[i];
        const int slot = geometry.slot(band.turn, member);
        if (!band.covers(slot) && slot < geometry.data) continue;
        append(band.source == Source::none ? out.first : out.then,
               band_op(rows, band, member, Direction::write));
      }
    };
    write_bands(0, parts.bands_before);
    if (parts.whole_from < parts.whole_to) {
      append(out.first, {member, Direction::write, parts.whole_from * rows.chunk,
                         (parts.whole_to - parts.whole_from) * rows.chunk});
    }
    write_bands(parts.bands_before, parts.band_count);
  }
}

// All members alive: each reads what the request covers in its slots.
void plan_healthy_read(const Geometry& geometry, const Rows& rows, std::vector<MemberOp>& ops) {
  const int first_turn = geometry.turn(rows.first_row);
  const bool is_one_row = rows.first_row == rows.last_row;
  for (int member = 0; member < geometry.disks; ++member) {
    int slot = geometry.slot(first_turn, member);
    if (is_one_row && (slot < rows.first_column || slot > rows.last_column)) continue;
    for (std::int64_t row = rows.first_row; row <= rows.last_row; ++row) {
      if (slot < geometry.data && row >= rows.from(slot) && row <= rows.to(slot)) {
        const std::int64_t begin = rows.begin(row, slot);
        append(ops,
               {member, Direction::read, row * rows.chunk + begin, rows.end(row, slot) - begin});
      }
      if (geometry.rotates && ++slot == geometry.disks) slot = 0;
    }
  }
}

// A band with data of a failed member is read from every live member, md's rule [MD-RAID5].
void plan_degraded_read(const Array& array, const Geometry& geometry, const Rows& rows,
                        std::vector<MemberOp>& ops) {
  for (int member = 0; member < geometry.disks; ++member) {
    if (!is_alive(array, member)) continue;
    const auto read_band = [&](const Band& band) {
      const bool is_lost = std::ranges::any_of(
          array.failed, [&](int gone) { return band.covers(geometry.slot(band.turn, gone)); });
      if (is_lost || band.covers(geometry.slot(band.turn, member))) {
        append(ops, band_op(rows, band, member, Direction::read));
      }
    };
    for (std::int64_t row = rows.first_row; row <= rows.last_row; ++row) {
      for_each_band(rows, geometry, row, read_band);
    }
  }
}

}  // namespace

void plan_parity(const Array& array, const Request& request, ArrayPlan& out) {
  const Geometry geometry(array);
  const Rows rows(request, chunk_bytes(array), geometry.data);
  if (request.direction == Direction::write) {
    plan_write(array, geometry, rows, out);
  } else if (array.failed.empty()) {
    plan_healthy_read(geometry, rows, out.first);
  } else {
    plan_degraded_read(array, geometry, rows, out.first);
  }
}

}  // namespace headroom::models::planning
