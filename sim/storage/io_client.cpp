// SPDX-License-Identifier: Apache-2.0
#include "sim/storage/io_client.h"

#include <algorithm>
#include <cmath>

namespace headroom::sim {

using models::Direction;
using models::Level;

namespace {

bool has_parity(Level level) {
  return level == Level::raid4 || level == Level::raid5 || level == Level::raid6;
}

bool has_rows(Level level) {
  return level == Level::raid0 || level == Level::raid10 || has_parity(level);
}

/// Bytes of one row: a chunk on each member's worth of data. Where copies make that a fraction, two
/// rows are whole.
std::int64_t row_bytes(const models::Array& array) {
  const auto chunk = static_cast<std::int64_t>(array.chunk / Bytes(1));
  if (!has_rows(array.level)) return chunk;
  const double disks = models::data_disks(array);
  return static_cast<std::int64_t>(std::ceil(disks)) * chunk;
}

}  // namespace

IoClient::IoClient(const models::System& system, StorageStation& storage, std::uint64_t seed,
                   std::uint64_t replication)
    : workload_(std::get<models::IoWorkload>(system.workload)),
      storage_(storage),
      partial_stripes_(has_parity(system.storage.array.level) ? system.storage.partial_stripes : 0),
      row_bytes_(row_bytes(system.storage.array)),
      window_bytes_(static_cast<std::int64_t>(system.storage.device_window / Bytes(1) *
                                              system.storage.array.disks)),
      choices_(stream(seed, replication, "client", "choices")) {
  const auto span = static_cast<std::int64_t>(workload_.span / Bytes(1));
  span_bytes_ = span > 0 ? std::min(span, storage.capacity_bytes()) : storage.capacity_bytes();
}

void IoClient::start(Simulation& simulation) {
  if (!workload_.is_buffered) {
    for (int i = 0; i < workload_.queue_depth; ++i) direct(simulation);
    return;
  }
  const std::int64_t in_flight =
      std::max<std::int64_t>(1, window_bytes_ / (row_bytes_ + row_bytes_ / 2));
  for (std::int64_t i = 0; i < std::min<std::int64_t>(in_flight, 4096); ++i) write_back(simulation);
}

std::int64_t IoClient::next_offset(std::int64_t size_bytes) {
  const std::int64_t places = std::max<std::int64_t>(1, span_bytes_ / size_bytes);
  if (!workload_.is_sequential)
    return static_cast<std::int64_t>(choices_.uniform() * static_cast<double>(places - 1)) *
           size_bytes;
  if (cursor_bytes_ + size_bytes > span_bytes_) cursor_bytes_ = 0;
  const std::int64_t offset = cursor_bytes_;
  cursor_bytes_ += size_bytes;
  return offset;
}

void IoClient::complete(double started_s, double now, std::int64_t size_bytes) {
  ++completed_requests_;
  completed_bytes_ += static_cast<double>(size_bytes);
  if (started_s >= record_from_s_) latency_.add(now - started_s);
}

Process IoClient::direct(Simulation& simulation) {
  const auto size = static_cast<std::int64_t>(workload_.io_size / Bytes(1));
  for (;;) {
    const bool is_read = workload_.read_share >= 1 ||
                         (workload_.read_share > 0 && choices_.uniform() <= workload_.read_share);
    const double started_s = simulation.now();
    auto request = storage_.begin(started_s, is_read ? Direction::read : Direction::write,
                                  next_offset(size), size);
    do co_await simulation.until(request.done_s);
    while (storage_.goes_on(simulation.now(), request));
    complete(started_s, simulation.now(), size);
  }
}

/// Write-back gathers a sequential stream into whole rows. A share of the rows of a parity array
/// reaches md while only their first half is there: such a row is written as two partial stripes,
/// each with the reads that it needs.
Process IoClient::write_back(Simulation& simulation) {
  for (;;) {
    const double started_s = simulation.now();
    const std::int64_t offset = next_offset(row_bytes_);
    const bool is_split = partial_stripes_ > 0 && choices_.uniform() <= partial_stripes_;
    const std::int64_t first = is_split ? row_bytes_ / 2 / 4096 * 4096 : row_bytes_;
    for (std::int64_t done = 0; done < row_bytes_;) {
      const std::int64_t size = done == 0 ? first : row_bytes_ - done;
      auto request = storage_.begin(simulation.now(), Direction::write, offset + done, size);
      do co_await simulation.until(request.done_s);
      while (storage_.goes_on(simulation.now(), request));
      done += size;
    }
    complete(started_s, simulation.now(), row_bytes_);
  }
}

}  // namespace headroom::sim
