// SPDX-License-Identifier: Apache-2.0
// A frame that passed the checker, and what its fields say. Only airborne meanings that need no
// receiver position are decoded; a field that the frame does not carry is absent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <orbweaver/adsb/slicer.hpp>

namespace orbweaver::adsb {

/// By which rule a frame was accepted, the strictest first.
enum class Acceptance : std::uint8_t {
  parity,        ///< DF11, DF17, DF18: all 24 parity bits match
  interrogator,  ///< DF11: the residual is an interrogator's code and the address was seen before
  address,       ///< DF0, 4, 5, 16, 20, 21: the residual is an address seen before
};
inline constexpr std::size_t kAcceptanceRules = 3;

struct Position {
  double latitude_deg = 0;
  double longitude_deg = 0;

  bool operator==(const Position&) const = default;
};

struct Velocity {
  double speed_kt = 0;   ///< over ground
  double track_deg = 0;  ///< from true north, clockwise
  std::optional<int> climb_fpm;

  bool operator==(const Velocity&) const = default;
};

struct Frame {
  Candidate raw;
  Acceptance acceptance = Acceptance::parity;
  std::uint8_t format = 0;  ///< the downlink format, DF
  std::uint32_t icao = 0;
  std::optional<std::string> callsign;
  std::optional<int> altitude_ft;  ///< barometric
  std::optional<Position> position;
  std::optional<Velocity> velocity;
  std::optional<std::uint16_t> squawk;  ///< four octal digits, written as decimal ones

  bool operator==(const Frame&) const = default;
};

/// The downlink format in the first five bits; `octets` is not empty.
[[nodiscard]] constexpr std::uint8_t downlink_format(std::span<const std::uint8_t> octets) {
  return static_cast<std::uint8_t>(octets[0] >> 3);
}

/// Whether the receiver knows this downlink format.
[[nodiscard]] constexpr bool is_known_format(unsigned format) {
  constexpr std::uint32_t kKnown =
      1U << 0 | 1U << 4 | 1U << 5 | 1U << 11 | 1U << 16 | 1U << 17 | 1U << 18 | 1U << 20 | 1U << 21;
  return format < 32 && (kKnown >> format & 1U) != 0;
}

/// The octets of a frame of this downlink format.
[[nodiscard]] constexpr std::size_t frame_octets(unsigned format) {
  return format < 16 ? kShortFrameOctets : kLongFrameOctets;
}

}  // namespace orbweaver::adsb
