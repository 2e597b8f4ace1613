// SPDX-License-Identifier: Apache-2.0
// ASCII letters and digits, whatever the locale.
#pragma once
#include <algorithm>
#include <string_view>

namespace orbweaver::giop {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool is_alphanumeric(char c) noexcept {
  return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z');
}

/// The value of a hexadecimal digit of either case, or -1.
constexpr int hexadecimal_value(char digit) noexcept {
  const char lower = to_lower(digit);
  if (is_digit(lower)) return lower - '0';
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

constexpr bool equal_ignoring_case(std::string_view left, std::string_view right) noexcept {
  return std::ranges::equal(left, right, {}, to_lower, to_lower);
}

}  // namespace orbweaver::giop
