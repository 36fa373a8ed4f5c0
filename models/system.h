// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/units.h"
#include "models/array/array.h"
#include "models/broker/kafka.h"
#include "models/device/device.h"
#include "models/host/host.h"

namespace headroom::models {

/// The block storage of one host: an array of equal disks, what caps it, and how unequal its
/// members really are.
struct Storage {
  Array array;
  Device disk;
  /// Relative standard deviation of the speed of one member to the next (0 = identical). A stripe
  /// runs at its slowest member [CLGKP94]; volumes of one cloud type differ [SDQ10].
  double member_spread = 0;
  /// What the controller or bus of the array carries, host side, both directions together; 0 = no
  /// limit.
  BytesPerSecond ceiling{0};
  /// The link between host and disks, each direction, member side: mirrors and parity cross it too;
  /// 0 = no limit.
  BytesPerSecond link{0};
  /// Credits of that link, which all requests to members pass: bytes and requests, both directions
  /// together.
  std::vector<Bucket> link_buckets;
  /// Share of the rows of a sequential buffered stream that reach md as partial stripes (stripe
  /// cache under pressure).
  double partial_stripes = 0;
  /// Bytes in flight to one member when the kernel writes back (requests in its queue times their
  /// size).
  Bytes device_window{0};
};

/// Block I/O by a program such as fio or dd: closed with `queue_depth` requests in flight.
struct IoWorkload {
  bool is_sequential = true;
  double read_share = 0;  ///< of the requests
  Bytes io_size{0};
  int queue_depth = 1;
  /// Through the page cache: requests are merged and split by the kernel, so io_size and
  /// queue_depth no longer reach the disks; whole rows do, with `Storage::device_window` bytes in
  /// flight for each member.
  bool is_buffered = false;
  Bytes span{0};  ///< region that random requests fall into; 0 = the whole array
};

/// All that a simulation needs to know.
struct System {
  Host host;
  Storage storage;
  int brokers = 1;  ///< hosts of this build; 1 for an IoWorkload
  Kafka kafka;
  std::variant<IoWorkload, MessageWorkload> workload;
};

}  // namespace headroom::models
