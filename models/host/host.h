// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace headroom::models {

/// Linux write-back as the kernel documents it [KDOC-VM]: a page that stays dirty for
/// `dirty_expire` is written by a flusher that wakes every `writeback_interval`; above
/// `background_share` of memory the flusher works without waiting for age.
struct PageCache {
  double memory_share = 0.8;  ///< of the host's memory that holds file pages
  Seconds dirty_expire{30};
  Seconds writeback_interval{5};
  double background_share = 0.10;
  double dirty_share = 0.20;  ///< above it, whoever writes has to wait
  /// Bytes of one file that a lagging reader gets with one positioning: fetch size or read-ahead.
  Bytes read_run{0};
  /// Bytes of one file that the flusher keeps in flight.
  Bytes flush_window{0};
};

/// One machine.
struct Host {
  int cores = 1;
  Bytes memory{0};
  BytesPerSecond nic{0};  ///< each direction (full duplex); 0 = no limit
  PageCache cache;
};

/// How long a byte stays in the page cache before newer ones push it out (least recently used, one
/// stream of insertions): cache bytes / insertion rate. Returns infinity for a rate of 0.
Seconds cache_residence(const Host& host, BytesPerSecond insertion);

/// Share of reads that miss when readers lag by an exponentially distributed time of mean `lag`:
/// P(lag > residence).
double miss_share(Seconds lag, Seconds residence);

/// Time from one write-back of a file to the next while it is appended to all the time. It is dirty
/// again right after the flusher has passed, so it comes of age right after one of the flusher's
/// later wakes and waits for the next: (floor(dirty_expire / writeback_interval) + 1) x
/// writeback_interval.
Seconds flush_period(const PageCache& cache);

}  // namespace headroom::models
