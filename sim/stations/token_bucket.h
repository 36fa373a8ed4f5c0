// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/error.h"

namespace headroom::sim {

/// Credits that come in at a sustained rate, are saved up to a capacity, and are spent by requests:
/// IOPS and throughput limits of cloud volumes, CPU credits, network allowances. Tokens are
/// requests, bytes or seconds, as the caller likes.
///
/// The form is the generic cell rate algorithm [ITU93]: one scalar, the instant at which the bucket
/// will be full again if nobody asks, is both the level and the backlog. A request of n tokens goes
/// ahead as soon as the bucket holds n (or is full, if n is more than the capacity: the level then
/// goes below 0 and is paid back), and never before an earlier request. A second cell without
/// capacity keeps the burst rate: n tokens take n / burst_rate, and the next request waits for
/// their end. From a full bucket a demand of p tokens/s, rate < p <= burst_rate, hence gets all it
/// asks for during capacity / (p - rate) seconds, and `rate` after that.
class TokenBucket {
 public:
  /// Rates in tokens/s; burst_rate 0 = unlimited; capacity and initial_fill in tokens.
  /// Requires: rate > 0, burst_rate 0 or >= rate, capacity >= 0, 0 <= initial_fill <= capacity.
  TokenBucket(double rate, double burst_rate, double capacity, double initial_fill)
      : rate_(rate),
        capacity_(capacity),
        token_s_(1 / rate),
        burst_token_s_(burst_rate > 0 ? 1 / burst_rate : 0),
        full_s_((capacity - initial_fill) / rate) {
    check(rate > 0, "a token bucket needs a positive rate");
    check(burst_rate == 0 || burst_rate >= rate, "a burst rate lies above the sustained rate");
    check(initial_fill >= 0 && initial_fill <= capacity, "a bucket is filled within its capacity");
  }

  /// Spends `tokens` and says when the request may go ahead: now_s if there are enough.
  /// Requires: now_s not before that of an earlier call, tokens >= 0.
  double admit(double now_s, double tokens) {
    advance(now_s);
    const double enough_s = full_s_ - (capacity_ - std::min(tokens, capacity_)) * token_s_;
    const double start_s = std::max({now_s, enough_s, spaced_s_});
    full_s_ = std::max(full_s_, start_s) + tokens * token_s_;
    spaced_s_ = std::max(spaced_s_, now_s) + tokens * burst_token_s_;
    tokens_ += tokens;
    return start_s;
  }

  /// Tokens in the bucket; below 0, as many are promised to requests that wait. Requires: now_s not
  /// before the last call.
  double level(double now_s) const { return capacity_ - std::max(0.0, full_s_ - now_s) * rate_; }

  /// Lets a steady demand of demand_rate tokens/s spend for dt seconds without looking at single
  /// requests: the differential equation of the level, exact for a constant rate. Requires: as for
  /// admit; demand_rate, dt_s >= 0.
  void drift(double now_s, double demand_rate, double dt_s) {
    advance(now_s);
    const double tokens = demand_rate * dt_s;
    full_s_ = std::max(full_s_, now_s) + tokens * token_s_;
    spaced_s_ = std::max(spaced_s_, now_s) + tokens * burst_token_s_;
    tokens_ += tokens;
  }

  /// Tokens spent up to t_s, without those promised beyond; their rate over `rate` says how near
  /// the limit is. Requires: t_s not before the last call.
  double tokens_until(double t_s) const {
    const double spacing = burst_token_s_ > 0 ? (spaced_s_ - t_s) / burst_token_s_ : 0;
    return tokens_ - std::max({0.0, -level(t_s), spacing});
  }

 private:
  void advance(double now_s) {
    check(now_s >= last_s_, "a token bucket was called out of time order");
    last_s_ = now_s;
  }

  double rate_;
  double capacity_;
  double token_s_;        // seconds of refill in a token
  double burst_token_s_;  // least distance of two tokens
  double full_s_;         // when the bucket will be full, if nobody asks
  double spaced_s_ = 0;   // when the burst rate allows the next request
  double last_s_ = 0;
  double tokens_ = 0;
};

}  // namespace headroom::sim
