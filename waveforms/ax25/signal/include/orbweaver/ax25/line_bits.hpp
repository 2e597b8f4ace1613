// SPDX-License-Identifier: Apache-2.0
// What a slicer hands to its deframer, and its octets in a packet between components, in network
// order:
//
//   0 to 7 reached   then for each bit 8 octets: 63 bits of time, 1 bit of level
//
// Times are nanoseconds of the signal, from the start of the stream.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orbweaver::ax25 {

struct LineBit {
  std::uint64_t time_ns = 0;
  bool is_mark = false;
  bool operator==(const LineBit&) const = default;
};

struct LineBits {
  std::uint64_t reached_ns = 0;  ///< no later bit is before this
  std::vector<LineBit> bits;
  bool operator==(const LineBits&) const = default;
};

/// Adds them at the end. Allocates only while `octets` still grows.
void append_octets(std::vector<std::uint8_t>& octets, const LineBits& bits);

/// Nothing if these are no whole packet. Any octets may come.
[[nodiscard]] std::optional<LineBits> read_line_bits(std::span<const std::uint8_t> octets);

}  // namespace orbweaver::ax25
