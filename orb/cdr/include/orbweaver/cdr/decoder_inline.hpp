// SPDX-License-Identifier: Apache-2.0
// Bodies of the decoder's hot functions. Included by decoder.hpp only.
#pragma once
#include <orbweaver/cdr/byte_swap.hpp>
#include <orbweaver/cdr/decoder.hpp>

namespace orbweaver::cdr {

[[gnu::always_inline]] inline const std::byte* Decoder::take(std::size_t alignment,
                                                             std::size_t count) noexcept {
  const std::size_t skipped = padding(position(), alignment);
  // Subtracted, not added: `count` comes from a peer and a sum could wrap around.
  if (remaining() < skipped || remaining() - skipped < count) [[unlikely]]
    return take_further(alignment, count);
  const std::byte* begin = bytes_.data() + position_ + skipped;
  position_ += skipped + count;
  return begin;
}

inline bool Decoder::is_at_hand(std::size_t alignment, std::size_t count) const noexcept {
  const std::size_t skipped = padding(position(), alignment);
  return remaining() >= skipped && remaining() - skipped >= count;
}

inline void Decoder::align(std::size_t alignment) noexcept { take(alignment, 0); }

inline std::uint8_t Decoder::get_octet() noexcept { return get<std::uint8_t>(); }

inline bool Decoder::get_boolean() noexcept {
  const std::uint8_t octet = get_octet();
  if (octet > 1) [[unlikely]]
    fail(DecodeError::bad_boolean);
  return octet == 1;
}

template <Number T>
[[gnu::always_inline]] inline T Decoder::get() noexcept {
  const std::byte* begin = take(sizeof(T), sizeof(T));
  if (begin == nullptr) [[unlikely]]
    return T{};
  detail::Bits<T> bits;
  std::memcpy(&bits, begin, sizeof(T));
  return detail::from_bits<T>(bits, order_);
}

template <Number T>
void Decoder::get_array(std::span<T> values) noexcept {
  if (values.empty()) return;
  if (!is_at_hand(sizeof(T), values.size_bytes())) [[unlikely]]
    return get_array_further(values);
  detail::copy_array<T>(values.data(), take(sizeof(T), values.size_bytes()), values.size(), order_);
}

template <Number T>
void Decoder::get_array_further(std::span<T> values) noexcept {
  if (cut_ != nullptr)
    get_array_of_pieces(values);
  else
    copy_array_further(values, sizeof(T));
}

template <Number T>
void Decoder::copy_array_further(std::span<T> values, std::size_t alignment) noexcept {
  const std::byte* begin = take_further(alignment, values.size_bytes());
  if (begin == nullptr)
    std::memset(values.data(), 0, values.size_bytes());
  else
    detail::copy_array<T>(values.data(), begin, values.size(), order_);
}

// Between pieces there may be padding, so each element is read by itself.
template <Number T>
void Decoder::get_array_of_pieces(std::span<T> values) noexcept {
  std::size_t at = 0;
  while (at < values.size() && is_at_hand(sizeof(T), sizeof(T))) values[at++] = get<T>();
  const auto rest = values.subspan(at);
  if (sizeof(T) == kLargestAlignment && !rest.empty() && goes_on_unpadded(rest.size_bytes()))
    return copy_array_further(rest, 1);
  for (T& value : rest) value = get<T>();
  stop_if_unclear();
}

template <Number T>
std::span<const T> Decoder::get_array_view(std::size_t count) noexcept {
  const std::size_t skipped = padding(position(), sizeof(T));
  if (count == 0 || remaining() < skipped || (remaining() - skipped) / sizeof(T) < count) return {};
  const std::byte* begin = bytes_.data() + position_ + skipped;
  const bool usable = order_ == kNativeOrder || sizeof(T) == 1;
  if (!usable || reinterpret_cast<std::uintptr_t>(begin) % alignof(T) != 0) return {};
  position_ += skipped + count * sizeof(T);
  // Any pattern of bits is a value of a number, so bytes of a peer may be read as numbers in place.
  return {reinterpret_cast<const T*>(begin), count};
}

inline Bytes Decoder::get_bytes(std::size_t count, std::size_t alignment) noexcept {
  const std::byte* begin = take(alignment, count);
  return begin == nullptr ? Bytes{} : Bytes{begin, count};
}

inline std::uint32_t Decoder::get_length(std::size_t least_element_size) noexcept {
  const auto length = get<std::uint32_t>();
  if (length <= remaining() / least_element_size && length <= limits_.length) [[likely]]
    return length;
  return get_long_length(length, least_element_size);
}

inline bool Decoder::charge(std::uint64_t bytes) noexcept {
  if (bytes > memory_left_) [[unlikely]] {
    fail(DecodeError::too_much);
    return false;
  }
  memory_left_ -= static_cast<std::size_t>(bytes);
  return true;
}

inline std::uint32_t Decoder::get_length(std::size_t least_element_size,
                                         std::size_t memory_each) noexcept {
  const auto length = get_length(least_element_size);
  return charge(std::uint64_t{length} * memory_each) ? length : 0;
}

inline bool Decoder::enter() noexcept {
  if (depth_ == limits_.depth) [[unlikely]] {
    fail(DecodeError::too_deep);
    return false;
  }
  ++depth_;
  return true;
}

}  // namespace orbweaver::cdr
