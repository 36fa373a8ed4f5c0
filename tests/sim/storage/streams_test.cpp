// SPDX-License-Identifier: Apache-2.0
// A disk that follows streams. Its every positioning takes 10 ms, a request of 100 kB 1 ms, so that
// the time of a run tells how often the head was moved.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "sim/storage/member.h"
#include "tests/sim/storage/devices.h"

using namespace headroom;
using namespace headroom::sim;
using namespace headroom::sim::testing;
using models::Device;
using models::Direction;

namespace {

constexpr std::int64_t size_bytes = 100'000;
constexpr std::int64_t apart_bytes = 10'000'000'000;

/// What a run of requests shows.
struct Moves {
  double share;  ///< of the requests that moved the head
  double error;  ///< standard error of a binomial share
};

/// `streams` sequential streams ask in turn, `depth` requests in flight.
Moves run(Device device, Direction direction, int streams, int depth) {
  device.fixed = {Seconds{0}, Seconds{0}};
  Member disk(device, 1, Random(5));
  constexpr int count = 20000;
  std::vector<double> done;
  for (int i = 0; i < count; ++i) {
    const double now = i < depth ? 0 : done[static_cast<std::size_t>(i - depth)];
    const std::int64_t offset = i % streams * apart_bytes + i / streams * size_bytes;
    done.push_back(disk.serve(now, direction, offset, size_bytes));
  }
  const double share = (done.back() - count * 0.001) / (count * 0.010);
  return {share, std::sqrt(share * (1 - share) / count)};
}

}  // namespace

TEST_CASE("one stream never moves the head", "[streams]") {
  const auto direction = GENERATE(Direction::read, Direction::write);
  CHECK(run(constant_seek(10_ms, 8), direction, 1, 1).share == Approx(0).margin(1e-4));
}

TEST_CASE("a drive reads ahead on as many streams as it has segments", "[streams]") {
  CHECK(run(constant_seek(10_ms, 8), Direction::read, 8, 1).share < 0.001);
  CHECK(run(constant_seek(10_ms, 8), Direction::read, 9, 1).share > 0.999);
}

TEST_CASE("writes one at a time move the head for each stream in turn", "[streams]") {
  CHECK(run(constant_seek(10_ms, 8), Direction::write, 2, 1).share > 0.999);
}

TEST_CASE("queued writes are served stream by stream", "[streams]") {
  // With q queued and s streams one in q / s moves the head.
  const int streams = GENERATE(2, 4, 8);
  const int depth = GENERATE(8, 32);
  const Moves moves = run(constant_seek(10_ms, 8), Direction::write, streams, depth);
  const double expected = static_cast<double>(streams) / depth;
  INFO("streams " << streams << ", depth " << depth << ", share " << moves.share);
  CHECK(std::abs(moves.share - expected) < 4 * moves.error + 0.002);
}

TEST_CASE("a write cache gathers as if its whole queue were waiting", "[streams]") {
  Device device = constant_seek(10_ms, 8);
  device.positioning->has_write_cache = true;
  device.positioning->queue_limit = 40;
  const Moves moves = run(device, Direction::write, 4, 1);
  CHECK(std::abs(moves.share - 0.1) < 4 * moves.error + 0.002);
}

TEST_CASE("a stream that has ended takes no part in the gathering", "[streams]") {
  Device device = constant_seek(10_ms, 8);
  device.fixed = {Seconds{0}, Seconds{0}};
  Member disk(device, 1, Random(5));
  std::vector<double> done;
  // Eight streams once each; then two go on, 16 deep.
  for (int i = 0; i < 8; ++i)
    done.push_back(disk.serve(0, Direction::write, i * apart_bytes, size_bytes));
  const double begun = done.back();
  constexpr int count = 20000;
  for (std::size_t i = 0; i < count; ++i) {
    const double now = done[i < 8 ? i : i + 8 - 16];
    const auto turn = static_cast<std::int64_t>(i);
    const std::int64_t offset = turn % 2 * apart_bytes + (turn / 2 + 1) * size_bytes;
    done.push_back(disk.serve(now, Direction::write, offset, size_bytes));
  }
  const double share = (done.back() - begun - count * 0.001) / (count * 0.010);
  CHECK(share == Approx(2.0 / 16).margin(4 * std::sqrt(0.125 * 0.875 / count) + 0.002));
}

TEST_CASE("a queue of random requests shortens positioning by its gain", "[streams]") {
  Device device = constant_seek(10_ms, 1);
  device.positioning->queue_gain = 0.5;
  device.positioning->queue_limit = 16;
  const auto time_at = [&](int depth) {
    Member disk(device, 1, Random(5));
    std::vector<double> done;
    for (std::int64_t i = 0; i < 4000; ++i) {
      const double now = i < depth ? 0 : done[static_cast<std::size_t>(i - depth)];
      done.push_back(disk.serve(now, Direction::read, (i * 7919 % 4000 + 1) * 200'000'000, 4096));
    }
    return done.back() / 4000 - 0.0002 - 4096 / 100e6;  // overhead, transfer
  };
  CHECK(time_at(1) == Approx(0.010));
  CHECK(time_at(4) == Approx(0.005).epsilon(0.01));     // 1 / sqrt(4)
  CHECK(time_at(16) == Approx(0.0025).epsilon(0.01));   // 1 / sqrt(16)
  CHECK(time_at(256) == Approx(0.0025).epsilon(0.01));  // the queue sees 16
}
