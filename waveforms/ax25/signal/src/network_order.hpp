// SPDX-License-Identifier: Apache-2.0
// Whole numbers in network order, in the packets between components.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orbweaver::ax25 {

template <std::size_t size>
void append_number(std::vector<std::uint8_t>& octets, std::uint64_t value) {
  for (std::size_t k = size; k-- > 0;) octets.push_back(static_cast<std::uint8_t>(value >> 8 * k));
}

[[nodiscard]] inline std::uint64_t number_in(std::span<const std::uint8_t> octets) {
  std::uint64_t value = 0;
  for (const auto octet : octets) value = value << 8U | octet;
  return value;
}

}  // namespace orbweaver::ax25
