// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/exception_reason.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "hex.hpp"

namespace orbweaver::giop {
namespace {

// "no db", with its end, in both byte orders.
constexpr std::string_view kBig = "00 000000 00000006 6e6f20646200";
constexpr std::string_view kLittle = "01 000000 06000000 6e6f20646200";

TEST(ExceptionReason, is_read_in_both_byte_orders) {
  EXPECT_EQ(read_reason(from_hex(kBig)), "no db");
  EXPECT_EQ(read_reason(from_hex(kLittle)), "no db");
}

TEST(ExceptionReason, comes_back_as_it_was_written) {
  for (const std::string text : {"", "db is down",
                                 "Br\xc3\xbc"
                                 "cke"})
    EXPECT_EQ(read_reason(encode_reason(text)), text);
}

TEST(ExceptionReason, is_cut_where_it_is_too_long) {
  const std::string longest(kLongestReason, 'x');
  EXPECT_EQ(read_reason(encode_reason(longest + "y")), longest);
}

TEST(ExceptionReason, of_another_writer_is_cut_where_it_is_too_long) {
  auto data = encode_reason(std::string(kLongestReason, 'x'));
  data.insert(data.end() - 1, std::byte{'y'});
  const auto size = static_cast<std::uint32_t>(kLongestReason + 2);
  std::memcpy(&data[4], &size, sizeof size);
  EXPECT_EQ(read_reason(data), std::string(kLongestReason, 'x'));
}

TEST(ExceptionReason, ends_at_an_octet_0) {
  EXPECT_EQ(read_reason(encode_reason(std::string_view{"a\0b", 3})), "a");
}

TEST(ExceptionReason, that_does_not_fit_is_none) {
  const auto whole = from_hex(kLittle);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(read_reason(Bytes{whole}.first(size)), std::nullopt);
}

}  // namespace
}  // namespace orbweaver::giop
