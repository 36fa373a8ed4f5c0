// SPDX-License-Identifier: Apache-2.0
#include "base/units_text.h"

#include <catch2/catch.hpp>
#include <clocale>
#include <cmath>
#include <limits>
#include <random>

#include "base/units.h"

using namespace headroom;
using enum Dimension;

namespace {

/// The message and hint with which `text` is refused; "" if it is taken.
std::string refusal(std::string_view text, Dimension dimension) {
  try {
    parse_quantity(text, dimension);
  } catch (const QuantityError& error) {
    CHECK(error.what() == error.message);
    return error.message + " | " + error.hint;
  }
  return "";
}

constexpr const char* size_units = " | write it in B, kB, MB, GB, TB, KiB, MiB, GiB or TiB";
constexpr const char* rate_units =
    " | write it like 3000/s, 3000 IOPS, 550k msg/s (k, M or G) or 7200 rpm";

}  // namespace

TEST_CASE("sizes are read in decimal and binary units") {
  CHECK(parse_quantity("512B", bytes) == 512);
  CHECK(parse_quantity("64 kB", bytes) == (64_kB).si());
  CHECK(parse_quantity("64 KB", bytes) == (64_kB).si());
  CHECK(parse_quantity("64KiB", bytes) == (64_KiB).si());
  CHECK(parse_quantity("1.5 MB", bytes) == (1.5_MB).si());
  CHECK(parse_quantity("2MiB", bytes) == (2_MiB).si());
  CHECK(parse_quantity("3 GB", bytes) == (3_GB).si());
  CHECK(parse_quantity("3 GiB", bytes) == (3_GiB).si());
  CHECK(parse_quantity("4 TB", bytes) == (4_TB).si());
  CHECK(parse_quantity("4 TiB", bytes) == (4_TiB).si());
  CHECK(parse_quantity("2 PB", bytes) == 2e15);
  CHECK(parse_quantity("1 PiB", bytes) == 0x1p50);
}

TEST_CASE("durations are read from nanoseconds to days") {
  CHECK(parse_quantity("30ns", seconds) == (30_ns).si());
  CHECK(parse_quantity("120 us", seconds) == (120_us).si());
  CHECK(parse_quantity("120 \xC2\xB5s", seconds) == (120_us).si());
  CHECK(parse_quantity("120 \xCE\xBCs", seconds) == (120_us).si());
  CHECK(parse_quantity("20 ms", seconds) == (20_ms).si());
  CHECK(parse_quantity("1e3 s", seconds) == 1000);
  CHECK(parse_quantity("2 min", seconds) == 120);
  CHECK(parse_quantity("1.5 h", seconds) == (1.5_h).si());
  CHECK(parse_quantity("2 d", seconds) == 172800);
}

TEST_CASE("bandwidths are read in bytes and in bits") {
  CHECK(parse_quantity("250 MB/s", bytes_per_second) == (250_MBps).si());
  CHECK(parse_quantity("125MiB/s", bytes_per_second) == (125_MiBps).si());
  CHECK(parse_quantity("10 Gbit/s", bytes_per_second) == (10_Gbitps).si());
  CHECK(parse_quantity("100 Mbit/s", bytes_per_second) == 12.5e6);
  CHECK(parse_quantity("64 kbit/s", bytes_per_second) == 8000);
  CHECK(parse_quantity("8 bit/s", bytes_per_second) == 1);
}

TEST_CASE("rates are read with any noun and a decimal prefix") {
  CHECK(parse_quantity("3000/s", per_second) == 3000);
  CHECK(parse_quantity("3000 IOPS", per_second) == 3000);
  CHECK(parse_quantity("16k IOPS", per_second) == 16000);
  CHECK(parse_quantity("16 kIOPS", per_second) == 16000);
  CHECK(parse_quantity("550k msg/s", per_second) == 550000);
  CHECK(parse_quantity("550 k msg/s", per_second) == 550000);
  CHECK(parse_quantity("550 kmsg/s", per_second) == 550000);
  CHECK(parse_quantity("1.5M msg/s", per_second) == 1.5e6);
  CHECK(parse_quantity("2G/s", per_second) == 2e9);
  CHECK(parse_quantity("12 keys/s", per_second) == 12);
  CHECK(parse_quantity("7200 rpm", per_second) == 120);
  CHECK(parse_quantity("10 small-writes/s", per_second) == 10);
}

TEST_CASE("fractions, numbers and counts are read bare") {
  CHECK(parse_quantity("0.85", fraction) == 0.85);
  CHECK(parse_quantity("85 %", fraction) == 0.85);
  CHECK(parse_quantity("7%", fraction) == 0.07);
  CHECK(parse_quantity("-0.5", number) == -0.5);
  CHECK(parse_quantity(" 16\t", count) == 16);
}

TEST_CASE("zero needs no unit") {
  for (const Dimension dimension : {bytes, seconds, bytes_per_second, per_second}) {
    CHECK(parse_quantity("0", dimension) == 0);
    CHECK_FALSE(refusal("1", dimension).empty());
  }
  CHECK_FALSE(refusal("0 parsecs", bytes).empty());
}

TEST_CASE("a sloppy unit of size is refused with both readings") {
  CHECK(refusal("64 K", bytes) ==
        "\"64 K\" has no known unit | write 64 KiB (65536 bytes) or 64 kB (64000 bytes)");
  CHECK(refusal("64k", bytes) ==
        "\"64k\" has no known unit | write 64 KiB (65536 bytes) or 64 kB (64000 bytes)");
  CHECK(refusal("8 kb", bytes) ==
        "\"8 kb\" has no known unit | write 8 KiB (8192 bytes) or 8 kB (8000 bytes)");
  CHECK(refusal("1.5 M", bytes) ==
        "\"1.5 M\" has no known unit | write 1.5 MiB (1572864 bytes) or 1.5 MB (1500000 bytes)");
  CHECK(refusal("1 mib", bytes) ==
        "\"1 mib\" has no known unit | write 1 MiB (1048576 bytes) or 1 MB (1000000 bytes)");
  CHECK(refusal("2 Gb", bytes) ==
        "\"2 Gb\" has no known unit | write 2 GiB (2147483648 bytes) or 2 GB (2000000000 bytes)");
  CHECK(refusal("3 T", bytes) ==
        "\"3 T\" has no known unit | write 3 TiB (3298534883328 bytes) or "
        "3 TB (3000000000000 bytes)");
}

TEST_CASE("a sloppy unit of bandwidth is refused with all readings") {
  CHECK(refusal("100 Mb/s", bytes_per_second) ==
        "\"100 Mb/s\" has no known unit | write 100 MiB/s (104857600 bytes/s) or 100 MB/s "
        "(100000000 bytes/s), or 100 Mbit/s (12500000 bytes/s)");
  CHECK(refusal("1 Gbps", bytes_per_second) ==
        "\"1 Gbps\" has no known unit | write 1 GiB/s (1073741824 bytes/s) or 1 GB/s "
        "(1000000000 bytes/s), or 1 Gbit/s (125000000 bytes/s)");
  CHECK(refusal("1 Pb/s", bytes_per_second) ==
        "\"1 Pb/s\" has no known unit | write 1 PiB/s (1125899906842624 bytes/s) or 1 PB/s "
        "(1000000000000000 bytes/s)");
  CHECK(refusal("5 MB", bytes_per_second) ==
        "\"5 MB\" has no known unit | write 5 MiB/s (5242880 bytes/s) or 5 MB/s (5000000 bytes/s)");
  CHECK(refusal("5 parsecs", bytes_per_second) ==
        "\"5 parsecs\" has no known unit | write it in B/s, kB/s, MB/s, GB/s, KiB/s, MiB/s, GiB/s, "
        "Mbit/s or Gbit/s");
}

TEST_CASE("a missing or foreign unit is refused with the units that fit") {
  CHECK(refusal("64", bytes) == std::string("\"64\" has no unit") + size_units);
  CHECK(refusal("64 MB/s", bytes) == std::string("\"64 MB/s\" has no known unit") + size_units);
  CHECK(refusal("64 i", bytes) == std::string("\"64 i\" has no known unit") + size_units);
  CHECK(refusal("3 m", seconds) ==
        "\"3 m\" has no known unit | write it in ns, us, ms, s, min, h or d");
  CHECK(refusal("3 MS", seconds) ==
        "\"3 MS\" has no known unit | write it in ns, us, ms, s, min, h or d");
  CHECK(refusal("5 %", number) == "\"5 %\" takes no unit | write a number, like 1.5");
  CHECK(refusal("4k", count) == "\"4k\" takes no unit | write a whole number, like 16");
  CHECK(refusal("5 percent", fraction) ==
        "\"5 percent\" has no known unit | write it like 0.85 or 85 %");
}

TEST_CASE("a rate that could be a bandwidth or hide a prefix is refused") {
  for (const char* text :
       {"5 MB/s", "5 mb/s", "5 B/s", "5 bytes/s", "5 Mbit/s", "550K msg/s", "5 m/s", "550 kfoo/s",
        "550k", "3000 msg", "3000 msg/sec", "3000 4k/s", "10 small writes/s"}) {
    CHECK(refusal(text, per_second) ==
          "\"" + std::string(text) + "\" has no known unit" + rate_units);
  }
}

TEST_CASE("what is not a finite number is refused") {
  CHECK(refusal("", count) == "\"\" is not a number | write a whole number, like 16");
  CHECK(refusal("fast", number) == "\"fast\" is not a number | write a number, like 1.5");
  CHECK(refusal("+5", number) == "\"+5\" is not a number | write a number, like 1.5");
  CHECK(refusal("nan", number) == "\"nan\" is not finite | write a number, like 1.5");
  CHECK(refusal("inf s", seconds) ==
        "\"inf s\" is not finite | write it in ns, us, ms, s, min, h or d");
  CHECK(refusal("1e999 B", bytes) ==
        "\"1e999 B\" is out of range | write a number between 1e-300 and 1e300");
  CHECK(refusal("1e308 kB", bytes) == "\"1e308 kB\" is out of range | write a smaller number");
  CHECK(refusal("1,000 MB", bytes) ==
        "\"1,000 MB\" has a separator inside the number | write the "
        "digits alone, with a decimal point");
  CHECK(refusal("0x10", count) == "\"0x10\" takes no unit | write a whole number, like 16");
  CHECK(refusal("1.5", count) == "\"1.5\" is not a whole number | write a whole number, like 16");
  CHECK(refusal("1e17", count) == "\"1e17\" is not a whole number | write a whole number, like 16");
}

TEST_CASE("only a plain number may be negative") {
  for (const Dimension dimension :
       {count, fraction, bytes, seconds, bytes_per_second, per_second}) {
    CHECK(refusal("-1", dimension) == "\"-1\" is negative | write a number of at least 0");
  }
}

TEST_CASE("a refusal quotes the start of an endless text") {
  const std::string message = refusal(std::string(1'000'000, 'x'), bytes);
  CHECK(message == "\"" + std::string(60, 'x') + "...\" is not a number" + size_units);
}

TEST_CASE("the decimal point does not depend on the locale") {
  // Wherever a locale with a decimal comma is installed; elsewhere the test says the same of "C".
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(parse_quantity("1.5 kB", bytes) == 1500);
  CHECK(format_quantity(1500, bytes_per_second) == "1.5 kB/s");
  std::setlocale(LC_ALL, before.c_str());
}

TEST_CASE("quantities are printed with three digits and the unit that suits them") {
  CHECK(format_quantity(562.3e6, bytes_per_second) == "562 MB/s");
  CHECK(format_quantity(1.5e9, bytes_per_second) == "1.5 GB/s");
  CHECK(format_quantity(2e12, bytes_per_second) == "2 TB/s");
  CHECK(format_quantity(12, bytes_per_second) == "12 B/s");
  CHECK(format_quantity(4.5e3, bytes_per_second) == "4.5 kB/s");
  CHECK(format_quantity((256_KiB).si(), bytes) == "256 KiB");
  CHECK(format_quantity((1023_KiB).si(), bytes) == "1023 KiB");
  CHECK(format_quantity(512, bytes) == "512 B");
  CHECK(format_quantity((1.5_MiB).si(), bytes) == "1.5 MiB");
  CHECK(format_quantity((3_GiB).si(), bytes) == "3 GiB");
  CHECK(format_quantity((4_TiB).si(), bytes) == "4 TiB");
  CHECK(format_quantity(0x1p51, bytes) == "2 PiB");
  CHECK(format_quantity(0.85, fraction) == "85 %");
  CHECK(format_quantity(0.0012, fraction) == "0.12 %");
  CHECK(format_quantity(16, count) == "16");
  CHECK(format_quantity(-0.51234, number) == "-0.5123");
}

TEST_CASE("durations are printed from nanoseconds to days") {
  CHECK(format_quantity(30e-9, seconds) == "30 ns");
  CHECK(format_quantity(120e-6, seconds) == "120 us");
  CHECK(format_quantity(0.02, seconds) == "20 ms");
  CHECK(format_quantity(90, seconds) == "90 s");
  CHECK(format_quantity(120, seconds) == "2 min");
  CHECK(format_quantity(5400, seconds) == "1.5 h");
  CHECK(format_quantity(172800, seconds) == "2 d");
}

TEST_CASE("rates are printed with their noun, whole up to 9999") {
  CHECK(format_quantity(550e3, per_second, "msg") == "550 k msg/s");
  CHECK(format_quantity(1.5e6, per_second, "msg") == "1.5 M msg/s");
  CHECK(format_quantity(2e9, per_second) == "2 G/s");
  CHECK(format_quantity(3456, per_second, "IOPS") == "3456 IOPS");
  CHECK(format_quantity(16e3, per_second, "IOPS") == "16 k IOPS");
  CHECK(format_quantity(9999.4, per_second) == "9999/s");
  CHECK(format_quantity(9999.6, per_second) == "10 k/s");
  CHECK(format_quantity(0.25, per_second) == "0.25/s");
}

TEST_CASE("a value that rounds up to the next unit is printed in that unit") {
  CHECK(format_quantity(999.4e3, bytes_per_second) == "999 kB/s");
  CHECK(format_quantity(999.6e3, bytes_per_second) == "1 MB/s");
  CHECK(format_quantity(1023.4, bytes) == "1023 B");
  CHECK(format_quantity(1023.6, bytes) == "1 KiB");
  CHECK(format_quantity(0.9996e-3, seconds) == "1 ms");
}

TEST_CASE("zero, negative and infinite values are printed too") {
  CHECK(format_quantity(0, bytes) == "0 B");
  CHECK(format_quantity(0, seconds) == "0 s");
  CHECK(format_quantity(0, bytes_per_second) == "0 B/s");
  CHECK(format_quantity(0, per_second) == "0/s");
  CHECK(format_quantity(0, fraction) == "0 %");
  CHECK(format_quantity(-0.02, seconds) == "-20 ms");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(format_quantity(infinity, per_second) == "inf G/s");
}

TEST_CASE("what is printed is read back as the same value to three digits, and printed the same") {
  const auto dimension = GENERATE(number, fraction, bytes, seconds, bytes_per_second, per_second);
  const auto noun = GENERATE(as<std::string>{}, "", "msg", "IOPS");
  for (int exponent = -12; exponent <= 18; ++exponent) {
    for (const double mantissa : {1.0, 1.024, 1.6384, 2.5, 4.995, 7.777, 9.995, 9.9996}) {
      const double value = mantissa * std::pow(10, exponent);
      const std::string text = format_quantity(value, dimension, noun);
      CAPTURE(value, text);
      const double read = parse_quantity(text, dimension);
      CHECK(read == Approx(value).epsilon(0.005).margin(0));
      CHECK(format_quantity(read, dimension, noun) == text);
    }
  }
}

TEST_CASE("a count survives the round trip exactly") {
  for (const double value : {0.0, 1.0, 16.0, 123456789.0, 0x1p53}) {
    CHECK(parse_quantity(format_quantity(value, count), count) == value);
  }
}

TEST_CASE("arbitrary bytes are either read or refused") {
  const std::string alphabet = "0123456789.,eE+- \tkKMGTiBbpst/m%h\xC2\xB5\xff";
  std::mt19937 random(20240501);
  std::uniform_int_distribution<std::size_t> letter(0, alphabet.size() - 1);
  std::uniform_int_distribution<int> length(0, 12);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (int i = length(random); i > 0; --i) text += alphabet[letter(random)];
    for (const Dimension dimension :
         {count, number, fraction, bytes, seconds, bytes_per_second, per_second}) {
      try {
        const double value = parse_quantity(text, dimension);
        if (!std::isfinite(value)) FAIL("not finite: " << text);
      } catch (const QuantityError& error) {
        if (error.hint.empty()) FAIL("no hint for " << text);
      }
    }
  }
}
