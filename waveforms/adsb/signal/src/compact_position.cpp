// SPDX-License-Identifier: Apache-2.0
#include "compact_position.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orbweaver::adsb {
namespace {

constexpr double kScale = 131072;  // 2^17
constexpr int kLatitudeZones = 60;

double modulo(double value, double divisor) {
  return value - divisor * std::floor(value / divisor);
}

int zones_of_longitude(double latitude_deg, Parity parity) {
  return std::max(longitude_zones(latitude_deg) - (parity == Parity::odd ? 1 : 0), 1);
}

double zone_height_deg(Parity parity) {
  return 360.0 / (parity == Parity::odd ? kLatitudeZones - 1 : kLatitudeZones);
}

double latitude_of(double zone_index, std::uint32_t field, Parity parity) {
  const int zones = parity == Parity::odd ? kLatitudeZones - 1 : kLatitudeZones;
  const double latitude = zone_height_deg(parity) * (modulo(zone_index, zones) + field / kScale);
  return latitude >= 270 ? latitude - 360 : latitude;
}

}  // namespace

int longitude_zones(double latitude_deg) {
  const double latitude = std::abs(latitude_deg);
  if (latitude < 1e-9) return 59;
  if (latitude >= 87) return latitude > 87 ? 1 : 2;
  const double cosine = std::cos(latitude * std::numbers::pi / 180);
  const double angle = 1 - (1 - std::cos(std::numbers::pi / 30)) / (cosine * cosine);
  return static_cast<int>(std::floor(2 * std::numbers::pi / std::acos(angle)));
}

std::optional<Position> position_of(const CompactPosition& even, const CompactPosition& odd,
                                    Parity newest) {
  const double index = std::floor((59.0 * even.latitude - 60.0 * odd.latitude) / kScale + 0.5);
  const double even_latitude = latitude_of(index, even.latitude, Parity::even);
  const double odd_latitude = latitude_of(index, odd.latitude, Parity::odd);
  if (std::abs(even_latitude) > 90 || std::abs(odd_latitude) > 90) return std::nullopt;
  const int zones = longitude_zones(even_latitude);
  if (zones != longitude_zones(odd_latitude)) return std::nullopt;

  const double latitude = newest == Parity::even ? even_latitude : odd_latitude;
  const std::uint32_t field = newest == Parity::even ? even.longitude : odd.longitude;
  const int divisions = zones_of_longitude(latitude, newest);
  const double zone = std::floor(
      (even.longitude * (zones - 1.0) - odd.longitude * static_cast<double>(zones)) / kScale + 0.5);
  const double longitude = 360.0 / divisions * (modulo(zone, divisions) + field / kScale);
  return Position{latitude, longitude >= 180 ? longitude - 360 : longitude};
}

CompactPosition compact_of(const Position& position, Parity parity) {
  const double height = zone_height_deg(parity);
  const double row = std::floor(kScale * modulo(position.latitude_deg, height) / height + 0.5);
  const double received_latitude =
      height * (row / kScale + std::floor(position.latitude_deg / height));
  const double width = 360.0 / zones_of_longitude(received_latitude, parity);
  const double column = std::floor(kScale * modulo(position.longitude_deg, width) / width + 0.5);
  return {static_cast<std::uint32_t>(modulo(row, kScale)),
          static_cast<std::uint32_t>(modulo(column, kScale))};
}

}  // namespace orbweaver::adsb
