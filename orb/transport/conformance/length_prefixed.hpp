// SPDX-License-Identifier: Apache-2.0
// The smallest frames there are: four bytes of size, of the whole frame and in this machine's
// order, then anything.
#pragma once
#include <orbweaver/transport/connection.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

namespace orbweaver::transport::conformance {

inline constexpr std::size_t kPrefix = sizeof(std::uint32_t);
inline constexpr std::size_t kMaxFrameSize = 64 * 1024 * 1024;

inline std::optional<std::size_t> size_in_prefix(Bytes header, std::size_t max_frame_size) {
  std::uint32_t size = 0;
  std::memcpy(&size, header.data(), sizeof size);
  if (size > max_frame_size) return std::nullopt;
  return size;
}

inline constexpr FrameRule kLengthPrefixed{kPrefix, size_in_prefix, kMaxFrameSize};

/// A prefix that claims `size`.
inline std::string prefix_of(std::uint32_t size) {
  std::string prefix(kPrefix, '\0');
  std::memcpy(prefix.data(), &size, sizeof size);
  return prefix;
}

/// A whole frame of `size` bytes, whose content depends on `seed`.
inline std::string frame_of(std::size_t size, unsigned seed = 0) {
  constexpr std::size_t kPeriod = 251 * 128;
  auto frame = prefix_of(static_cast<std::uint32_t>(size));
  frame.reserve(size);
  for (std::size_t i = kPrefix; i < std::min(size, kPrefix + kPeriod); ++i)
    frame.push_back(static_cast<char>((i * 31 + seed * 17 + i / 251) & 0x7F));
  // A huge frame repeats the bytes of one period: computing each would take longer than the test.
  while (frame.size() < size)
    frame.append(frame, frame.size() - kPeriod, std::min(kPeriod, size - frame.size()));
  return frame;
}

}  // namespace orbweaver::transport::conformance
