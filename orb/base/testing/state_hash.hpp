// SPDX-License-Identifier: Apache-2.0
// Hashes by which states are compared.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace orbweaver::model {

/// The last steps of the well-known generator splitmix64.
inline std::uint64_t mix(std::uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}
inline std::uint64_t hash(const void* bytes, std::size_t size) noexcept {
  std::uint64_t result = size;
  const auto* const begin = static_cast<const char*>(bytes);
  for (std::size_t at = 0; at < size; at += sizeof result) {
    std::uint64_t part = 0;
    std::memcpy(&part, begin + at, std::min(sizeof part, size - at));
    result = mix(result ^ part);
  }
  return result;
}

}  // namespace orbweaver::model
