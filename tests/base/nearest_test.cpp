// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"

#include <catch2/catch.hpp>

using headroom::nearest;

namespace {
const std::vector<std::string> keys = {"chunk_size", "queue_depth", "message_size", "level",
                                       "disks"};
}

TEST_CASE("each kind of slip leads back to the key that was meant") {
  CHECK(nearest("chunk_sze", keys) == "chunk_size");     // lost
  CHECK(nearest("chunk_sizes", keys) == "chunk_size");   // added
  CHECK(nearest("queue_debth", keys) == "queue_depth");  // changed
  CHECK(nearest("levle", keys) == "level");              // swapped, one slip and not two
  CHECK(nearest("disks", keys) == "disks");
}

TEST_CASE("a swap counts as one slip") {
  // Three letters allow one slip; without the swap rule "dba" would be two changes away.
  CHECK(nearest("acb", {"abc"}) == "abc");
}

TEST_CASE("case and hyphens are no slips") {
  CHECK(nearest("Message-Size", keys) == "message_size");
  CHECK(nearest("A-B-C-D-E", {"a_b_c_d_e"}) == "a_b_c_d_e");
}

TEST_CASE("a word that is far from all candidates has no neighbour") {
  CHECK(nearest("bandwidth", keys).empty());
  CHECK(nearest("disk", {}).empty());
  CHECK(nearest("", {"a", "x_y"}).empty());
}

TEST_CASE("a short word is never replaced as a whole") {
  CHECK(nearest("a", {"b"}).empty());
  CHECK(nearest("io", {"p99"}).empty());
  CHECK(nearest("oi", {"io"}) == "io");
}

TEST_CASE("one slip is allowed per three letters begun and three at most") {
  CHECK(nearest("abcdef", {"abcdxy"}) == "abcdxy");
  CHECK(nearest("abcdef", {"abcxyz"}).empty());
  CHECK(nearest("abcdefghijklmnop", {"abcdefghijklmxyz"}) == "abcdefghijklmxyz");
  CHECK(nearest("abcdefghijklmnop", {"abcdefghijklwxyz"}).empty());
}

TEST_CASE("the nearest candidate wins, and of equals the first") {
  CHECK(nearest("wrote", {"write", "wrong", "wrote_"}) == "write");
  CHECK(nearest("reads", {"roads_", "read"}) == "read");
}

TEST_CASE("a very long word is turned down without work") {
  CHECK(nearest(std::string(1'000'000, 'x'), {std::string(1'000'010, 'x'), "chunk_size"}).empty());
}
