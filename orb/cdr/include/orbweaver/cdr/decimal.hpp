// SPDX-License-Identifier: Apache-2.0
// Decimal numbers in CDR: two digits in an octet. CORBA 3.3 Part 2, 9.3.2.8.
#pragma once
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <array>
#include <cstdint>

namespace orbweaver::cdr {

inline constexpr std::size_t kMaxDigits = 31;

/// The digits of a `fixed`. The position of the point is in its type.
struct Decimal {
  std::array<std::uint8_t, kMaxDigits> digits{};  // 0 to 9 each, the least significant first
  bool is_negative = false;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

/// The octets that `digits` digits and their sign take.
[[nodiscard]] constexpr std::size_t packed_size(std::size_t digits) noexcept {
  return digits / 2 + 1;
}

/// Writes the last `digits` digits (1 to kMaxDigits).
void put_decimal(Encoder& encoder, const Decimal& value, std::size_t digits);
/// Fails with bad_digit if a half octet is no digit, or the last one no sign.
[[nodiscard]] Decimal get_decimal(Decoder& decoder, std::size_t digits) noexcept;

}  // namespace orbweaver::cdr
