// SPDX-License-Identifier: Apache-2.0
#include "altitude.hpp"

#include <initializer_list>

namespace orbweaver::adsb {
namespace {

constexpr std::uint32_t kMetric = 0x40;
constexpr std::uint32_t kSteps25 = 0x10;

// The 13 bits, highest first: C1 A1 C2 A2 C4 A4 M B1 Q/D1 B2 D2 B4 D4. Named here by bit number.
enum Pulse : unsigned {
  d4 = 0,
  b4 = 1,
  d2 = 2,
  b2 = 3,
  d1 = 4,
  b1 = 5,
  a4 = 7,
  c4 = 8,
  a2 = 9,
  c2 = 10,
  a1 = 11,
  c1 = 12
};

std::uint32_t gather(std::uint32_t code, std::initializer_list<Pulse> pulses) {
  std::uint32_t value = 0;
  for (const Pulse pulse : pulses) value = value << 1 | (code >> pulse & 1U);
  return value;
}

std::uint32_t binary_of_gray(std::uint32_t gray) {
  for (unsigned shift = 1; shift < 16; shift *= 2) gray ^= gray >> shift;
  return gray;
}

std::optional<int> altitude_of_gillham(std::uint32_t code) {
  const auto five_hundreds =
      static_cast<int>(binary_of_gray(gather(code, {d2, d4, a1, a2, a4, b1, b2, b4})));
  auto hundreds = static_cast<int>(binary_of_gray(gather(code, {c1, c2, c4})));
  if (hundreds == 0 || hundreds == 5 || hundreds == 6) return std::nullopt;
  if (hundreds == 7) hundreds = 5;
  if (five_hundreds % 2 != 0) hundreds = 6 - hundreds;
  return five_hundreds * 500 + hundreds * 100 - 1300;
}

}  // namespace

std::optional<int> altitude_of_ac13(std::uint32_t code) {
  if (code == 0 || (code & kMetric) != 0) return std::nullopt;
  if ((code & kSteps25) == 0) return altitude_of_gillham(code);
  const std::uint32_t steps = (code & 0x1F80) >> 2 | (code & 0x20) >> 1 | (code & 0xF);
  return static_cast<int>(steps) * 25 - 1000;
}

std::optional<int> altitude_of_ac12(std::uint32_t code) {
  return altitude_of_ac13(ac13_of_ac12(code));
}

std::uint32_t ac12_of_altitude(int altitude_ft) {
  const auto steps = static_cast<std::uint32_t>((altitude_ft + 1000) / 25);
  return (steps & 0x7F0) << 1 | kSteps25 | (steps & 0xF);
}

std::uint16_t squawk_of_id13(std::uint32_t code) {
  const std::uint32_t a = gather(code, {a4, a2, a1});
  const std::uint32_t b = gather(code, {b4, b2, b1});
  const std::uint32_t c = gather(code, {c4, c2, c1});
  const std::uint32_t d = gather(code, {d4, d2, d1});
  return static_cast<std::uint16_t>(a * 1000 + b * 100 + c * 10 + d);
}

}  // namespace orbweaver::adsb
