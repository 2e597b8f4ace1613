// SPDX-License-Identifier: Apache-2.0
// Byte order and alignment rules of CDR. CORBA 3.3 Part 2, 9.3: Common Data Representation.
#pragma once
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace orbweaver::cdr {

using ByteOrder = std::endian;
inline constexpr ByteOrder kNativeOrder = std::endian::native;

/// The types that CDR lays out as plain numbers of 1, 2, 4 or 8 bytes, aligned to their size.
template <class T>
concept Number = std::is_arithmetic_v<T> && !std::same_as<T, bool> && !std::same_as<T, wchar_t> &&
                 sizeof(T) <= 8;

/// The octet for a byte order, as it is in the flags of a GIOP header and at the start of an
/// encapsulation.
constexpr std::uint8_t order_octet(ByteOrder order) noexcept {
  return order == ByteOrder::little ? 1 : 0;
}
constexpr ByteOrder order_of(std::uint8_t octet) noexcept {
  return octet == 0 ? ByteOrder::big : ByteOrder::little;
}

/// Bytes from `position` to the next multiple of `alignment` (a power of two).
constexpr std::size_t padding(std::size_t position, std::size_t alignment) noexcept {
  return (alignment - position % alignment) % alignment;
}

}  // namespace orbweaver::cdr
