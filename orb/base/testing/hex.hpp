// SPDX-License-Identifier: Apache-2.0
// Bytes as hexadecimal text, so that tests can show them and failures can be read.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver {

/// "47 49 4f 50" with or without blanks. For literals in tests: digits are not checked.
inline std::vector<std::byte> from_hex(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::vector<std::byte> bytes;
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == ' ') continue;
    const auto value = static_cast<std::byte>(kDigits.find(c));
    if (digits++ % 2 == 0)
      bytes.push_back(value << 4);
    else
      bytes.back() |= value;
  }
  return bytes;
}

inline std::string to_hex(Bytes bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    if (!text.empty()) text += ' ';
    text += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    text += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

/// The same text with single blanks between the bytes, to compare with to_hex.
inline std::string normal_hex(std::string_view text) { return to_hex(from_hex(text)); }

}  // namespace orbweaver
