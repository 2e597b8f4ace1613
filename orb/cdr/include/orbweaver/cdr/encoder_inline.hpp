// SPDX-License-Identifier: Apache-2.0
// Bodies of the encoder's hot functions. Included by encoder.hpp only. Some are always inlined:
// those that take fewer instructions inlined than a call does. The compiler would decide before it
// knows their constant arguments.
#pragma once
#include <orbweaver/cdr/byte_swap.hpp>
#include <orbweaver/cdr/encoder.hpp>

namespace orbweaver::cdr {

[[gnu::always_inline]] inline std::byte* Encoder::grow(std::size_t count) {
  if (capacity_ - size_ < count) [[unlikely]]
    enlarge(count);
  std::byte* begin = memory_.get() + size_;
  size_ += count;
  return begin;
}

[[gnu::always_inline]] inline void Encoder::align(std::size_t alignment) {
  const std::size_t count = padding(size() - origin_, alignment);
  if (count > 0) std::memset(grow(count), 0, count);
}

inline void Encoder::put_bytes(Bytes bytes) {
  if (!bytes.empty()) copy_bytes(grow(bytes.size()), bytes.data(), bytes.size());
}

[[gnu::always_inline]] inline void Encoder::put_octet(std::uint8_t value) {
  *grow(1) = std::byte{value};
}

template <Number T>
[[gnu::always_inline]] inline void Encoder::put(T value) {
  align(sizeof(T));
  const auto bits = detail::to_bits(value, order_);
  std::memcpy(grow(sizeof(T)), &bits, sizeof(T));
}

inline void Encoder::put_octets(Bytes bytes) {
  put(static_cast<std::uint32_t>(bytes.size()));
  put_bytes(bytes);
}

template <Number T>
void Encoder::put_array(std::span<const T> values, const Chunk* keeper) {
  if (values.empty()) return;
  align(sizeof(T));
  if (values.size_bytes() >= least_borrowed_ && (order_ == kNativeOrder || sizeof(T) == 1))
    return borrow(std::as_bytes(values), keeper);
  detail::copy_array<T>(grow(values.size_bytes()), values.data(), values.size(), order_);
}

inline std::size_t Encoder::place_of(std::size_t position) const noexcept {
  for (const auto& one : borrowed_) {
    if (position <= one.at) break;
    position -= one.bytes.size();
  }
  return position;
}

template <Number T>
void Encoder::patch(std::size_t position, T value) noexcept {
  const auto bits = detail::to_bits(value, order_);
  std::memcpy(memory_.get() + place_of(position), &bits, sizeof(T));
}

inline void Encoder::patch_bytes(std::size_t position, Bytes bytes) noexcept {
  std::memcpy(memory_.get() + place_of(position), bytes.data(), bytes.size());
}

inline void Encoder::reserve(std::size_t count) {
  if (capacity_ - size_ < count) enlarge(count);
}

}  // namespace orbweaver::cdr
