// SPDX-License-Identifier: Apache-2.0
#include "models/device/flash.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace headroom::models {
namespace {

constexpr Bytes small_request{0x1p12};

// More servers would change nothing but the cost of simulating them.
constexpr int most_servers = 32;

void refuse_contradictions(const Flash& drive, Direction d) {
  if (!(drive.iops[d] > PerSecond{0}) || !(drive.bandwidth[d] > BytesPerSecond{0})) {
    throw std::invalid_argument("a flash drive's IOPS and bandwidth are positive");
  }
  if (!(drive.iops[d] * small_request <= drive.bandwidth[d])) {
    throw std::invalid_argument("a flash drive's IOPS x 4 KiB are not above its bandwidth");
  }
  if (!(drive.iops[d] * drive.latency[d] >= 1)) {
    throw std::invalid_argument(
        "a flash drive's IOPS are not below 1 / latency, the rate of one request at a time; "
        "describe a throttled drive by a token bucket");
  }
}

// Requests in service at saturation, by Little's law, without the one in transfer.
int servers_of(const Flash& drive) {
  double allowed = std::numeric_limits<double>::infinity();
  for (const Direction d : {Direction::read, Direction::write}) {
    const Seconds inside = drive.latency[d] - small_request / drive.bandwidth[d];
    allowed = std::min(allowed, std::max(1.0, std::floor(drive.iops[d] * inside)));
  }
  if (drive.parallelism > allowed) {
    throw std::invalid_argument("a flash drive's parallelism is not above IOPS x latency");
  }
  if (drive.parallelism > 0) return drive.parallelism;
  return allowed < most_servers ? static_cast<int>(allowed) : most_servers;
}

}  // namespace

Device flash(const Flash& drive) {
  for (const Direction d : {Direction::read, Direction::write}) refuse_contradictions(drive, d);
  Device device;
  device.name = drive.name;
  device.capacity = drive.capacity;
  device.servers = servers_of(drive);
  device.bandwidth = drive.bandwidth;
  device.variability = drive.variability;
  device.interference = drive.interference;
  device.cliff = drive.cliff;
  for (const Direction d : {Direction::read, Direction::write}) {
    const Seconds transfer = small_request / drive.bandwidth[d];
    const Seconds held = device.servers / drive.iops[d];  // by one request on its server
    device.fixed[d] = device.servers == 1 ? held - transfer : held;
    const Seconds rest = drive.latency[d] - device.fixed[d] - transfer;
    device.latency[d] = std::max(rest, Seconds{0});  // below 0 only by rounding
  }
  if (const auto found = fault(device)) throw std::invalid_argument(*found);
  return device;
}

}  // namespace headroom::models
