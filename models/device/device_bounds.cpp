// SPDX-License-Identifier: Apache-2.0
#include "models/device/device_bounds.h"

#include <algorithm>
#include <limits>

#include "models/device/device_times.h"

namespace headroom::models {
namespace {

double positioning_s(const DeviceTimes& times, const RequestKind& kind, int queue_length,
                     Seconds rotation) {
  if (!times.curve() || kind.is_sequential) return 0;
  return (times.curve()->mean_seek_s(kind.span) + rotation / Seconds{2}) *
         times.queue_factor(kind.direction, queue_length);
}

Seconds rotation_of(const Device& device) {
  return device.positioning ? device.positioning->rotation : Seconds{0};
}

double bucket_s(const Device& device, const RequestKind& kind, Regime regime) {
  double slowest_s = 0;
  for (const Bucket& bucket : all_buckets(device)) {
    if (!applies_to(bucket, kind.direction)) continue;
    const double rate = regime == Regime::peak ? peak_rate(bucket) : sustained_rate(bucket);
    const double cost = bucket_cost(bucket, kind.size / Bytes{1}, kind.is_sequential);
    slowest_s = std::max(slowest_s, cost / rate);
  }
  return slowest_s;
}

}  // namespace

DeviceDemand service_demand(const Device& device, const RequestKind& kind, Regime regime) {
  const DeviceTimes times(device);
  const double size_bytes = kind.size / Bytes{1};
  const int deepest = device.positioning ? device.positioning->queue_limit : 1;
  const double server_s = times.server_s(kind.direction, size_bytes, Visit{}) +
                          positioning_s(times, kind, deepest, rotation_of(device));
  return {Seconds{server_s / device.servers},
          Seconds{times.channel_s(kind.direction, size_bytes, Visit{})},
          Seconds{bucket_s(device, kind, regime)}};
}

Seconds largest(const DeviceDemand& demand) {
  return std::max({demand.servers, demand.channel, demand.buckets});
}

PerSecond max_request_rate(const Device& device, const RequestKind& kind, Regime regime) {
  return 1 / largest(service_demand(device, kind, regime));
}

BytesPerSecond max_bandwidth(const Device& device, const RequestKind& kind, Regime regime) {
  return max_request_rate(device, kind, regime) * kind.size;
}

Seconds idle_response_time(const Device& device, const RequestKind& kind) {
  const DeviceTimes times(device);
  const double size_bytes = kind.size / Bytes{1};
  return device.latency[kind.direction] +
         Seconds{times.server_s(kind.direction, size_bytes, Visit{}) +
                 times.channel_s(kind.direction, size_bytes, Visit{}) +
                 positioning_s(times, kind, 1, rotation_of(device))};
}

}  // namespace headroom::models
