// SPDX-License-Identifier: Apache-2.0
// A frame as a deframer found it, and its octets in packets between components, in network order:
//
//   frame               0 to 7 time   8 slicers   9 to 10 length   from 11 on the octets
//   deframer to merger  0 slicer   1 to 8 reached   then frames
//   behind the merger   frames
//
// Times are nanoseconds of the signal, from the start of the stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orbweaver::ax25 {

/// AX.25 2.2, 3.12 and 6.7.2: two to ten addresses, control, protocol, 256 octets of information.
/// Longer ones are agreed upon here and there.
inline constexpr std::size_t kLeastFrameOctets = 15;
inline constexpr std::size_t kMostFrameOctets = 1024;
inline constexpr std::uint8_t kMostSlicers = 8;

struct HeardFrame {
  std::uint64_t time_ns = 0;         ///< of the last bit of the closing flag
  std::uint8_t slicers = 0;          ///< a bit for each slicer that found it
  std::vector<std::uint8_t> octets;  ///< without flags and check sequence
  bool operator==(const HeardFrame&) const = default;
};

/// What a deframer found of one packet of bits.
struct Findings {
  std::uint8_t slicer = 0;       ///< from 0 to kMostSlicers - 1
  std::uint64_t reached_ns = 0;  ///< no later frame is before this
  std::vector<HeardFrame> frames;
  bool operator==(const Findings&) const = default;
};

/// Adds them at the end.
void append_octets(std::vector<std::uint8_t>& octets, std::span<const HeardFrame> frames);
void append_octets(std::vector<std::uint8_t>& octets, const Findings& findings);

/// Nothing if these are no whole packet, or have a length or a slicer that cannot be. Any octets
/// may come.
[[nodiscard]] std::optional<std::vector<HeardFrame>> read_frames(
    std::span<const std::uint8_t> octets);
[[nodiscard]] std::optional<Findings> read_findings(std::span<const std::uint8_t> octets);

}  // namespace orbweaver::ax25
