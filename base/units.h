// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>

namespace headroom {

template <int B, int S>
class Quantity;

namespace detail {

/// The type of bytes^B seconds^S: a plain double when both exponents vanish.
template <int B, int S>
struct Dimensioned {
  using type = Quantity<B, S>;
};
template <>
struct Dimensioned<0, 0> {
  using type = double;
};

}  // namespace detail

/// A number with the dimension bytes^B seconds^S, held as one double in SI units (bytes, seconds).
/// Requests, messages and operations are pure numbers, so a rate of any of them is PerSecond.
/// Sums of unlike dimensions do not compile, products and quotients carry the right dimension, and
/// a result without dimension is a double: `utilisation = iops * service_time`. A quantity leaves
/// by division, which writes the unit down: `service_time / 1_ms`. Arithmetic is that of double: no
/// checks, infinities and NaN included.
template <int B, int S>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double si) : si_(si) {}

  /// The value in SI units, for text, Eigen vectors and the event loop.
  constexpr double si() const { return si_; }

  constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }
  constexpr Quantity& operator-=(Quantity other) { return *this = *this - other; }
  constexpr Quantity& operator*=(double factor) { return *this = *this * factor; }
  constexpr Quantity& operator/=(double divisor) { return *this = *this / divisor; }

  friend constexpr bool operator==(Quantity a, Quantity b) = default;
  friend constexpr std::partial_ordering operator<=>(Quantity a, Quantity b) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.si_ + b.si_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.si_ - b.si_); }
  friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.si_); }
  friend constexpr Quantity operator*(Quantity a, double factor) {
    return Quantity(a.si_ * factor);
  }
  friend constexpr Quantity operator*(double factor, Quantity a) {
    return Quantity(factor * a.si_);
  }
  friend constexpr Quantity operator/(Quantity a, double divisor) {
    return Quantity(a.si_ / divisor);
  }
  friend constexpr Quantity<-B, -S> operator/(double a, Quantity b) {
    return Quantity<-B, -S>(a / b.si_);
  }

 private:
  double si_ = 0;
};

/// Product of two quantities: exponents add.
template <int B1, int S1, int B2, int S2>
constexpr auto operator*(Quantity<B1, S1> a, Quantity<B2, S2> b) {
  return typename detail::Dimensioned<B1 + B2, S1 + S2>::type(a.si() * b.si());
}

/// Quotient of two quantities: exponents subtract.
template <int B1, int S1, int B2, int S2>
constexpr auto operator/(Quantity<B1, S1> a, Quantity<B2, S2> b) {
  return typename detail::Dimensioned<B1 - B2, S1 - S2>::type(a.si() / b.si());
}

/// A size.
using Bytes = Quantity<1, 0>;
/// A duration or an instant counted from the start.
using Seconds = Quantity<0, 1>;
/// A bandwidth.
using BytesPerSecond = Quantity<1, -1>;
/// A rate of requests, messages, revolutions.
using PerSecond = Quantity<0, -1>;

/// Literals for whole and decimal numbers: `64_KiB`, `1.5_GBps`, `120_us`, `3000_iops`. kB, MB, ...
/// are powers of ten, KiB, MiB, ... powers of two, Gbitps counts bits.
inline namespace literals {

// One macro, undefined below, because a literal cannot be a template over its suffix.
#define HEADROOM_LITERAL(TYPE, SUFFIX, FACTOR, DIVISOR)             \
  constexpr TYPE operator""_##SUFFIX(long double value) {           \
    return TYPE(static_cast<double>(value) * (FACTOR) / (DIVISOR)); \
  }                                                                 \
  constexpr TYPE operator""_##SUFFIX(unsigned long long value) {    \
    return TYPE(static_cast<double>(value) * (FACTOR) / (DIVISOR)); \
  }

HEADROOM_LITERAL(Bytes, B, 1.0, 1.0)
HEADROOM_LITERAL(Bytes, kB, 1e3, 1.0)
HEADROOM_LITERAL(Bytes, MB, 1e6, 1.0)
HEADROOM_LITERAL(Bytes, GB, 1e9, 1.0)
HEADROOM_LITERAL(Bytes, TB, 1e12, 1.0)
HEADROOM_LITERAL(Bytes, KiB, 0x1p10, 1.0)
HEADROOM_LITERAL(Bytes, MiB, 0x1p20, 1.0)
HEADROOM_LITERAL(Bytes, GiB, 0x1p30, 1.0)
HEADROOM_LITERAL(Bytes, TiB, 0x1p40, 1.0)

HEADROOM_LITERAL(Seconds, ns, 1.0, 1e9)
HEADROOM_LITERAL(Seconds, us, 1.0, 1e6)
HEADROOM_LITERAL(Seconds, ms, 1.0, 1e3)
HEADROOM_LITERAL(Seconds, s, 1.0, 1.0)
HEADROOM_LITERAL(Seconds, h, 3600.0, 1.0)

HEADROOM_LITERAL(BytesPerSecond, Bps, 1.0, 1.0)
HEADROOM_LITERAL(BytesPerSecond, kBps, 1e3, 1.0)
HEADROOM_LITERAL(BytesPerSecond, MBps, 1e6, 1.0)
HEADROOM_LITERAL(BytesPerSecond, GBps, 1e9, 1.0)
HEADROOM_LITERAL(BytesPerSecond, MiBps, 0x1p20, 1.0)
HEADROOM_LITERAL(BytesPerSecond, GiBps, 0x1p30, 1.0)
HEADROOM_LITERAL(BytesPerSecond, Gbitps, 1e9, 8.0)

HEADROOM_LITERAL(PerSecond, per_s, 1.0, 1.0)
HEADROOM_LITERAL(PerSecond, iops, 1.0, 1.0)

#undef HEADROOM_LITERAL

}  // namespace literals

}  // namespace headroom
