// SPDX-License-Identifier: Apache-2.0
#include "binary128.hpp"

#include <bit>

namespace orbweaver::cdr::detail {

namespace {

constexpr int kBias = 1023, kLeastExponent = -1022, kMostExponent = 1023, kFractionBits = 52;
constexpr std::uint64_t kFraction = (std::uint64_t{1} << kFractionBits) - 1;
constexpr std::uint64_t kHidden = kFraction + 1, kSign = std::uint64_t{1} << 63;
constexpr std::uint64_t kInfinity = std::uint64_t{0x7ff} << kFractionBits;

constexpr int kQuadBias = 16383, kQuadFractionBits = 48;  // of the high word
constexpr std::uint64_t kQuadFraction = (std::uint64_t{1} << kQuadFractionBits) - 1;
constexpr unsigned kQuadSpecial = 0x7fff;
// By so much a fraction of binary128 is longer.
constexpr int kLonger = 60;

// Bits behind the last one of a double that decide on rounding; the lowest one stands for all that
// follow it.
constexpr int kGuard = 11;

Binary128 quad(std::uint64_t sign, unsigned exponent, std::uint64_t fraction) noexcept {
  return {sign | std::uint64_t{exponent} << kQuadFractionBits | fraction >> (64 - kLonger),
          fraction << kLonger};
}

/// Shifts to the right; the lowest bit says whether any bit was lost.
std::uint64_t shifted(std::uint64_t bits, int by) noexcept {
  if (by >= 64) return bits == 0 ? 0 : 1;
  const auto lost = bits & ((std::uint64_t{1} << by) - 1);
  return bits >> by | (lost == 0 ? 0 : 1);
}

std::uint64_t rounded(std::uint64_t guarded) noexcept {
  constexpr std::uint64_t kHalf = std::uint64_t{1} << (kGuard - 1);
  const auto kept = guarded >> kGuard, rest = guarded & (2 * kHalf - 1);
  return kept + (rest > kHalf || (rest == kHalf && kept % 2 == 1) ? 1 : 0);
}

/// The bits of a finite double but for its sign. A carry out of the fraction raises the exponent.
std::uint64_t magnitude(int exponent, std::uint64_t guarded) noexcept {
  if (exponent > kMostExponent) return kInfinity;
  if (exponent < kLeastExponent) return rounded(shifted(guarded, kLeastExponent - exponent));
  const auto biased = static_cast<std::uint64_t>(exponent + kBias - 1);
  return (biased << kFractionBits) + rounded(guarded);  // its hidden bit counts up by one
}

}  // namespace

Binary128 to_binary128(double value) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = bits & kSign;
  auto fraction = bits & kFraction;
  auto exponent = static_cast<int>(bits >> kFractionBits & 0x7ff);
  if ((bits & ~kSign) == 0) return {sign, 0};
  if (exponent == 0x7ff) return quad(sign, kQuadSpecial, fraction);
  if (exponent == 0) {  // no hidden bit: binary128 has the range to give it one
    const int shift = std::countl_zero(fraction) - (63 - kFractionBits);
    fraction = fraction << shift & kFraction;
    exponent = 1 - shift;
  }
  return quad(sign, static_cast<unsigned>(exponent - kBias + kQuadBias), fraction);
}

double to_double(Binary128 value) noexcept {
  const auto sign = value.high & kSign;
  const auto exponent = static_cast<unsigned>(value.high >> kQuadFractionBits) & kQuadSpecial;
  const auto high = value.high & kQuadFraction;
  const auto with_sign = [&](std::uint64_t rest) { return std::bit_cast<double>(sign | rest); };
  const auto fraction = high << (64 - kLonger) | value.low >> kLonger;
  if (exponent == kQuadSpecial) {
    constexpr std::uint64_t kQuiet = kHidden >> 1;
    return with_sign(kInfinity | ((high | value.low) == 0 ? 0 : fraction | kQuiet));
  }
  if (exponent == 0) return with_sign(0);  // far below the least double
  const auto behind = shifted(value.low << (64 - kLonger) >> (64 - kLonger), kLonger - kGuard);
  const auto guarded = (kHidden | fraction) << kGuard | behind;
  return with_sign(magnitude(static_cast<int>(exponent) - kQuadBias, guarded));
}

}  // namespace orbweaver::cdr::detail
