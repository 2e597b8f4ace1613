// SPDX-License-Identifier: Apache-2.0
// Invented aircraft and the frames that they send, with correct parity and plausible fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <orbweaver/adsb/frame.hpp>
#include <orbweaver/recording/random.hpp>

#include "compact_position.hpp"

namespace orbweaver::adsb {

struct Octets {
  std::uint8_t length = 0;
  std::array<std::uint8_t, kLongFrameOctets> octets{};
};

class Transponder {
 public:
  /// The aircraft of this number; `random` chooses what the number does not.
  Transponder(std::size_t number, recording::Random& random);

  /// The next of its frames. The first ones show the address before any that hides it.
  [[nodiscard]] Octets next_frame();

 private:
  [[nodiscard]] Octets all_call_reply() const;
  [[nodiscard]] Octets identification() const;
  [[nodiscard]] Octets airborne_position(Parity parity) const;
  [[nodiscard]] Octets airborne_velocity() const;
  [[nodiscard]] Octets altitude_reply() const;
  [[nodiscard]] Octets identity_reply() const;
  [[nodiscard]] Octets long_altitude_reply() const;

  std::uint32_t icao_;
  std::string callsign_;
  Position position_;
  int altitude_ft_;
  int east_kt_;
  int north_kt_;
  std::size_t sent_ = 0;
};

}  // namespace orbweaver::adsb
