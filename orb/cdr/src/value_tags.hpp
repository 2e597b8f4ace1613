// SPDX-License-Identifier: Apache-2.0
// The numbers that frame a value type. CORBA 3.3 Part 2, 9.3.4.
#pragma once
#include <cstdint>

namespace orbweaver::cdr::value_tags {

inline constexpr std::uint32_t kNull = 0;
inline constexpr std::uint32_t kIndirection = 0xffffffff;
inline constexpr std::uint32_t kFirst = 0x7fffff00, kLast = 0x7fffff0f;
/// Bits of a tag.
inline constexpr std::uint32_t kCodebase = 1, kTypes = 6, kOneId = 2, kIdList = 6, kChunked = 8;

/// Whether a number begins a chunk of so many octets.
[[nodiscard]] constexpr bool is_chunk(std::uint32_t number) noexcept {
  return number > 0 && number < kFirst;
}
[[nodiscard]] constexpr bool is_value(std::uint32_t number) noexcept {
  return number >= kFirst && number <= kLast;
}

}  // namespace orbweaver::cdr::value_tags
