// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/crc.hpp>

#include <array>
#include <cstddef>

namespace orbweaver::adsb {
namespace {

constexpr std::uint32_t kGenerator = 0xFFF409;
constexpr std::uint32_t kParityMask = 0xFFFFFF;
constexpr std::size_t kParityOctets = 3;

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t octet = 0; octet < table.size(); ++octet) {
    std::uint32_t remainder = octet << 16;
    for (int bit = 0; bit < 8; ++bit) {
      const bool carry = (remainder & 0x800000) != 0;
      remainder = (remainder << 1 & kParityMask) ^ (carry ? kGenerator : 0);
    }
    table[octet] = remainder;
  }
  return table;
}

constexpr auto kTable = make_table();

}  // namespace

std::uint32_t parity_residual(std::span<const std::uint8_t> frame) {
  if (frame.size() <= kParityOctets) return kParityMask;
  std::uint32_t remainder = 0;
  for (const std::uint8_t octet : frame.first(frame.size() - kParityOctets)) {
    remainder = (remainder << 8 & kParityMask) ^ kTable[remainder >> 16 ^ octet];
  }
  const auto field = frame.last(kParityOctets);
  return remainder ^ (std::uint32_t{field[0]} << 16 | std::uint32_t{field[1]} << 8 | field[2]);
}

}  // namespace orbweaver::adsb
