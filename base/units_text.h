// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace headroom {

/// What a text is expected to hold, and how it is written.
enum class Dimension {
  count,     ///< a whole number >= 0: 16
  number,    ///< any finite real number: -0.5
  fraction,  ///< 0.85 or 85 %
  bytes,  ///< 64 KiB, 4 GB; B, kB (or KB) MB GB TB PB in powers of ten, KiB MiB GiB TiB PiB of two
  seconds,           ///< 20 ms; ns us (or µs) ms s min h d
  bytes_per_second,  ///< 250 MB/s, 125 MiB/s, and bits: 10 Gbit/s
  per_second,        ///< 3000/s, 3000 IOPS, 550k msg/s (k, M, G decimal, any noun), 7200 rpm
};

/// A text that does not hold the quantity that was asked for: what is wrong with it, and what to
/// write instead. The caller knows where the text stood and makes an InputError of it.
struct QuantityError : std::runtime_error {
  QuantityError(const std::string& message_text, std::string hint_text);

  std::string message;
  std::string hint;
};

/// The value of `text` in SI units (bytes, seconds, fractions of 1). Blanks around the text and
/// before the unit do not matter; the rest must be read to its end, in the spelling of Dimension,
/// independent of the locale. Only `number` may be negative. A number without the unit that its
/// dimension needs is an error, except 0. Throws QuantityError.
double parse_quantity(std::string_view text, Dimension dimension);

/// `si` with its unit, to three significant digits (whole digits are never dropped: 1023 KiB, 3456
/// IOPS): binary prefixes for sizes, decimal ones for rates, fractions in per cent. `noun` says
/// what a rate counts ("msg", "IOPS") and is ignored by the other dimensions. The result is read
/// back by parse_quantity, unless it is negative, infinite or not a number.
std::string format_quantity(double si, Dimension dimension, std::string_view noun = "");

}  // namespace headroom
