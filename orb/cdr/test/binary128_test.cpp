// SPDX-License-Identifier: Apache-2.0
// What stands in for binary128 on 32-bit ARM, on every machine.
#include <gtest/gtest.h>

#include "binary128.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace orbweaver::cdr::detail {
namespace {

using Limits = std::numeric_limits<double>;
constexpr double kStep = Limits::epsilon();
constexpr std::uint64_t kOne = 0x3fff'0000'0000'0000, kLeast = 0x3bcd'0000'0000'0000;

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(Binary128, of_a_double_is_exact) {
  EXPECT_EQ(to_binary128(0.0), (Binary128{0, 0}));
  EXPECT_EQ(to_binary128(-0.0), (Binary128{std::uint64_t{1} << 63, 0}));
  EXPECT_EQ(to_binary128(1.0), (Binary128{kOne, 0}));
  EXPECT_EQ(to_binary128(-2.5), (Binary128{0xc000'4000'0000'0000, 0}));
  EXPECT_EQ(to_binary128(1 + kStep), (Binary128{kOne, std::uint64_t{1} << 60}));
  EXPECT_EQ(to_binary128(Limits::infinity()), (Binary128{0x7fff'0000'0000'0000, 0}));
  EXPECT_EQ(to_binary128(Limits::denorm_min()), (Binary128{kLeast, 0}));
}

TEST(Binary128, brings_back_each_double) {
  std::mt19937_64 random{20240601};
  for (int i = 0; i < 100'000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (std::isnan(value)) continue;
    ASSERT_EQ(bits(to_double(to_binary128(value))), bits(value)) << value;
  }
  for (const double value : {0.0, -0.0, Limits::denorm_min(), -Limits::denorm_min(), Limits::min(),
                             Limits::min() - Limits::denorm_min(), Limits::max()})
    EXPECT_EQ(bits(to_double(to_binary128(value))), bits(value)) << value;
}

TEST(Binary128, is_rounded_to_the_nearest_double_and_ties_to_even) {
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 59;
  EXPECT_EQ(to_double({kOne, kHalf}), 1.0);
  EXPECT_EQ(to_double({kOne, kHalf + 1}), 1 + kStep);
  EXPECT_EQ(to_double({kOne, kHalf - 1}), 1.0);
  EXPECT_EQ(to_double({kOne, 3 * kHalf}), 1 + 2 * kStep);
  EXPECT_EQ(to_double({kOne | 0xffff'ffff'ffff, UINT64_MAX}), 2.0);
}

TEST(Binary128, beyond_the_range_of_a_double_is_infinite_or_zero) {
  EXPECT_EQ(to_double({0x7ffe'ffff'ffff'ffff, UINT64_MAX}), Limits::infinity());
  EXPECT_EQ(to_double({0x43fe'ffff'ffff'ffff, UINT64_MAX}), Limits::infinity());  // rounded up
  EXPECT_EQ(to_double({0x43fe'ffff'ffff'ffff, std::uint64_t{0xf} << 60}), Limits::max());
  EXPECT_EQ(bits(to_double({1, 1})), 0U);
  EXPECT_EQ(bits(to_double({std::uint64_t{1} << 63 | 1, 1})), bits(-0.0));
  EXPECT_EQ(to_double({kLeast - (std::uint64_t{1} << 48), 1}), Limits::denorm_min());
  EXPECT_EQ(to_double({kLeast - (std::uint64_t{1} << 48), 0}), 0.0);  // half of the least: to even
}

TEST(Binary128, that_is_not_a_number_stays_one) {
  for (const Binary128 value :
       {Binary128{0x7fff'0000'0000'0000, 1}, Binary128{0xffff'8000'0000'0000, 0}}) {
    EXPECT_TRUE(std::isnan(to_double(value)));
    EXPECT_EQ(std::signbit(to_double(value)), value.high >> 63 == 1);
  }
  EXPECT_EQ(to_binary128(Limits::quiet_NaN()), (Binary128{0x7fff'8000'0000'0000, 0}));
}

#if defined(__SIZEOF_FLOAT128__)
__extension__ using Quad = __float128;

TEST(Binary128, is_what_the_compiler_makes_of_it) {
  std::mt19937_64 random{20240602};
  for (int i = 0; i < 100'000; ++i) {
    // Exponents around those of a double, and fractions with few bits, so that ties come up.
    const auto exponent = 0x3b80 + random() % 0x900;
    const auto low = i % 2 == 0 ? random() : std::uint64_t{random() % 4} << 58;
    const auto high = (random() & 1) << 63 | exponent << 48 | (random() & 0xffff'ffff'ffff);
    const auto in_memory =
        std::endian::native == std::endian::little ? std::array{low, high} : std::array{high, low};
    ASSERT_EQ(bits(to_double({high, low})),
              bits(static_cast<double>(std::bit_cast<Quad>(in_memory))))
        << std::hex << high << ' ' << low;
  }
}
#endif

}  // namespace
}  // namespace orbweaver::cdr::detail
