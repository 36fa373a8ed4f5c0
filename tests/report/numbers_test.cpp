// SPDX-License-Identifier: Apache-2.0
#include "report/numbers.h"

#include <catch2/catch.hpp>
#include <limits>

namespace headroom::report {
namespace {

const Unit messages = {Dimension::per_second, "msg"};
const Unit flow = {Dimension::bytes_per_second, ""};
const double nan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("an interval does not repeat what its three numbers have in common") {
  CHECK(quantity(Estimate{1.4e6, 1.02e6, 2.1e6}, messages) == "1.4 M msg/s (1.02..2.1)");
  CHECK(quantity(Estimate{20e-3, 15e-3, 30e-3}, {Dimension::seconds, ""}) == "20 ms (15..30)");
}

TEST_CASE("an interval across prefixes keeps each prefix") {
  CHECK(quantity(Estimate{950e3, 900e3, 1.1e6}, messages) == "950 k msg/s (900 k..1.1 M)");
  CHECK(quantity(Estimate{950e6, 900e6, 1.1e9}, flow) == "950 MB/s (900 MB/s..1.1 GB/s)");
}

TEST_CASE("an exact number stands without an interval") {
  CHECK(quantity(Estimate{562e6, 562e6, 562e6}, flow) == "562 MB/s");
  CHECK(percent(Estimate{0.5, 0.5, 0.5}) == "50 %");
  CHECK(factor({2, 2, 2}) == "2");
}

TEST_CASE("a number without a unit is not stripped of itself") {
  CHECK(factor({2, 2, 3}) == "2 (2..3)");
  CHECK(quantity(Estimate{3, 3, 4}, {Dimension::count, ""}) == "3 (3..4)");
}

TEST_CASE("per cents are whole, and small ones keep two digits") {
  CHECK(percent(0.344) == "34 %");
  CHECK(percent(1) == "100 %");
  CHECK(percent(0.0344) == "3.4 %");
  CHECK(percent(0.0994) == "9.9 %");
  CHECK(percent(0.0996) == "10 %");
  CHECK(percent(0) == "0 %");
}

TEST_CASE("errors carry their sign") {
  CHECK(signed_percent(0.12) == "+12 %");
  CHECK(signed_percent(-0.034) == "-3.4 %");
  CHECK(signed_percent(0) == "0 %");
  CHECK(signed_percent(4e-5) == "0 %");
  CHECK(signed_percent(-6.7e-16) == "0 %");
  CHECK(signed_percent(6e-5) == "+0.006 %");
  CHECK(signed_number(0.418) == "+0.42");
  CHECK(signed_number(-1) == "-1.00");
}

TEST_CASE("what is not finite is called unknown") {
  CHECK(quantity(nan, flow) == "unknown");
  CHECK(quantity(Estimate{nan, 1, 2}, flow) == "unknown");
  CHECK(percent(nan) == "unknown");
  CHECK(signed_percent(1 / 0.0) == "unknown");
  CHECK(factor(nan) == "unknown");
  CHECK(signed_number(nan) == "unknown");
}

TEST_CASE("SI symbols name what JSON and CSV count in") {
  CHECK(si_symbol(messages) == "msg/s");
  CHECK(si_symbol(flow) == "B/s");
  CHECK(si_symbol({Dimension::per_second, "IOPS"}) == "IOPS");
  CHECK(si_symbol({Dimension::per_second, ""}) == "1/s");
  CHECK(si_symbol({Dimension::bytes, ""}) == "B");
  CHECK(si_symbol({Dimension::seconds, ""}) == "s");
  CHECK(si_symbol({Dimension::fraction, ""}) == "1");
}

TEST_CASE("busy is a reading of its own only where it differs from utilisation") {
  sim::ResourceUse use;
  use.utilisation = {0.34, 0.3, 0.4};
  use.busy = {0.85, 0.8, 0.9};
  CHECK(busy_differs(use));
  use.busy = {0.345, 0.3, 0.4};
  CHECK_FALSE(busy_differs(use));
  use.busy = {};  // not counted
  CHECK_FALSE(busy_differs(use));
}

}  // namespace
}  // namespace headroom::report
