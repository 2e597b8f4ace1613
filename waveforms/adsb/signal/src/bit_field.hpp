// SPDX-License-Identifier: Apache-2.0
// Reads bit fields of a frame by the numbers that the standard gives them: bit 1 is the first on
// air.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace orbweaver::adsb {

/// Bits first ... first + count - 1 as a number; count is at most 32 and the bits lie in the frame.
[[nodiscard]] constexpr std::uint32_t bit_field(std::span<const std::uint8_t> octets,
                                                std::size_t first, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t bit = first - 1; bit < first - 1 + count; ++bit) {
    value = value << 1 | (octets[bit / 8] >> (7 - bit % 8) & 1U);
  }
  return value;
}

/// Writes what bit_field reads.
constexpr void set_bit_field(std::span<std::uint8_t> octets, std::size_t first, std::size_t count,
                             std::uint32_t value) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t bit = first - 1 + count - 1 - k;
    const auto mask = static_cast<std::uint8_t>(0x80U >> (bit % 8));
    auto& octet = octets[bit / 8];
    octet = static_cast<std::uint8_t>((value >> k & 1U) != 0 ? octet | mask : octet & ~mask);
  }
}

}  // namespace orbweaver::adsb
