// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/decimal.hpp>

namespace orbweaver::cdr {

namespace {

constexpr std::uint8_t kPlus = 0xc, kMinus = 0xd;

using Halves = std::array<std::uint8_t, 2 * packed_size(kMaxDigits)>;

}  // namespace

void put_decimal(Encoder& encoder, const Decimal& value, std::size_t digits) {
  // From the sign, which comes last, to the most significant digit or the zero that fills up.
  Halves halves{};
  halves[0] = value.is_negative ? kMinus : kPlus;
  for (std::size_t i = 0; i < digits; ++i) halves[i + 1] = value.digits[i];
  for (std::size_t octet = packed_size(digits); octet-- > 0;)
    encoder.put_octet(static_cast<std::uint8_t>(halves[2 * octet + 1] << 4 | halves[2 * octet]));
}

Decimal get_decimal(Decoder& decoder, std::size_t digits) noexcept {
  Halves halves{};
  const Bytes packed = decoder.get_bytes(packed_size(digits));
  std::size_t at = 2 * packed.size();
  for (const std::byte octet : packed) {
    halves[--at] = std::to_integer<std::uint8_t>(octet >> 4);
    halves[--at] = std::to_integer<std::uint8_t>(octet & std::byte{0xf});
  }
  Decimal value;
  value.is_negative = halves[0] == kMinus;
  bool fits = halves[0] == kPlus || halves[0] == kMinus;
  for (std::size_t i = 0; i < digits; ++i) {
    value.digits[i] = halves[i + 1];
    fits = fits && value.digits[i] <= 9;
  }
  if (digits % 2 == 0) fits = fits && halves[digits + 1] == 0;
  if (fits) return value;
  decoder.fail(DecodeError::bad_digit);  // unless it has failed already
  return {};
}

}  // namespace orbweaver::cdr
