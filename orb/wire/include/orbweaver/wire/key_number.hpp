// SPDX-License-Identifier: Apache-2.0
// Numbers in object keys: of an adapter, of an object. Their lowest octet comes first on every
// machine, so that the parts of a key are found by whoever reads it.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace orbweaver::wire {

inline constexpr std::size_t kKeyNumberSize = sizeof(std::uint32_t);

namespace detail {
inline std::uint32_t lowest_first(std::uint32_t number) noexcept {
  return std::endian::native == std::endian::little ? number : std::byteswap(number);
}
}  // namespace detail

/// Requires: room for kKeyNumberSize octets.
inline void put_key_number(void* to, std::uint32_t number) noexcept {
  const auto octets = detail::lowest_first(number);
  std::memcpy(to, &octets, kKeyNumberSize);
}

/// Requires: kKeyNumberSize octets.
[[nodiscard]] inline std::uint32_t read_key_number(const void* from) noexcept {
  std::uint32_t octets = 0;
  std::memcpy(&octets, from, kKeyNumberSize);
  return detail::lowest_first(octets);
}

}  // namespace orbweaver::wire
