// SPDX-License-Identifier: Apache-2.0
// IEEE 754 binary128 out of a double and back, for machines whose compiler has no such type:
// 32-bit ARM, where a long double is a double.
#pragma once
#include <cstdint>

namespace orbweaver::cdr::detail {

/// 1 bit of sign, 15 of exponent (the bias is 16383), 112 of fraction.
struct Binary128 {
  std::uint64_t high = 0, low = 0;
  friend bool operator==(const Binary128&, const Binary128&) = default;
};

/// Exact.
[[nodiscard]] Binary128 to_binary128(double value) noexcept;
/// Rounds to the nearest value, ties to even. What is not a number stays so, and keeps its sign.
[[nodiscard]] double to_double(Binary128 value) noexcept;

}  // namespace orbweaver::cdr::detail
