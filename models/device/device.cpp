// SPDX-License-Identifier: Apache-2.0
#include "models/device/device.h"

#include "models/device/seek_curve.h"

namespace headroom::models {
namespace {

// All comparisons are written so that NaN fails them.
std::optional<std::string> common_fault(const Device& device) {
  if (device.servers < 1) return "a device needs at least one server";
  for (const Direction d : {Direction::read, Direction::write}) {
    if (!(device.latency[d] >= Seconds{0})) return "the latency is negative";
    if (!(device.fixed[d] >= Seconds{0})) return "the fixed time per request is negative";
    if (!(device.bandwidth[d] > BytesPerSecond{0})) return "the bandwidth is not positive";
  }
  if (!(device.variability >= 0)) return "the variability is negative";
  if (!(device.interference >= 0)) return "the interference is negative";
  return std::nullopt;
}

std::optional<std::string> positioning_fault(const Device& device) {
  const Positioning& head = *device.positioning;
  if (device.servers != 1) return "a device with a moving head has exactly one server";
  if (!(device.capacity > Bytes{0})) return "a device with a moving head needs its capacity";
  if (!(head.rotation >= Seconds{0})) return "the time of one rotation is negative";
  if (head.streams < 1) return "the drive must follow at least one sequential stream";
  if (!(head.queue_gain >= 0)) return "the queue gain is negative";
  if (!(head.queue_onset >= 1) || !(head.queue_limit >= head.queue_onset)) {
    return "the queue gain must begin at 1 or above and end no earlier than it begins";
  }
  if (!(head.inner_bandwidth_share > 0) || !(head.inner_bandwidth_share <= 1)) {
    return "the inner share of the bandwidth must be above 0 and at most 1";
  }
  if (!(head.track_to_track >= Seconds{0})) return "the track-to-track seek is negative";
  const double at_third_s = SeekCurve(head).seek_s(SeekCurve::knee);
  if (!(at_third_s >= head.track_to_track / Seconds{1}) ||
      !(at_third_s <= head.full_stroke / Seconds{1})) {
    return "no rising seek curve has these track-to-track, average and full-stroke times";
  }
  return std::nullopt;
}

std::optional<std::string> bucket_fault(const Bucket& bucket) {
  if (!(bucket.rate > 0)) return "a bucket must earn tokens";
  if (!(bucket.burst_rate > 0)) return "a bucket's burst rate is not positive";
  if (!(bucket.capacity >= 0)) return "a bucket's capacity is negative";
  if (!(bucket.initial_fill >= 0) || !(bucket.initial_fill <= bucket.capacity)) {
    return "a bucket's initial fill must be between 0 and its capacity";
  }
  if (!bucket.reads && !bucket.writes) return "a bucket must hold reads, writes or both";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> fault(const Device& device) {
  if (auto found = common_fault(device)) return found;
  if (device.positioning) {
    if (auto found = positioning_fault(device)) return found;
  }
  if (device.cliff) {
    const WriteCliff& cliff = *device.cliff;
    if (!(cliff.fast_capacity > Bytes{0})) return "the fast write capacity is not positive";
    if (!(cliff.steady_bandwidth > BytesPerSecond{0}) ||
        !(cliff.steady_bandwidth < device.bandwidth.write)) {
      return "the steady write bandwidth must be above 0 and below the fast one";
    }
  }
  for (const Bucket& bucket : device.buckets) {
    if (auto found = bucket_fault(bucket)) return found;
  }
  return std::nullopt;
}

std::optional<Bucket> cliff_bucket(const Device& device) {
  if (!device.cliff) return std::nullopt;
  const double fast = device.bandwidth.write / BytesPerSecond{1};
  const double steady = device.cliff->steady_bandwidth / BytesPerSecond{1};
  Bucket bucket;
  bucket.unit = Bucket::Unit::bytes;
  bucket.reads = false;
  bucket.rate = steady;
  bucket.burst_rate = fast;
  bucket.capacity = device.cliff->fast_capacity / Bytes{1} * (1 - steady / fast);
  bucket.initial_fill = bucket.capacity;
  return bucket;
}

std::vector<Bucket> all_buckets(const Device& device) {
  std::vector<Bucket> buckets = device.buckets;
  if (const auto cliff = cliff_bucket(device)) buckets.push_back(*cliff);
  return buckets;
}

}  // namespace headroom::models
