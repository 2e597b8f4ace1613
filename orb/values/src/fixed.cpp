// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/fixed.hpp>

#include <orbweaver/corba/exception.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <ostream>

namespace CORBA {

namespace {

using orbweaver::cdr::kMaxDigits;

// Digits of an intermediate result, before it is cut to kMaxDigits; the least significant first.
using Digits = std::array<std::uint8_t, 2 * kMaxDigits + 2>;

struct Long {
  Digits digits{};
  std::size_t scale = 0;
  bool is_negative = false;
};

[[noreturn]] void refuse(const std::string& why) {
  throw DATA_CONVERSION(0, CompletionStatus::COMPLETED_NO, why);
}

std::size_t significant(const Digits& digits) noexcept {
  const auto last =
      std::find_if(digits.rbegin(), digits.rend(), [](auto digit) { return digit > 0; });
  return static_cast<std::size_t>(digits.rend() - last);
}

Long widened(const Fixed& value, std::size_t scale) {
  Long wide{.scale = scale, .is_negative = value._decimal().is_negative};
  std::ranges::copy(value._decimal().digits,
                    wide.digits.begin() + static_cast<std::ptrdiff_t>(scale - value.fixed_scale()));
  return wide;
}

// Returns `wide` without its last `count` digits.
Long shortened(const Long& wide, std::size_t count) {
  Long cut{.scale = wide.scale - count, .is_negative = wide.is_negative};
  std::copy(wide.digits.begin() + static_cast<std::ptrdiff_t>(count), wide.digits.end(),
            cut.digits.begin());
  return cut;
}

Fixed narrowed(const Long& wide) {
  const std::size_t used = significant(wide.digits);
  const std::size_t dropped =
      std::max({used, wide.scale}) > kMaxDigits ? std::max(used, wide.scale) - kMaxDigits : 0;
  if (dropped > wide.scale) refuse("a decimal number has more than 31 digits");
  const Long fit = shortened(wide, dropped);
  orbweaver::cdr::Decimal number;
  std::copy_n(fit.digits.begin(), kMaxDigits, number.digits.begin());
  const std::size_t digits = std::max({significant(fit.digits), fit.scale, std::size_t{1}});
  number.is_negative = fit.is_negative && significant(fit.digits) > 0;
  return Fixed::_of(number, static_cast<std::uint16_t>(digits),
                    static_cast<std::uint16_t>(fit.scale));
}

Long without_trailing_zeros(const Long& wide) {
  const auto first =
      std::find_if(wide.digits.begin(), wide.digits.end(), [](auto digit) { return digit > 0; });
  const auto zeros = static_cast<std::size_t>(first - wide.digits.begin());
  return shortened(wide, std::min(zeros, wide.scale));
}

// Requires: both have the same scale.
std::strong_ordering compare_digits(const Digits& left, const Digits& right) noexcept {
  return std::lexicographical_compare_three_way(left.rbegin(), left.rend(), right.rbegin(),
                                                right.rend());
}

void add(Digits& to, const Digits& other) noexcept {
  unsigned carry = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const unsigned number = to[i] + other[i] + carry;
    to[i] = static_cast<std::uint8_t>(number % 10);
    carry = number / 10;
  }
}

// Requires: `from` is the greater number, or equal.
void subtract(Digits& from, const Digits& other) noexcept {
  int borrowed = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const int number = from[i] - other[i] - borrowed;
    borrowed = number < 0 ? 1 : 0;
    from[i] = static_cast<std::uint8_t>(number + 10 * borrowed);
  }
}

void shift_in(Digits& digits, std::uint8_t last) noexcept {
  std::copy_backward(digits.begin(), digits.end() - 1, digits.end());
  digits[0] = last;
}

// Long division: one digit of the result at a time.
Digits divided(const Digits& dividend, const Digits& divisor) noexcept {
  Digits quotient{}, rest{};
  for (std::size_t i = dividend.size(); i-- > 0;) {
    shift_in(rest, dividend[i]);
    while (compare_digits(rest, divisor) >= 0) {
      subtract(rest, divisor);
      ++quotient[i];
    }
  }
  return quotient;
}

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

}  // namespace

Fixed Fixed::_of(const orbweaver::cdr::Decimal& number, std::uint16_t digits,
                 std::uint16_t scale) noexcept {
  Fixed value;
  value.number_ = number;
  value.digits_ = digits;
  value.scale_ = scale;
  if (value.is_zero()) value.number_.is_negative = false;
  return value;
}

Fixed::Fixed(unsigned long long magnitude, bool is_negative) {
  number_.is_negative = is_negative;
  for (digits_ = 0; magnitude > 0; magnitude /= 10)
    number_.digits[digits_++] = static_cast<std::uint8_t>(magnitude % 10);
  digits_ = std::max<std::uint16_t>(digits_, 1);
}

Fixed::Fixed(std::string_view text) {
  const std::string shown{text};
  Long read;
  if (text.starts_with('-') || text.starts_with('+')) {
    read.is_negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text.ends_with('d') || text.ends_with('D')) text.remove_suffix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string digits{text.substr(0, point)};
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (point < text.size()) digits += text.substr(point + 1);
  read.scale = point < text.size() ? text.size() - point - 1 : 0;
  if (text.size() < (point < text.size() ? 2 : 1) || !std::ranges::all_of(digits, is_digit) ||
      !std::ranges::all_of(text.substr(0, point), is_digit) || digits.size() > read.digits.size())
    refuse("'" + shown + "' is no decimal number of at most 31 digits");
  std::transform(digits.rbegin(), digits.rend(), read.digits.begin(),
                 [](char c) { return static_cast<std::uint8_t>(c - '0'); });
  *this = narrowed(read);
}

Fixed Fixed::from_float(long double value) {
  std::array<char, 128> text;  // 31 digits, a point, 31 digits
  if (!(value < 2e31L && value > -2e31L)) refuse("a number has more than 31 decimal digits");
  const int length = std::snprintf(text.data(), text.size(), "%.31Lf", value);
  const Fixed exact{std::string_view{text.data(), static_cast<std::size_t>(length)}};
  return narrowed(without_trailing_zeros(widened(exact, exact.scale_)));
}

bool Fixed::is_zero() const noexcept {
  return std::ranges::all_of(number_.digits, [](auto digit) { return digit == 0; });
}

Fixed Fixed::truncate(std::uint16_t scale) const {
  if (scale >= scale_) return *this;
  return narrowed(shortened(widened(*this, scale_), scale_ - scale));
}

Fixed Fixed::round(std::uint16_t scale) const {
  if (scale >= scale_) return *this;
  Long wide = widened(*this, scale_);
  Digits half{};
  half[static_cast<std::size_t>(scale_ - scale) - 1] = 5;
  add(wide.digits, half);
  return narrowed(shortened(wide, scale_ - scale));
}

Fixed Fixed::fitted(std::uint16_t digits, std::uint16_t scale) const {
  Long wide = widened(*this, std::max(scale, scale_));
  wide = shortened(wide, wide.scale - scale);
  if (significant(wide.digits) > digits)
    refuse(to_string() + " does not fit fixed<" + std::to_string(digits) + ", " +
           std::to_string(scale) + ">");
  orbweaver::cdr::Decimal number{.is_negative = wide.is_negative};
  std::copy_n(wide.digits.begin(), kMaxDigits, number.digits.begin());
  return _of(number, digits, scale);
}

std::string Fixed::to_string() const {
  std::string text = number_.is_negative ? "-" : "";
  const std::size_t used =
      std::max<std::size_t>(significant(widened(*this, scale_).digits), scale_ + std::size_t{1});
  for (std::size_t i = used; i-- > 0;) {
    // All digits before the point are kept. A number with 31 digits after the point has only a zero
    // before it.
    text += static_cast<char>('0' + (i < kMaxDigits ? number_.digits[i] : 0));
    if (i == scale_ && scale_ > 0) text += '.';
  }
  return text;
}

Fixed::operator std::int64_t() const {
  const std::string text = truncate(0).to_string();
  std::int64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
    refuse(text + " does not fit a long long");
  return value;
}

Fixed::operator long double() const { return std::strtold(to_string().c_str(), nullptr); }

Fixed Fixed::operator-() const {
  Fixed negated = *this;
  negated.number_.is_negative = !number_.is_negative && !is_zero();
  return negated;
}

Fixed Fixed::sum(const Fixed& left, const Fixed& right) {
  const std::size_t scale = std::max(left.scale_, right.scale_);
  Long result = widened(left, scale);
  const Long other = widened(right, scale);
  if (result.is_negative == other.is_negative) {
    add(result.digits, other.digits);
  } else if (compare_digits(result.digits, other.digits) >= 0) {
    subtract(result.digits, other.digits);
  } else {
    Long less = result;
    result = other;
    subtract(result.digits, less.digits);
  }
  return narrowed(result);
}

Fixed Fixed::product(const Fixed& left, const Fixed& right) {
  Long result{.scale = static_cast<std::size_t>(left.scale_) + right.scale_,
              .is_negative = left.number_.is_negative != right.number_.is_negative};
  Digits row = widened(left, left.scale_).digits;
  for (std::size_t i = 0; i < kMaxDigits; ++i) {
    for (unsigned times = right.number_.digits[i]; times > 0; --times) add(result.digits, row);
    shift_in(row, 0);
  }
  return narrowed(result);
}

Fixed Fixed::quotient(const Fixed& left, const Fixed& right) {
  if (right.is_zero()) refuse("a decimal number is divided by zero");
  // Takes as many digits as there is room for, so that 31 are exact.
  const Long plain = widened(left, left.scale_);
  const std::size_t moved = plain.digits.size() - significant(plain.digits);
  Digits dividend{};
  std::copy(plain.digits.begin(), plain.digits.end() - static_cast<std::ptrdiff_t>(moved),
            dividend.begin() + static_cast<std::ptrdiff_t>(moved));
  Long result{.digits = divided(dividend, widened(right, right.scale_).digits),
              .scale = left.scale_ + moved - right.scale_,
              .is_negative = left.number_.is_negative != right.number_.is_negative};
  return narrowed(without_trailing_zeros(result));
}

std::strong_ordering Fixed::compare(const Fixed& left, const Fixed& right) {
  if (left.number_.is_negative != right.number_.is_negative)
    return left.number_.is_negative ? std::strong_ordering::less : std::strong_ordering::greater;
  const std::size_t scale = std::max(left.scale_, right.scale_);
  const auto order = compare_digits(widened(left, scale).digits, widened(right, scale).digits);
  return left.number_.is_negative ? 0 <=> order : order;
}

std::ostream& operator<<(std::ostream& stream, const Fixed& value) {
  return stream << value.to_string();
}

}  // namespace CORBA
