// SPDX-License-Identifier: Apache-2.0
// Decimal numbers: CORBA::Fixed, which calculates, and IDL::Fixed, which an IDL type `fixed`
// becomes. CORBA 3.3 Part 1, 7.11.3.4 and 7.10.2: results have as many digits as they need; if more
// than 31, those behind the point are dropped, the last first.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/cdr/decimal.hpp>
#include <orbweaver/corba/size_traits.hpp>
#include <orbweaver/corba/text.hpp>
#include <orbweaver/corba/type_code_of.hpp>

#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

// NOLINTBEGIN(readability-identifier-naming,google-explicit-constructor): as the OMG spells them; a
// number converts to a decimal one as to any other

namespace CORBA {

/// Up to 31 decimal digits, of which fixed_scale() are behind the point. Throws DATA_CONVERSION for
/// a result with more digits before the point, and for a division by zero. It has more than 30
/// methods, because the OMG's mapping gives it the operators of a number.
class Fixed {
 public:
  Fixed() noexcept = default;
  /// An integer of either sign, exactly. Both throw nothing.
  template <std::signed_integral T>
  Fixed(T value) : Fixed(magnitude(value), value < 0) {}
  template <std::unsigned_integral T>
  Fixed(T value) : Fixed(static_cast<unsigned long long>(value), false) {}
  /// The nearest decimal number, with 31 digits in all at most.
  template <std::floating_point T>
  Fixed(T value) : Fixed(from_float(static_cast<long double>(value))) {}
  /// "-12.50", with or without IDL's `d` at the end. Throws DATA_CONVERSION for anything else.
  explicit Fixed(std::string_view text);

  /// How many digits it has, those behind the point counted, too: 1 to 31.
  [[nodiscard]] std::uint16_t fixed_digits() const noexcept { return digits_; }
  /// How many of them are behind the point: 0 to 31.
  [[nodiscard]] std::uint16_t fixed_scale() const noexcept { return scale_; }
  /// The number rounded to `scale` digits behind the point, half away from zero; unchanged if it
  /// has no more.
  [[nodiscard]] Fixed round(std::uint16_t scale) const;
  /// With `scale` digits behind the point, the others dropped; unchanged if there are no more.
  [[nodiscard]] Fixed truncate(std::uint16_t scale) const;
  /// "-12.50": all digits of its scale, without IDL's `d`.
  [[nodiscard]] std::string to_string() const;
  /// The number without the digits behind the point.
  explicit operator std::int64_t() const;
  /// The nearest number of the type. Both throw nothing.
  explicit operator long double() const;
  explicit operator double() const { return static_cast<double>(static_cast<long double>(*this)); }
  /// Whether it is zero.
  [[nodiscard]] bool operator!() const noexcept { return is_zero(); }

  /// The number itself, and the opposite. Both keep digits and scale.
  Fixed operator+() const { return *this; }
  Fixed operator-() const;
  /// Calculate as sum(), product() and quotient() do. All throw what these throw.
  Fixed& operator+=(const Fixed& other) { return *this = sum(*this, other); }
  Fixed& operator-=(const Fixed& other) { return *this = sum(*this, -other); }
  Fixed& operator*=(const Fixed& other) { return *this = product(*this, other); }
  Fixed& operator/=(const Fixed& other) { return *this = quotient(*this, other); }
  Fixed& operator++() { return *this += 1; }
  Fixed& operator--() { return *this -= 1; }
  Fixed operator++(int) { return std::exchange(*this, sum(*this, 1)); }
  Fixed operator--(int) { return std::exchange(*this, sum(*this, -1)); }

  /// Exact, unless it has more than 31 digits: then the last behind the point are dropped. All
  /// three throw DATA_CONVERSION if more than 31 digits are before the point; quotient() also for a
  /// division by zero. CORBA 3.3 Part 1, 7.10.2.
  [[nodiscard]] static Fixed sum(const Fixed& left, const Fixed& right);
  [[nodiscard]] static Fixed product(const Fixed& left, const Fixed& right);
  [[nodiscard]] static Fixed quotient(const Fixed& left, const Fixed& right);
  /// By value: 1.0 equals 1.00.
  [[nodiscard]] static std::strong_ordering compare(const Fixed& left, const Fixed& right);

  // ---- for the ORB ----

  /// The same number with that many digits, and that many of them behind the point. More digits
  /// behind the point are dropped.
  [[nodiscard]] Fixed fitted(std::uint16_t digits, std::uint16_t scale) const;
  [[nodiscard]] const orbweaver::cdr::Decimal& _decimal() const noexcept { return number_; }
  [[nodiscard]] static Fixed _of(const orbweaver::cdr::Decimal& number, std::uint16_t digits,
                                 std::uint16_t scale) noexcept;

 private:
  Fixed(unsigned long long magnitude, bool is_negative);
  template <class T>
  [[nodiscard]] static unsigned long long magnitude(T value) noexcept {
    const auto bits = static_cast<unsigned long long>(static_cast<long long>(value));
    return value < 0 ? 0 - bits : bits;
  }
  [[nodiscard]] static Fixed from_float(long double value);
  [[nodiscard]] bool is_zero() const noexcept;

  orbweaver::cdr::Decimal number_;
  std::uint16_t digits_ = 1, scale_ = 0;
};

/// The operators of numbers. All throw what sum(), product() and quotient() throw.
[[nodiscard]] inline Fixed operator+(const Fixed& l, const Fixed& r) { return Fixed::sum(l, r); }
[[nodiscard]] inline Fixed operator-(const Fixed& l, const Fixed& r) { return Fixed::sum(l, -r); }
[[nodiscard]] inline Fixed operator*(const Fixed& l, const Fixed& r) {
  return Fixed::product(l, r);
}
[[nodiscard]] inline Fixed operator/(const Fixed& l, const Fixed& r) {
  return Fixed::quotient(l, r);
}
[[nodiscard]] inline bool operator==(const Fixed& l, const Fixed& r) {
  return Fixed::compare(l, r) == 0;
}
[[nodiscard]] inline std::strong_ordering operator<=>(const Fixed& l, const Fixed& r) {
  return Fixed::compare(l, r);
}
/// Like to_string().
std::ostream& operator<<(std::ostream& stream, const Fixed& value);

}  // namespace CORBA

namespace IDL {

/// `fixed<Digits, Scale>`: takes what CORBA::Fixed calculates. More digits behind the point than
/// Scale are dropped; more before it than Digits - Scale throw DATA_CONVERSION.
template <std::uint16_t Digits, std::uint16_t Scale>
class Fixed {
  static_assert(Digits >= 1 && Digits <= orbweaver::cdr::kMaxDigits && Scale <= Digits);

 public:
  /// Zero.
  Fixed() : Fixed(CORBA::Fixed{}) {}
  /// Any number: digits behind the point beyond Scale are dropped. All constructors throw
  /// DATA_CONVERSION if more than Digits - Scale are before it.
  Fixed(const CORBA::Fixed& value) : value_(value.fitted(Digits, Scale)) {}
  template <class T>
    requires std::integral<T> || std::floating_point<T>
  Fixed(T value) : Fixed(CORBA::Fixed{value}) {}
  template <std::uint16_t D, std::uint16_t S>
  Fixed(const Fixed<D, S>& value) : Fixed(static_cast<const CORBA::Fixed&>(value)) {}
  /// As CORBA::Fixed reads a text; throws DATA_CONVERSION for what is no number.
  explicit Fixed(std::string_view text) : Fixed(CORBA::Fixed{text}) {}

  /// The number, to calculate with.
  operator const CORBA::Fixed&() const noexcept { return value_; }
  /// Conversions and properties of CORBA::Fixed. All as there, but fixed_digits() and
  /// fixed_scale(): those of the type.
  explicit operator std::int64_t() const { return static_cast<std::int64_t>(value_); }
  explicit operator long double() const { return static_cast<long double>(value_); }
  explicit operator double() const { return static_cast<double>(value_); }
  [[nodiscard]] std::uint16_t fixed_digits() const noexcept { return Digits; }
  [[nodiscard]] std::uint16_t fixed_scale() const noexcept { return Scale; }
  [[nodiscard]] CORBA::Fixed round(std::uint16_t scale) const { return value_.round(scale); }
  [[nodiscard]] CORBA::Fixed truncate(std::uint16_t scale) const { return value_.truncate(scale); }
  [[nodiscard]] std::string to_string() const { return value_.to_string(); }

  /// Calculations of CORBA::Fixed. All as there; those that assign throw DATA_CONVERSION if the
  /// result does not fit the type.
  [[nodiscard]] CORBA::Fixed operator+() const { return value_; }
  [[nodiscard]] CORBA::Fixed operator-() const { return -value_; }
  [[nodiscard]] bool operator!() const noexcept { return !value_; }
  Fixed& operator+=(const CORBA::Fixed& other) { return *this = CORBA::Fixed::sum(value_, other); }
  Fixed& operator-=(const CORBA::Fixed& other) { return *this = CORBA::Fixed::sum(value_, -other); }
  Fixed& operator*=(const CORBA::Fixed& other) {
    return *this = CORBA::Fixed::product(value_, other);
  }
  Fixed& operator/=(const CORBA::Fixed& other) {
    return *this = CORBA::Fixed::quotient(value_, other);
  }
  Fixed& operator++() { return *this += 1; }
  Fixed& operator--() { return *this -= 1; }

 private:
  CORBA::Fixed value_;
};

// Found beside a Fixed of IDL too.
using CORBA::operator+;
using CORBA::operator-;
using CORBA::operator*;
using CORBA::operator/;
using CORBA::operator==;
using CORBA::operator<=>;
using CORBA::operator<<;

}  // namespace IDL

template <std::uint16_t Digits, std::uint16_t Scale>
struct orbweaver::cdr::Codec<IDL::Fixed<Digits, Scale>> {
  static constexpr std::size_t kLeastSize = packed_size(Digits);
  static void encode(Encoder& encoder, const IDL::Fixed<Digits, Scale>& value) {
    put_decimal(encoder, static_cast<const CORBA::Fixed&>(value)._decimal(), Digits);
  }
  static void decode(Decoder& decoder, IDL::Fixed<Digits, Scale>& value) {
    value = CORBA::Fixed::_of(get_decimal(decoder, Digits), Digits, Scale);
  }
};

template <>
struct orbweaver::corba::TextForm<CORBA::Fixed> {
  static void put(TextWriter& writer, const CORBA::Fixed& value) { writer.raw(value.to_string()); }
};
template <std::uint16_t Digits, std::uint16_t Scale>
struct orbweaver::corba::SizeTraits<IDL::Fixed<Digits, Scale>> {
  using digits = std::integral_constant<std::uint16_t, Digits>;
  using scale = std::integral_constant<std::uint16_t, Scale>;
};
template <std::uint16_t Digits, std::uint16_t Scale>
struct orbweaver::corba::TextForm<IDL::Fixed<Digits, Scale>> : TextForm<CORBA::Fixed> {};

template <std::uint16_t Digits, std::uint16_t Scale>
struct orbweaver::corba::TypeCodeOf<IDL::Fixed<Digits, Scale>> {
  static constexpr typecode::TypeNode node{
      .kind = typecode::TypeKind::fixed, .length = Digits, .scale = Scale};
};
// NOLINTEND(readability-identifier-naming,google-explicit-constructor)
