// SPDX-License-Identifier: Apache-2.0
// Copies of payloads, at a speed that does not depend on where buffers happen to lie.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace orbweaver {

namespace detail {

/// Smaller copies take `memcpy`'s loop of vector registers on every processor; larger ones take
/// `rep movsb` on some (glibc: from 2 KiB).
inline constexpr std::size_t kLargeCopy = 2048;

/// Whether the target begins 1 to 63 bytes behind the source, counted within a page. There `rep
/// movsb` was up to 30 times slower on an AMD EPYC (docs/verify/measurements/streams.md).
inline bool is_slow_place(const void* to, const void* from) noexcept {
  constexpr std::uintptr_t kPage = 4096, kNear = 64;
  const auto distance =
      reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
  return distance % kPage - 1 < kNear - 1;
}

/// Like copy_bytes(), in pieces that are smaller than a large copy.
void copy_in_pieces(std::byte* to, const std::byte* from, std::size_t count) noexcept;

}  // namespace detail

/// Like std::memcpy; for payloads, which can be large.
inline void copy_bytes(void* to, const void* from, std::size_t count) noexcept {
  if (count >= detail::kLargeCopy && detail::is_slow_place(to, from)) [[unlikely]]
    return detail::copy_in_pieces(static_cast<std::byte*>(to), static_cast<const std::byte*>(from),
                                  count);
  std::memcpy(to, from, count);
}

}  // namespace orbweaver
