// SPDX-License-Identifier: Apache-2.0
#include "base/units_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <system_error>
#include <utility>

namespace headroom {
namespace {

constexpr double largest_count = 0x1p53;  // whole numbers beyond it are not exact in a double

struct Unit {
  std::string_view symbol;
  double si;

  /// Fractions of a unit are divided by the whole number that they stand for: 7 % is then 0.07 to
  /// the last digit.
  double times(double number) const { return si < 1 ? number / std::round(1 / si) : number * si; }
};

constexpr std::array size_units = {Unit{"B", 1},        Unit{"kB", 1e3},     Unit{"KB", 1e3},
                                   Unit{"MB", 1e6},     Unit{"GB", 1e9},     Unit{"TB", 1e12},
                                   Unit{"PB", 1e15},    Unit{"KiB", 0x1p10}, Unit{"MiB", 0x1p20},
                                   Unit{"GiB", 0x1p30}, Unit{"TiB", 0x1p40}, Unit{"PiB", 0x1p50}};
constexpr std::array bit_units = {Unit{"bit", 1.0 / 8}, Unit{"kbit", 1e3 / 8},
                                  Unit{"Mbit", 1e6 / 8}, Unit{"Gbit", 1e9 / 8},
                                  Unit{"Tbit", 1e12 / 8}};
// "µs" is spelled with the micro sign or the Greek letter.
constexpr std::array time_units = {
    Unit{"ns", 1e-9},        Unit{"us", 1e-6}, Unit{"\xC2\xB5s", 1e-6},
    Unit{"\xCE\xBCs", 1e-6}, Unit{"ms", 1e-3}, Unit{"s", 1},
    Unit{"min", 60},         Unit{"h", 3600},  Unit{"d", 86400}};
constexpr std::array decimal_prefixes = {Unit{"k", 1e3}, Unit{"M", 1e6}, Unit{"G", 1e9}};
// Nouns before which an attached prefix is understood: 550 kmsg/s, 16 kIOPS.
constexpr std::array<std::string_view, 16> countable = {
    "msg",  "msgs",    "message", "messages", "req",  "requests", "op",      "ops",
    "IOPS", "records", "writes",  "reads",    "rows", "events",   "queries", "io"};

constexpr std::string_view size_hint = "write it in B, kB, MB, GB, TB, KiB, MiB, GiB or TiB";
constexpr std::string_view bandwidth_hint =
    "write it in B/s, kB/s, MB/s, GB/s, KiB/s, MiB/s, GiB/s, Mbit/s or Gbit/s";
constexpr std::string_view time_hint = "write it in ns, us, ms, s, min, h or d";
constexpr std::string_view rate_hint =
    "write it like 3000/s, 3000 IOPS, 550k msg/s (k, M or G) or 7200 rpm";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// A text cut into its number and what follows.
struct Reading {
  std::string_view text;
  double number = 0;
  std::string_view digits;
  std::string_view unit;

  [[noreturn]] void refuse(std::string_view why, std::string_view hint) const {
    constexpr std::size_t quoted = 60;
    const std::string_view dots = text.size() > quoted ? "..." : "";
    throw QuantityError(fmt::format("\"{}{}\" {}", text.substr(0, quoted), dots, why),
                        std::string(hint));
  }
};

std::string_view hint_for(Dimension dimension) {
  switch (dimension) {
    case Dimension::count:
      return "write a whole number, like 16";
    case Dimension::number:
      return "write a number, like 1.5";
    case Dimension::fraction:
      return "write it like 0.85 or 85 %";
    case Dimension::bytes:
      return size_hint;
    case Dimension::seconds:
      return time_hint;
    case Dimension::bytes_per_second:
      return bandwidth_hint;
    case Dimension::per_second:
      return rate_hint;
  }
  return "";
}

Reading read_number(std::string_view text, Dimension dimension) {
  Reading reading{trimmed(text), 0, {}, {}};
  const char* const begin = reading.text.data();
  const char* const end = begin + reading.text.size();
  const auto [stop, error] = std::from_chars(begin, end, reading.number);
  if (error == std::errc::invalid_argument) reading.refuse("is not a number", hint_for(dimension));
  if (error == std::errc::result_out_of_range) {
    reading.refuse("is out of range", "write a number between 1e-300 and 1e300");
  }
  if (!std::isfinite(reading.number)) reading.refuse("is not finite", hint_for(dimension));
  const auto length = static_cast<std::size_t>(stop - begin);
  reading.digits = reading.text.substr(0, length);
  reading.unit = trimmed(reading.text.substr(length));
  if (!reading.unit.empty() &&
      std::string_view(",_'").find(reading.unit[0]) != std::string_view::npos) {
    reading.refuse("has a separator inside the number",
                   "write the digits alone, with a decimal point");
  }
  if (reading.number < 0 && dimension != Dimension::number) {
    reading.refuse("is negative", "write a number of at least 0");
  }
  return reading;
}

const Unit* find_unit(std::span<const Unit> units, std::string_view symbol) {
  const auto found = std::find_if(units.begin(), units.end(),
                                  [&](const Unit& unit) { return unit.symbol == symbol; });
  return found == units.end() ? nullptr : &*found;
}

/// 1 for k, 2 for M, ... when `unit` is a sloppy spelling of a multiple of bytes or bits ("K",
/// "mb", "Kib", "gbit"), 0 for plain bytes or bits, -1 for anything else.
int sloppy_power(std::string_view unit) {
  constexpr std::string_view prefixes = "kmgtp";
  constexpr std::array<std::string_view, 8> tails = {"",    "b",    "ib",   "i",
                                                     "bit", "bits", "byte", "bytes"};
  const std::string lower = lower_case(unit);
  const auto is_tail = [&](std::string_view tail) {
    return std::find(tails.begin(), tails.end(), tail) != tails.end();
  };
  if (lower.empty()) return -1;
  const auto prefix = prefixes.find(lower[0]);
  if (prefix != std::string_view::npos && is_tail(std::string_view(lower).substr(1))) {
    return static_cast<int>(prefix) + 1;
  }
  return is_tail(lower) ? 0 : -1;
}

std::string amount(double value, std::string_view unit) {
  return fmt::format("{} {}", std::round(value * 1e3) / 1e3, unit);
}

/// "64 KiB (65536 bytes) or 64 kB (64000 bytes)" and the like for a sloppy unit, else the list of
/// units.
std::string byte_hint(const Reading& reading, bool is_rate) {
  std::string_view unit = reading.unit;
  if (is_rate) {
    for (const std::string_view tail : {"/s", "ps", "/sec"}) {
      if (unit.size() > tail.size() && unit.ends_with(tail)) unit.remove_suffix(tail.size());
    }
  }
  const int power = sloppy_power(unit);
  if (power < 1) return std::string(is_rate ? bandwidth_hint : size_hint);
  const char* const bytes = is_rate ? "bytes/s" : "bytes";
  const char* const tail = is_rate ? "/s" : "";
  const auto letter = std::string_view("KMGTP")[static_cast<std::size_t>(power) - 1];
  const auto decimal_letter = power == 1 ? 'k' : letter;
  std::string hint =
      fmt::format("write {0} {1}iB{2} ({3}) or {0} {4}B{2} ({5})", reading.digits, letter, tail,
                  amount(reading.number * std::pow(1024, power), bytes), decimal_letter,
                  amount(reading.number * std::pow(1000, power), bytes));
  const bool may_be_bits = unit.size() > 1 && unit[1] == 'b' && power < 5;
  if (is_rate && may_be_bits) {
    hint += fmt::format(", or {} {}bit/s ({})", reading.digits, decimal_letter,
                        amount(reading.number * std::pow(1000, power) / 8, bytes));
  }
  return hint;
}

Unit byte_unit(const Reading& reading) {
  const Unit* const unit = find_unit(size_units, reading.unit);
  if (unit == nullptr) reading.refuse("has no known unit", byte_hint(reading, false));
  return *unit;
}

Unit bandwidth_unit(const Reading& reading) {
  std::string_view symbol = reading.unit;
  if (symbol.ends_with("/s")) {
    symbol.remove_suffix(2);
    const Unit* unit = find_unit(size_units, symbol);
    if (unit == nullptr) unit = find_unit(bit_units, symbol);
    if (unit != nullptr) return *unit;
  }
  reading.refuse("has no known unit", byte_hint(reading, true));
}

Unit time_unit(const Reading& reading) {
  const Unit* const unit = find_unit(time_units, reading.unit);
  if (unit == nullptr) reading.refuse("has no known unit", time_hint);
  return *unit;
}

/// Takes a k, M or G off the front of `unit` where it can only be a prefix: alone, or before a
/// countable noun.
Unit take_decimal_prefix(std::string_view& unit) {
  const Unit* const prefix = find_unit(decimal_prefixes, unit.substr(0, 1));
  if (prefix == nullptr) return {"", 1};
  const std::string_view rest = unit.substr(1);
  const std::string_view noun = rest.substr(0, rest.find('/'));
  const bool is_alone = rest.empty() || rest[0] == '/' || rest[0] == ' ' || rest[0] == '\t';
  if (!is_alone && std::find(countable.begin(), countable.end(), noun) == countable.end()) {
    return {"", 1};
  }
  unit = trimmed(rest);
  return *prefix;
}

/// A single word that cannot be a unit or a prefixed word: "kfoo" may mean a thousand of foo, so it
/// is not taken.
bool is_noun(std::string_view word) {
  if (word == "key" || word == "keys") return true;
  const bool is_word = word.size() > 1 && std::all_of(word.begin(), word.end(), [](char c) {
                         return is_letter(c) || c == '_' || c == '-';
                       });
  const bool may_be_prefixed = std::string_view("kKMG").find(word[0]) != std::string_view::npos;
  return is_word && !may_be_prefixed && sloppy_power(word) < 0;
}

Unit rate_unit(const Reading& reading) {
  std::string_view unit = reading.unit;
  if (lower_case(unit) == "rpm") return {"rpm", 1.0 / 60};
  const Unit prefix = take_decimal_prefix(unit);
  if (lower_case(unit) == "iops") return prefix;
  if (!unit.ends_with("/s")) reading.refuse("has no known unit", rate_hint);
  unit = trimmed(unit.substr(0, unit.size() - 2));
  if (!unit.empty() && !is_noun(unit)) reading.refuse("has no known unit", rate_hint);
  return prefix;
}

Unit fraction_unit(const Reading& reading) {
  if (reading.unit != "%") reading.refuse("has no known unit", hint_for(Dimension::fraction));
  return {"%", 0.01};
}

Unit read_unit(const Reading& reading, Dimension dimension) {
  switch (dimension) {
    case Dimension::count:
    case Dimension::number:
      reading.refuse("takes no unit", hint_for(dimension));
    case Dimension::fraction:
      return fraction_unit(reading);
    case Dimension::bytes:
      return byte_unit(reading);
    case Dimension::seconds:
      return time_unit(reading);
    case Dimension::bytes_per_second:
      return bandwidth_unit(reading);
    case Dimension::per_second:
      return rate_unit(reading);
  }
  return {"", 1};
}

bool needs_unit(Dimension dimension) {
  return dimension != Dimension::count && dimension != Dimension::number &&
         dimension != Dimension::fraction;
}

/// A unit of output, used from the magnitude `from` on.
struct Step {
  double from;
  Unit unit;
};

// A decimal prefix starts where three digits would round up to it, a binary one where the whole
// number would.
constexpr double near_decimal = 0.9995;
constexpr double near_binary = 1023.5 / 1024;
constexpr std::array size_steps = {
    Step{near_binary * 0x1p50, {"PiB", 0x1p50}}, Step{near_binary * 0x1p40, {"TiB", 0x1p40}},
    Step{near_binary * 0x1p30, {"GiB", 0x1p30}}, Step{near_binary * 0x1p20, {"MiB", 0x1p20}},
    Step{near_binary * 0x1p10, {"KiB", 0x1p10}}, Step{0, {"B", 1}}};
constexpr std::array bandwidth_steps = {
    Step{near_decimal * 1e12, {"TB/s", 1e12}}, Step{near_decimal * 1e9, {"GB/s", 1e9}},
    Step{near_decimal * 1e6, {"MB/s", 1e6}}, Step{near_decimal * 1e3, {"kB/s", 1e3}},
    Step{0, {"B/s", 1}}};
constexpr std::array time_steps = {Step{2 * 86400.0, {"d", 86400}},
                                   Step{3600, {"h", 3600}},
                                   Step{120, {"min", 60}},
                                   Step{near_decimal, {"s", 1}},
                                   Step{near_decimal * 1e-3, {"ms", 1e-3}},
                                   Step{near_decimal * 1e-6, {"us", 1e-6}},
                                   Step{0, {"ns", 1e-9}}};
// Up to 9999 a rate is shown whole.
constexpr std::array rate_steps = {Step{near_decimal * 1e9, {" G", 1e9}},
                                   Step{near_decimal * 1e6, {" M", 1e6}}, Step{9999.5, {" k", 1e3}},
                                   Step{0, {"", 1}}};

std::string three_digits(double value) {
  const double magnitude = std::abs(value);
  const bool is_long = magnitude >= 999.5 && magnitude < 1e6;
  return is_long ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

/// The step for `si`: the last one for 0, the first for infinities and NaN.
const Step& step_for(double si, std::span<const Step> steps) {
  for (const Step& step : steps) {
    if (!(std::abs(si) < step.from)) return step;
  }
  return steps[steps.size() - 1];
}

std::string format_in(double si, std::span<const Step> steps) {
  const Unit& unit = step_for(si, steps).unit;
  return fmt::format("{} {}", three_digits(si / unit.si), unit.symbol);
}

std::string format_rate(double si, std::string_view noun) {
  const Unit& unit = step_for(si, rate_steps).unit;
  const std::string number = three_digits(si / unit.si) + std::string(unit.symbol);
  if (noun == "IOPS") return number + " IOPS";
  return noun.empty() ? number + "/s" : fmt::format("{} {}/s", number, noun);
}

}  // namespace

QuantityError::QuantityError(const std::string& message_text, std::string hint_text)
    : std::runtime_error(message_text), message(message_text), hint(std::move(hint_text)) {}

double parse_quantity(std::string_view text, Dimension dimension) {
  const Reading reading = read_number(text, dimension);
  if (reading.unit.empty()) {
    if (needs_unit(dimension) && reading.number != 0) {
      reading.refuse("has no unit", hint_for(dimension));
    }
    const bool is_whole = std::trunc(reading.number) == reading.number;
    if (dimension == Dimension::count && !(is_whole && reading.number <= largest_count)) {
      reading.refuse("is not a whole number", hint_for(dimension));
    }
    return reading.number;
  }
  const double value = read_unit(reading, dimension).times(reading.number);
  if (!std::isfinite(value)) reading.refuse("is out of range", "write a smaller number");
  return value;
}

std::string format_quantity(double si, Dimension dimension, std::string_view noun) {
  if (dimension == Dimension::count) return fmt::format("{:.0f}", si);
  if (dimension == Dimension::number) return fmt::format("{:.4g}", si);
  // 999.5 us is 0.000999499... in binary: what is a tie on paper is rounded up, in digits and unit
  // alike.
  const double value = si * (1 + 1e-12);
  switch (dimension) {
    case Dimension::fraction:
      return three_digits(value * 100) + " %";
    case Dimension::bytes:
      return format_in(value, size_steps);
    case Dimension::seconds:
      return si == 0 ? "0 s" : format_in(value, time_steps);
    case Dimension::bytes_per_second:
      return format_in(value, bandwidth_steps);
    default:
      return format_rate(value, noun);
  }
}

}  // namespace headroom
