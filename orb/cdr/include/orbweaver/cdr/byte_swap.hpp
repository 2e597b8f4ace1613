// SPDX-License-Identifier: Apache-2.0
// Swaps the bytes of numbers. Floating point values are swapped as integers, so that the bits of a
// NaN are never changed.
#pragma once
#include <orbweaver/base/copy_bytes.hpp>
#include <orbweaver/cdr/byte_order.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace orbweaver::cdr::detail {

template <std::size_t Width>
struct BitsOfWidth;
template <>
struct BitsOfWidth<1> : std::type_identity<std::uint8_t> {};
template <>
struct BitsOfWidth<2> : std::type_identity<std::uint16_t> {};
template <>
struct BitsOfWidth<4> : std::type_identity<std::uint32_t> {};
template <>
struct BitsOfWidth<8> : std::type_identity<std::uint64_t> {};

template <Number T>
using Bits = typename BitsOfWidth<sizeof(T)>::type;

template <Number T>
constexpr Bits<T> to_bits(T value, ByteOrder order) noexcept {
  const auto bits = std::bit_cast<Bits<T>>(value);
  return order == kNativeOrder ? bits : std::byteswap(bits);
}

template <Number T>
constexpr T from_bits(Bits<T> bits, ByteOrder order) noexcept {
  return std::bit_cast<T>(order == kNativeOrder ? bits : std::byteswap(bits));
}

/// Copies `count` numbers of `Width` bytes, and swaps the bytes of each. The ranges do not overlap
/// and need no alignment.
template <std::size_t Width>
void copy_swapped(std::byte* to, const std::byte* from, std::size_t count) noexcept;
template <>
void copy_swapped<2>(std::byte* to, const std::byte* from, std::size_t count) noexcept;
template <>
void copy_swapped<4>(std::byte* to, const std::byte* from, std::size_t count) noexcept;
template <>
void copy_swapped<8>(std::byte* to, const std::byte* from, std::size_t count) noexcept;

/// Copies `count` elements between native memory and CDR in `order`, in either direction.
template <Number T>
void copy_array(void* to, const void* from, std::size_t count, ByteOrder order) noexcept {
  if (count == 0) return;
  if constexpr (sizeof(T) > 1) {
    if (order != kNativeOrder) {
      copy_swapped<sizeof(T)>(static_cast<std::byte*>(to), static_cast<const std::byte*>(from),
                              count);
      return;
    }
  }
  copy_bytes(to, from, count * sizeof(T));
}

}  // namespace orbweaver::cdr::detail
