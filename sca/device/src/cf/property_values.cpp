// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/property_values.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace orbweaver::device {

namespace {

// Above, a double has no single units any more.
constexpr double kMostUnits = 9.0e15;

std::string text_of(const std::string& text) { return text; }
std::string text_of(bool flag) { return flag ? "true" : "false"; }
std::string text_of(char letter) { return {letter}; }
template <class T>
std::string text_of(T number) {
  std::array<char, 64> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

template <class T>
bool extract(const CORBA::Any& any, std::optional<std::string>& text) {
  T value{};
  if (!(any >>= value)) return false;
  text = text_of(value);
  return true;
}

template <class... T>
std::optional<std::string> first_that_fits(const CORBA::Any& any) {
  std::optional<std::string> text;
  (void)(extract<T>(any, text) || ...);
  return text;
}

template <class T>
std::optional<T> number_in(std::string_view text) {
  T number{};
  const auto* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  return number;
}

}  // namespace

std::optional<std::string> text_of_value(const CORBA::Any& value) {
  auto text =
      first_that_fits<std::string, bool, char, std::uint8_t, std::int16_t, std::uint16_t,
                      std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>(
          value);
  if (text && text->find('\0') != std::string::npos) return std::nullopt;
  return text;
}

std::optional<std::string> string_of_value(const CORBA::Any& value) {
  auto text = first_that_fits<std::string>(value);
  if (text && text->find('\0') != std::string::npos) return std::nullopt;
  return text;
}

std::optional<std::uint64_t> units_of_value(const CORBA::Any& value, std::uint32_t units_per_one) {
  const auto text =
      first_that_fits<std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                      std::int64_t, std::uint64_t, float, double>(value);
  if (!text) return std::nullopt;
  if (const auto whole = number_in<std::uint64_t>(*text)) {
    if (*whole > std::numeric_limits<std::uint64_t>::max() / units_per_one) return std::nullopt;
    return *whole * units_per_one;
  }
  const auto number = number_in<double>(*text);
  if (!number || !(*number >= 0)) return std::nullopt;
  const double units = std::ceil(*number * units_per_one);
  if (!(units <= kMostUnits)) return std::nullopt;
  return static_cast<std::uint64_t>(units);
}

}  // namespace orbweaver::device
