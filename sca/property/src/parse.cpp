// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/parse.hpp>

#include "utc_time.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace orbweaver::property {

namespace {

using Parsed = Result<Scalar, Misfit>;

constexpr std::size_t kQuotedCharacters = 60;

std::string quoted(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, kQuotedCharacters))
    shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return "'" + shown + (text.size() > kQuotedCharacters ? "..." : "") + "'";
}

unexpected<Misfit> misfit(std::string text) {
  return unexpected(Misfit{Misfit::Cause::not_of_type, std::move(text)});
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const auto begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Integer {
  bool negative = false;
  bool huge = false;  // beyond 64 bits
  std::uint64_t magnitude = 0;
};

std::optional<Integer> parse_integer(std::string_view text) {
  Integer parsed;
  if (text.starts_with('-') || text.starts_with('+')) {
    parsed.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  const auto* end = text.data() + text.size();
  const auto [stop, error] =
      std::from_chars(text.data(), end, parsed.magnitude, hexadecimal ? 16 : 10);
  if (text.empty() || stop != end || error == std::errc::invalid_argument) return std::nullopt;
  parsed.huge = error == std::errc::result_out_of_range;
  return parsed;
}

// T: as wide as the type's values.
template <class T>
Parsed integer(Type type, std::string_view text) {
  const auto name = std::string{name_of(type)};
  const auto parsed = parse_integer(text);
  if (!parsed && std::ranges::any_of(text, is_digit) && parse_scalar(Type::double_, text))
    return misfit(quoted(text) + " is no whole number, and " + name + " has no fractions");
  if (!parsed) return misfit(quoted(text) + " is no whole number (" + name + "), as 42 or 0x2A");
  using Limits = std::numeric_limits<T>;
  const auto most = static_cast<std::uint64_t>(Limits::max());
  const auto least = std::is_signed_v<T> ? most + 1 : 0;
  if (parsed->huge || parsed->magnitude > (parsed->negative ? least : most))
    return misfit(std::string{text} + " does not fit " + name + " (" + limits_of(type) + ")");
  const auto bits = parsed->negative ? 0 - parsed->magnitude : parsed->magnitude;
  if constexpr (std::is_same_v<T, std::int8_t>)
    return Scalar{static_cast<std::int16_t>(static_cast<T>(bits))};
  else
    return Scalar{static_cast<T>(bits)};
}

std::optional<double> parse_double(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || stop != end || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) return std::numeric_limits<double>::quiet_NaN();
  return value;
}

bool is_nan_text(std::string_view text) {
  return text.find("nan") != std::string_view::npos || text.find("NaN") != std::string_view::npos ||
         text.find("NAN") != std::string_view::npos;
}

template <class T>
Parsed floating(Type type, std::string_view text) {
  const auto value = parse_double(text);
  if (!value) {
    const auto integer = parse_integer(text);  // "0x10"
    if (!integer || integer->huge)
      return misfit(quoted(text) + " is no number (" + std::string{name_of(type)} +
                    "), as 2.5 or 1e6");
    const auto magnitude = static_cast<T>(integer->magnitude);
    return Scalar{integer->negative ? -magnitude : magnitude};
  }
  const bool too_large = std::isfinite(*value) &&
                         std::abs(*value) > static_cast<double>(std::numeric_limits<T>::max());
  if (too_large || (std::isnan(*value) && !is_nan_text(text)))
    return misfit(std::string{text} + " does not fit " + std::string{name_of(type)});
  return Scalar{static_cast<T>(*value)};
}

Parsed boolean(std::string_view text) {
  std::string lower{text};
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (lower == "true" || lower == "1") return Scalar{true};
  if (lower == "false" || lower == "0") return Scalar{false};
  return misfit(quoted(text) + " is no boolean (true or false)");
}

Parsed character(std::string_view text) {
  if (text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80) return Scalar{text[0]};
  if (text.size() == 2) {
    const auto first = static_cast<unsigned char>(text[0]);
    const auto second = static_cast<unsigned char>(text[1]);
    if ((first == 0xC2 || first == 0xC3) && (second & 0xC0) == 0x80)
      return Scalar{static_cast<char>((first & 0x03) << 6 | (second & 0x3F))};
  }
  const auto spare = trimmed(text);
  if (spare.size() == 1 && spare.size() != text.size()) return character(spare);
  return misfit(quoted(text) + " is not one character (char)");
}

Parsed utc(std::string_view text) {
  if (const auto time = parse_utc(text)) return Scalar{*time};
  return misfit(quoted(text) + " is no time (utctime, as 2024:03:01::12:30:00.25)");
}

// Where the imaginary part begins: "+j" or "-j", or "j" if it is alone.
std::size_t find_imaginary(std::string_view text) {
  if (text.starts_with('j') || text.starts_with('J')) return 0;
  for (std::size_t at = 0; at + 1 < text.size(); ++at)
    if ((text[at] == '+' || text[at] == '-') && (text[at + 1] == 'j' || text[at + 1] == 'J'))
      return at;
  return std::string_view::npos;
}

bool has_complex_form(Type type) {
  return is_number(type) || type == Type::boolean || type == Type::char_;
}

// The parts of a complex char are numbers.
Parsed parse_part(Type type, std::string_view text) {
  if (type != Type::char_) return parse_scalar(type, text);
  const auto number = integer<std::int8_t>(type, trimmed(text));
  if (!number) return number;
  return Scalar{static_cast<char>(std::get<std::int16_t>(*number))};
}

}  // namespace

Result<Scalar, Misfit> parse_scalar(Type type, std::string_view text) {
  const auto bare = trimmed(text);
  switch (type) {
    case Type::boolean:
      return boolean(bare);
    case Type::char_:
      return character(text);
    case Type::double_:
      return floating<double>(type, bare);
    case Type::float_:
      return floating<float>(type, bare);
    case Type::short_:
      return integer<std::int16_t>(type, bare);
    case Type::long_:
      return integer<std::int32_t>(type, bare);
    case Type::longlong:
      return integer<std::int64_t>(type, bare);
    case Type::objref:
      return Scalar{ObjectReference{std::string{bare}}};
    case Type::octet:
      return integer<std::uint8_t>(type, bare);
    case Type::string:
      return Scalar{std::string{text}};
    case Type::ulong:
      return integer<std::uint32_t>(type, bare);
    case Type::ulonglong:
      return integer<std::uint64_t>(type, bare);
    case Type::ushort:
      return integer<std::uint16_t>(type, bare);
    case Type::utctime:
      return utc(bare);
  }
  return misfit("no such type");
}

Result<Complex, Misfit> parse_complex(Type type, std::string_view text) {
  if (!has_complex_form(type)) return misfit(std::string{name_of(type)} + " has no complex values");
  const auto bare = trimmed(text);
  const auto split = find_imaginary(bare);
  const auto real = parse_part(type, split == 0 ? "0" : bare.substr(0, split));
  if (!real) return unexpected(real.error());
  std::string imaginary = "0";
  if (split != std::string_view::npos)
    imaginary = (bare[split] == '-' ? "-" : "") +
                std::string{bare.substr(bare.find_first_of("jJ", split) + 1)};
  const auto other = parse_part(type, imaginary);
  if (!other) return unexpected(other.error());
  return Complex{*real, *other};
}

std::string limits_of(Type type) {
  const auto span = [](auto least, auto most) {
    return std::to_string(least) + " to " + std::to_string(most);
  };
  const auto of = [span]<class T>(T) {
    return span(std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
  };
  switch (type) {
    case Type::char_:
      return of(std::int8_t{});
    case Type::short_:
      return of(std::int16_t{});
    case Type::long_:
      return of(std::int32_t{});
    case Type::longlong:
      return of(std::int64_t{});
    case Type::octet:
      return of(std::uint8_t{});
    case Type::ulong:
      return of(std::uint32_t{});
    case Type::ulonglong:
      return of(std::uint64_t{});
    case Type::ushort:
      return of(std::uint16_t{});
    default:
      return {};
  }
}

bool gives_no_value(Type type, std::string_view text) {
  if (type == Type::string || type == Type::objref) return false;
  return type == Type::char_ ? text.empty() : trimmed(text).empty();
}

bool reads_as_octal_elsewhere(Type type, std::string_view text) {
  auto bare = trimmed(text);
  if (bare.starts_with('-') || bare.starts_with('+')) bare.remove_prefix(1);
  const bool leading_zero = is_integer(type) && bare.size() > 1 && bare[0] == '0';
  return leading_zero && std::ranges::all_of(bare, is_digit) &&
         bare.find_first_not_of('0') != std::string_view::npos;
}

}  // namespace orbweaver::property
