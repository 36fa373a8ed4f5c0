// SPDX-License-Identifier: Apache-2.0
#include "sim/storage/member.h"

#include <algorithm>
#include <cmath>

namespace headroom::sim {

using models::Direction;

bool Member::Streams::follow(std::int64_t offset_bytes, std::int64_t end_bytes, int limit) {
  int found = 0;
  while (found < count && known[static_cast<std::size_t>(found)].end_bytes != offset_bytes) ++found;
  const bool is_followed = found < count;
  if (!is_followed) {
    count = std::min(count + 1, limit);
    found = count - 1;
  }
  for (int i = found; i > 0; --i)
    known[static_cast<std::size_t>(i)] = known[static_cast<std::size_t>(i - 1)];
  known[0] = {end_bytes, ++requests};
  return is_followed;
}

int Member::Streams::active(int window) const {
  int streams = 0;
  while (streams < count &&
         known[static_cast<std::size_t>(streams)].last + static_cast<std::uint64_t>(window) >
             requests)
    ++streams;
  return streams;
}

int Member::Backlog::count_at(double now) {
  while (head_ != tail_ && ring_[head_ & (ring_.size() - 1)] <= now) ++head_;
  return static_cast<int>(tail_ - head_);
}

void Member::Backlog::add(double done) {
  if (tail_ - head_ == ring_.size()) {
    std::vector<double> larger(ring_.size() * 2);
    for (std::uint64_t i = head_; i != tail_; ++i)
      larger[i & (larger.size() - 1)] = ring_[i & (ring_.size() - 1)];
    ring_.swap(larger);
  }
  ring_[tail_++ & (ring_.size() - 1)] = done;
}

Member::Member(const models::Device& device, double speed, Random random)
    : times_(device),
      slowness_(1 / speed),
      variability_(device.variability),
      capacity_bytes_(std::max(1.0, device.capacity / Bytes(1))),
      stream_limit_(device.positioning ? std::clamp(device.positioning->streams, 1, 16) : 1),
      has_head_(device.positioning.has_value()),
      cached_writes_(
          has_head_ && device.positioning->has_write_cache ? device.positioning->queue_limit : 0),
      random_(random),
      limits_(models::all_buckets(device)),
      servers_(device.servers) {}

/// Whether a request that goes on a stream is served without moving the head for it. Reads are: the
/// drive has read ahead. Of writes, those of one stream that wait together are served together, so
/// with s streams and q requests queued, one in q / s moves the head (elevator).
bool Member::is_gathered(Direction direction, int queue_length) {
  if (direction == Direction::read) return true;
  const int queued = std::max(queue_length, cached_writes_);
  return random_.uniform() * queued > streams_[direction].active(queued);
}

models::Visit Member::visit(double now, Direction direction, std::int64_t offset_bytes,
                            std::int64_t size_bytes) {
  models::Visit visit;
  const Direction other = direction == Direction::read ? Direction::write : Direction::read;
  visit.is_mixed = last_done_[other] > now;
  if (!has_head_) return visit;
  const std::int64_t end_bytes = offset_bytes + size_bytes;
  const bool is_followed = streams_[direction].follow(offset_bytes, end_bytes, stream_limit_);
  visit.queue_length = backlog_.count_at(now) + 1;
  visit.is_contiguous =
      offset_bytes == head_bytes_ || (is_followed && is_gathered(direction, visit.queue_length));
  visit.distance = std::fabs(static_cast<double>(offset_bytes - head_bytes_)) / capacity_bytes_;
  visit.position = std::min(1.0, static_cast<double>(offset_bytes) / capacity_bytes_);
  visit.turn = visit.is_contiguous ? 0.5 : random_.uniform();
  head_bytes_ = end_bytes;
  return visit;
}

double Member::serve(double now, Direction direction, std::int64_t offset_bytes,
                     std::int64_t size_bytes) {
  const auto size = static_cast<double>(size_bytes);
  const models::Visit how = visit(now, direction, offset_bytes, size_bytes);
  const double variation = variability_ > 0 ? random_.with_cv(variability_) : 1.0;
  double done = limits_.admit(now, direction, size, how.is_contiguous);
  done = channel_.serve(done, times_.channel_s(direction, size, how) * slowness_);
  done = servers_.serve(done, direction,
                        times_.server_s(direction, size, how) * slowness_ * variation, random_);
  last_done_[direction] = std::max(last_done_[direction], done);
  if (has_head_) backlog_.add(done);
  return done + times_.latency_s(direction);
}

double Member::work_until(double now) const {
  return std::max({channel_.work_until(now), servers_.work_until(now), limits_.work_until(now)});
}

}  // namespace headroom::sim
