// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "models/device/device.h"

namespace headroom::models {

/// A class of requests to one device.
struct RequestKind {
  Direction direction = Direction::read;
  Bytes size{0};
  bool is_sequential = false;
  double span = 1;  ///< share of the capacity, from its start, that random requests fall into
};

/// Whether saved tokens count.
enum class Regime {
  peak,      ///< with credits in every bucket: no run passes this, however short
  sustained  ///< buckets empty: the long run
};

/// Busy time per request at each part of the device, at full queue and best zone: what utilisation
/// = rate x demand needs [LZGS84 ch. 3]. Demands of several kinds of requests add up part by part.
struct DeviceDemand {
  Seconds servers{0};  ///< per server: service time / number of servers
  Seconds channel{0};
  Seconds buckets{0};  ///< of the tightest bucket, 1 / request rate
};

/// Service demand of one request of this kind. Random positioning takes the mean seek over the
/// span, half a turn, and the gain of a full queue.
DeviceDemand service_demand(const Device& device, const RequestKind& kind,
                            Regime regime = Regime::peak);

/// Largest of the parts: a request rate above 1 / of it is impossible (bottleneck bound).
Seconds largest(const DeviceDemand& demand);

/// Requests per second that the device can complete at most; infinite if nothing limits them.
PerSecond max_request_rate(const Device& device, const RequestKind& kind,
                           Regime regime = Regime::peak);

/// Bytes per second of that: max_request_rate x size.
BytesPerSecond max_bandwidth(const Device& device, const RequestKind& kind,
                             Regime regime = Regime::peak);

/// Response time of one request alone at the device: latency + service, mean positioning included.
Seconds idle_response_time(const Device& device, const RequestKind& kind);

}  // namespace headroom::models
