// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/cdr/byte_swap.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace orbweaver::cdr {
namespace {

template <std::size_t Width>
void expect_each_number_turned(std::size_t count, std::size_t offset) {
  std::vector<std::byte> from(offset + count * Width);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 37 + 11);
  std::vector<std::byte> expected{from.begin() + static_cast<std::ptrdiff_t>(offset), from.end()};
  for (std::size_t i = 0; i < count; ++i)
    std::reverse(expected.data() + i * Width, expected.data() + (i + 1) * Width);

  std::vector<std::byte> to(count * Width);
  detail::copy_swapped<Width>(to.data(), from.data() + offset, count);
  EXPECT_EQ(to, expected) << count << " numbers of " << Width << " bytes from offset " << offset;
}

TEST(ByteSwap, turns_every_number_of_an_array_of_any_length_and_alignment) {
  for (std::size_t count = 0; count < 70; ++count) {
    for (const std::size_t offset : {0U, 1U, 3U}) {
      expect_each_number_turned<2>(count, offset);
      expect_each_number_turned<4>(count, offset);
      expect_each_number_turned<8>(count, offset);
    }
  }
}

TEST(ByteSwap, keeps_the_bits_of_a_signalling_nan) {
  const float nan = std::numeric_limits<float>::signaling_NaN();
  const auto foreign = kNativeOrder == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
  const auto bits = detail::to_bits(nan, foreign);
  const auto back = detail::from_bits<float>(bits, foreign);
  EXPECT_EQ(detail::to_bits(back, kNativeOrder), detail::to_bits(nan, kNativeOrder));
}

TEST(Padding, leads_to_the_next_multiple) {
  EXPECT_EQ(padding(0, 8), 0U);
  EXPECT_EQ(padding(1, 8), 7U);
  EXPECT_EQ(padding(8, 8), 0U);
  EXPECT_EQ(padding(13, 1), 0U);
  EXPECT_EQ(padding(13, 2), 1U);
}

}  // namespace
}  // namespace orbweaver::cdr
