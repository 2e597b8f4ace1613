// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/key_number.hpp>

#include <gtest/gtest.h>

#include <array>

namespace orbweaver::wire {
namespace {

TEST(KeyNumber, has_its_lowest_octet_first_on_every_machine) {
  std::array<unsigned char, kKeyNumberSize> octets{};
  put_key_number(octets.data(), 0x01020304);
  EXPECT_EQ(octets, (std::array<unsigned char, kKeyNumberSize>{4, 3, 2, 1}));
  EXPECT_EQ(read_key_number(octets.data()), 0x01020304U);
}

}  // namespace
}  // namespace orbweaver::wire
