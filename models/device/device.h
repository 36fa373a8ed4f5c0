// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "models/device/bucket.h"

namespace headroom::models {

/// One value for reads and one for writes.
template <class T>
struct PerDirection {
  T read{};
  T write{};
  constexpr const T& operator[](Direction d) const { return d == Direction::read ? read : write; }
  constexpr T& operator[](Direction d) { return d == Direction::read ? read : write; }
};

/// The moving head of a rotating disk. Everything else has none.
///
/// A request that does not continue a stream waits for a seek, as long as seek_curve.h says, and
/// for its sector to come round (half a turn on average). With q requests queued, the drive serves
/// the nearest first, and the positioning time shrinks to
///   (max(1, min(q, queue_limit) / queue_onset)) ^ -queue_gain   of that    [WGP94, fitted]
struct Positioning {
  Seconds track_to_track{0};  ///< shortest seek
  Seconds average_seek{0};    ///< mean over pairs of random places (about a third of the stroke)
  Seconds full_stroke{0};     ///< longest seek
  Seconds rotation{0};        ///< one turn
  /// Sequential streams that the drive follows by its cache segments without positioning each time.
  int streams = 1;
  double queue_gain = 0;               ///< the exponent above
  double queue_onset = 1;              ///< queue length up to which reordering gains nothing
  int queue_limit = 32;                ///< queue length beyond which it gains no more
  bool has_write_cache = false;        ///< writes are reordered at queue_limit whatever the depth
  double inner_bandwidth_share = 0.5;  ///< zones: innermost bandwidth / outermost bandwidth
};

/// A flash drive that writes fast until its cache of pseudo-SLC blocks is full.
///
/// Writes at the drive's bandwidth.write last for `fast_capacity` bytes; then they run at
/// `steady_bandwidth`. The drive empties the cache at the steady rate all the time, so that it is
/// new again after fast_capacity (1/steady - 1/fast) of idling. See cliff_bucket.
struct WriteCliff {
  Bytes fast_capacity{0};
  BytesPerSecond steady_bandwidth{0};
};

/// A disk, drive or volume as a small queueing network, in the order in which a request sees it:
///
///   buckets -> `servers` parallel servers -> one channel -> pipeline latency
///
/// - A server is held for fixed[d] (plus positioning on a rotating disk).
/// - The channel is held for size / bandwidth[d], by one request at a time, whichever server it
///   comes from. A device with a single server keeps that server during the transfer instead
///   (one head: it cannot seek and transfer at once); it has no separate channel.
/// - latency[d] is a pure delay at the end; no request waits for another's.
///
/// One request alone: latency + fixed + positioning + size / bandwidth.
/// Saturated: min(servers / fixed, bandwidth / size) requests per second; with one server
/// 1 / (fixed + positioning + size / bandwidth).
struct Device {
  std::string name;
  Bytes capacity{0};
  PerDirection<Seconds> latency;
  int servers = 1;
  PerDirection<Seconds> fixed;
  PerDirection<BytesPerSecond> bandwidth;  ///< outermost zone; infinity: transfers take no time
  double variability = 0;                  ///< coefficient of variation of the time on a server
  /// Relative slow-down of a request on server and channel that starts while the other direction is
  /// in service.
  double interference = 0;
  std::optional<Positioning> positioning;
  std::optional<WriteCliff> cliff;
  std::vector<Bucket> buckets;
};

/// One request to one device.
struct DeviceRequest {
  Direction direction = Direction::read;
  Bytes size{0};
  Bytes offset{0};
};

/// One sentence on what makes the device impossible, nullopt if nothing does.
std::optional<std::string> fault(const Device& device);

/// The write cliff as a token bucket of bytes for writes: it earns at the steady bandwidth, spends
/// at bandwidth.write and holds fast_capacity (1 - steady/fast), so that a full one lasts for
/// fast_capacity bytes of writes at full speed. nullopt without a cliff.
std::optional<Bucket> cliff_bucket(const Device& device);

/// The device's buckets, the cliff's included: all that a simulator has to pass.
std::vector<Bucket> all_buckets(const Device& device);

}  // namespace headroom::models
