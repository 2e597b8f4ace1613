// SPDX-License-Identifier: Apache-2.0
#include "fields.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "altitude.hpp"
#include "bit_field.hpp"

namespace orbweaver::adsb {
namespace {

// DF18 control fields whose message means the same as DF17's: ADS-B, ADS-B of another address, fine
// TIS-B, rebroadcast.
bool carries_extended_squitter(const Frame& frame) {
  if (frame.format == 17) return true;
  if (frame.format != 18) return false;
  const std::uint32_t control = bit_field(frame.raw.octets, 6, 3);
  return control == 0 || control == 1 || control == 2 || control == 6;
}

std::uint32_t type_code(const Frame& frame) { return bit_field(frame.raw.octets, 33, 5); }

bool is_barometric_position(std::uint32_t type) { return type >= 9 && type <= 18; }
bool is_satellite_height_position(std::uint32_t type) { return type >= 20 && type <= 22; }

std::optional<std::string> callsign(const Frame& frame) {
  constexpr std::string_view kAlphabet =
      "#ABCDEFGHIJKLMNOPQRSTUVWXYZ##### ###############0123456789######";
  std::string sign;
  for (std::size_t first = 41; first < 41 + 8 * 6; first += 6) {
    sign += kAlphabet[bit_field(frame.raw.octets, first, 6)];
  }
  sign.erase(sign.find_last_not_of(' ') + 1);
  if (sign.empty() || sign.find('#') != std::string::npos) return std::nullopt;
  return sign;
}

/// East or north speed: a direction bit, then ten bits that hold the speed plus one, 0 for unknown.
std::optional<double> speed_component(const Frame& frame, std::size_t first, int unit_kt) {
  const auto value = static_cast<int>(bit_field(frame.raw.octets, first + 1, 10));
  if (value == 0) return std::nullopt;
  const int speed = (value - 1) * unit_kt;
  return bit_field(frame.raw.octets, first, 1) != 0 ? -speed : speed;
}

std::optional<int> climb_fpm(const Frame& frame) {
  const auto value = static_cast<int>(bit_field(frame.raw.octets, 70, 9));
  if (value == 0) return std::nullopt;
  const int climb = (value - 1) * 64;
  return bit_field(frame.raw.octets, 69, 1) != 0 ? -climb : climb;
}

std::optional<Velocity> ground_velocity(const Frame& frame) {
  const std::uint32_t subtype = bit_field(frame.raw.octets, 38, 3);
  if (subtype != 1 && subtype != 2) return std::nullopt;
  const int unit_kt = subtype == 2 ? 4 : 1;  // supersonic aircraft count in steps of four
  const auto east = speed_component(frame, 46, unit_kt);
  const auto north = speed_component(frame, 57, unit_kt);
  if (!east || !north) return std::nullopt;
  const double track = std::atan2(*east, *north) * 180 / std::numbers::pi;
  return Velocity{std::hypot(*east, *north), track < 0 ? track + 360 : track, climb_fpm(frame)};
}

void decode_extended_squitter(Frame& frame) {
  const std::uint32_t type = type_code(frame);
  if (type >= 1 && type <= 4) frame.callsign = callsign(frame);
  if (is_barometric_position(type)) {
    frame.altitude_ft = altitude_of_ac12(bit_field(frame.raw.octets, 41, 12));
  }
  if (type == 19) frame.velocity = ground_velocity(frame);
}

}  // namespace

void decode_fields(Frame& frame) {
  switch (frame.format) {
    case 0:
    case 4:
    case 16:
    case 20:
      frame.altitude_ft = altitude_of_ac13(bit_field(frame.raw.octets, 20, 13));
      break;
    case 5:
    case 21:
      frame.squawk = squawk_of_id13(bit_field(frame.raw.octets, 20, 13));
      break;
    default:
      if (carries_extended_squitter(frame)) decode_extended_squitter(frame);
  }
}

std::optional<ReportedPosition> reported_position(const Frame& frame) {
  if (!carries_extended_squitter(frame)) return std::nullopt;
  const std::uint32_t type = type_code(frame);
  if (!is_barometric_position(type) && !is_satellite_height_position(type)) return std::nullopt;
  const auto& octets = frame.raw.octets;
  return ReportedPosition{{bit_field(octets, 55, 17), bit_field(octets, 72, 17)},
                          bit_field(octets, 54, 1) != 0 ? Parity::odd : Parity::even};
}

bool shows_address(const Frame& frame) {
  if (frame.acceptance != Acceptance::parity) return false;
  return frame.format != 18 || bit_field(frame.raw.octets, 6, 3) == 0;
}

}  // namespace orbweaver::adsb
