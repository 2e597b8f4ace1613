// SPDX-License-Identifier: Apache-2.0
// Views of raw bytes. A view does not own the bytes; the function that returns it says how long it
// is valid.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace orbweaver {

/// Octets to read.
using Bytes = std::span<const std::byte>;
/// Octets to write to.
using MutableBytes = std::span<std::byte>;

/// The bytes of a text, without a terminating NUL.
inline Bytes as_bytes(std::string_view text) noexcept {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

/// The bytes as text, in the same memory.
inline std::string_view as_text(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace orbweaver
