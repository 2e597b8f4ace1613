// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/base/bytes.hpp>

#include "hex.hpp"

namespace orbweaver {
namespace {

TEST(Bytes, of_a_text_are_its_characters_without_a_terminator) {
  EXPECT_EQ(to_hex(as_bytes("GIOP")), "47 49 4f 50");
  EXPECT_TRUE(as_bytes("").empty());
}

TEST(Bytes, become_the_same_text_again) {
  EXPECT_EQ(as_text(as_bytes(std::string_view{"a\0b", 3})), (std::string_view{"a\0b", 3}));
}

TEST(Hex, reads_what_it_writes) {
  const auto bytes = from_hex("00 7f80 ff");
  EXPECT_EQ(to_hex(bytes), "00 7f 80 ff");
  EXPECT_EQ(normal_hex("007f 80ff"), "00 7f 80 ff");
}

}  // namespace
}  // namespace orbweaver
