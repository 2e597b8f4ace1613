// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/check_sequence.hpp>

#include <array>

namespace orbweaver::ax25 {
namespace {

constexpr std::uint16_t kGenerator = 0x8408;  // x^16 + x^12 + x^5 + 1, the first bit lowest

constexpr std::array<std::uint16_t, 256> make_table() {
  std::array<std::uint16_t, 256> table{};
  for (unsigned octet = 0; octet < table.size(); ++octet) {
    unsigned remainder = octet;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = remainder >> 1U ^ ((remainder & 1U) != 0 ? kGenerator : 0U);
    }
    table[octet] = static_cast<std::uint16_t>(remainder);
  }
  return table;
}

constexpr auto kTable = make_table();

}  // namespace

std::uint16_t check_sequence(std::span<const std::uint8_t> octets) {
  unsigned remainder = 0xFFFF;
  for (const auto octet : octets) {
    remainder = remainder >> 8U ^ kTable[(remainder ^ octet) & 0xFFU];
  }
  return static_cast<std::uint16_t>(~remainder);
}

}  // namespace orbweaver::ax25
