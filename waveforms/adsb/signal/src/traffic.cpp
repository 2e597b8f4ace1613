// SPDX-License-Identifier: Apache-2.0
#include "traffic.hpp"

#include <cstdlib>
#include <span>

#include <fmt/format.h>

#include <orbweaver/adsb/crc.hpp>

#include "altitude.hpp"
#include "bit_field.hpp"

namespace orbweaver::adsb {
namespace {

constexpr std::uint32_t kFirstIcao = 0x4B1000;
constexpr std::uint32_t kAirborneCapability = 5;

Octets begin_frame(unsigned format) {
  Octets frame;
  frame.length = static_cast<std::uint8_t>(frame_octets(format));
  set_bit_field(frame.octets, 1, 5, format);
  return frame;
}

/// Sets the parity field; `overlay` is laid over it.
Octets with_parity(Octets frame, std::uint32_t overlay) {
  const auto octets = std::span(frame.octets).first(frame.length);
  const std::size_t field = 8U * frame.length - 23;
  set_bit_field(octets, field, 24, 0);
  set_bit_field(octets, field, 24, parity_residual(octets) ^ overlay);
  return frame;
}

Octets extended_squitter(std::uint32_t icao, std::uint32_t type) {
  Octets frame = begin_frame(17);
  set_bit_field(frame.octets, 6, 3, kAirborneCapability);
  set_bit_field(frame.octets, 9, 24, icao);
  set_bit_field(frame.octets, 33, 5, type);
  return frame;
}

std::uint32_t character_code(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A' + 1);
  return static_cast<std::uint32_t>(c);  // digits and space keep their ASCII code
}

void set_speed(Octets& frame, std::size_t first, int speed_kt) {
  set_bit_field(frame.octets, first, 1, speed_kt < 0 ? 1U : 0U);
  set_bit_field(frame.octets, first + 1, 10, static_cast<std::uint32_t>(std::abs(speed_kt) + 1));
}

int whole_between(recording::Random& random, int low, int high) {
  return low + static_cast<int>(random.below(static_cast<std::size_t>(high - low)));
}

}  // namespace

Transponder::Transponder(std::size_t number, recording::Random& random)
    : icao_(kFirstIcao + static_cast<std::uint32_t>(number) * 0x111),
      callsign_(fmt::format("{:<8}", fmt::format("ORB{}", 100 + number))),
      position_{random.between(46, 54), random.between(4, 14)},
      altitude_ft_(whole_between(random, 40, 1600) * 25),
      east_kt_(whole_between(random, -450, 450)),
      north_kt_(whole_between(random, -450, 450)) {}

Octets Transponder::next_frame() {
  switch (sent_++ % 9) {
    case 0:
    case 6:
      return all_call_reply();
    case 1:
      return airborne_position(Parity::even);
    case 2:
      return airborne_position(Parity::odd);
    case 3:
      return identification();
    case 4:
      return airborne_velocity();
    case 5:
      return altitude_reply();
    case 7:
      return identity_reply();
    default:
      return long_altitude_reply();
  }
}

Octets Transponder::all_call_reply() const {
  Octets frame = begin_frame(11);
  set_bit_field(frame.octets, 6, 3, kAirborneCapability);
  set_bit_field(frame.octets, 9, 24, icao_);
  return with_parity(frame, 0);
}

Octets Transponder::identification() const {
  Octets frame = extended_squitter(icao_, 4);
  std::size_t first = 41;
  for (const char c : callsign_) {
    set_bit_field(frame.octets, first, 6, character_code(c));
    first += 6;
  }
  return with_parity(frame, 0);
}

Octets Transponder::airborne_position(Parity parity) const {
  Octets frame = extended_squitter(icao_, 11);
  const CompactPosition compact = compact_of(position_, parity);
  set_bit_field(frame.octets, 41, 12, ac12_of_altitude(altitude_ft_));
  set_bit_field(frame.octets, 54, 1, parity == Parity::odd ? 1U : 0U);
  set_bit_field(frame.octets, 55, 17, compact.latitude);
  set_bit_field(frame.octets, 72, 17, compact.longitude);
  return with_parity(frame, 0);
}

Octets Transponder::airborne_velocity() const {
  Octets frame = extended_squitter(icao_, 19);
  set_bit_field(frame.octets, 38, 3, 1);
  set_speed(frame, 46, east_kt_);
  set_speed(frame, 57, north_kt_);
  return with_parity(frame, 0);
}

Octets Transponder::altitude_reply() const {
  Octets frame = begin_frame(4);
  set_bit_field(frame.octets, 20, 13, ac13_of_ac12(ac12_of_altitude(altitude_ft_)));
  return with_parity(frame, icao_);
}

Octets Transponder::identity_reply() const {
  Octets frame = begin_frame(5);
  set_bit_field(frame.octets, 20, 13, 0x0808);
  return with_parity(frame, icao_);
}

Octets Transponder::long_altitude_reply() const {
  Octets frame = begin_frame(20);
  set_bit_field(frame.octets, 20, 13, ac13_of_ac12(ac12_of_altitude(altitude_ft_)));
  set_bit_field(frame.octets, 33, 8, 0x10);  // register 1,0: data link capability
  return with_parity(frame, icao_);
}

}  // namespace orbweaver::adsb
