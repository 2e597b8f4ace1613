// SPDX-License-Identifier: Apache-2.0
// The fields of an AX.25 frame (AX.25 2.2, clause 3).
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::ax25 {

inline constexpr std::uint8_t kUnnumberedInformation = 0x03;
inline constexpr std::uint8_t kNoLayer3 = 0xF0;  ///< the protocol of APRS
inline constexpr std::size_t kMostDigipeaters = 8;

struct Address {
  std::string call;       ///< one to six of A to Z and 0 to 9
  std::uint8_t ssid = 0;  ///< 0 to 15
  bool bit =
      false;  ///< of a digipeater: it has repeated the frame; of the others: command or response
  bool operator==(const Address&) const = default;
};

struct Frame {
  Address destination;
  Address source;
  std::vector<Address> path;
  std::uint8_t control = kUnnumberedInformation;
  std::optional<std::uint8_t> protocol;  ///< of frames with information alone
  std::string information;               ///< any octets
  bool operator==(const Frame&) const = default;
};

enum class FrameError : std::uint8_t {
  too_short,           ///< it ends within the addresses, or has no control or protocol
  no_call,             ///< a call sign is empty or has another character
  too_many_addresses,  ///< the tenth is not the last
};
[[nodiscard]] std::string_view text_of(FrameError error);

/// Of the octets without check sequence. Any octets may come.
[[nodiscard]] std::expected<Frame, FrameError> parse_frame(std::span<const std::uint8_t> octets);

/// The octets that parse_frame() reads as this. Requires: what the comments of the members say.
[[nodiscard]] std::vector<std::uint8_t> octets_of(const Frame& frame);

/// UI, I, S or U: the last ones by the lowest bits of the control octet.
[[nodiscard]] std::string_view kind_of(const Frame& frame);

}  // namespace orbweaver::ax25
