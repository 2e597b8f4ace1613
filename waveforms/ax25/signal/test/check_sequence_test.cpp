// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/check_sequence.hpp>

#include <string_view>

#include <gtest/gtest.h>

#include "bits_of_frame.hpp"

namespace orbweaver::ax25 {
namespace {

TEST(CheckSequence, is_that_of_the_catalogue_of_cyclic_codes) {
  constexpr std::string_view kDigits = "123456789";
  EXPECT_EQ(check_sequence(Octets(kDigits.begin(), kDigits.end())), 0x906E);
}

TEST(CheckSequence, of_nothing_is_zero) { EXPECT_EQ(check_sequence({}), 0); }

TEST(CheckSequence, changes_with_every_bit) {
  auto frame = frame_saying("one bit");
  const auto right = check_sequence(frame);
  for (auto& octet : frame) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      octet ^= static_cast<std::uint8_t>(1U << bit);
      EXPECT_NE(check_sequence(frame), right);
      octet ^= static_cast<std::uint8_t>(1U << bit);
    }
  }
}

}  // namespace
}  // namespace orbweaver::ax25
