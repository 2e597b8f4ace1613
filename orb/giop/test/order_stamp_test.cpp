// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/order_stamp.hpp>

#include <gtest/gtest.h>

#include "hex.hpp"

namespace orbweaver::giop {
namespace {

constexpr std::string_view kBig = "00 00000000000000 1122334455667788 0000000000000007";
constexpr std::string_view kLittle = "01 00000000000000 8877665544332211 0700000000000000";
constexpr OrderStamp kStamp{0x1122334455667788, 7};

TEST(OrderStamp, is_read_in_both_byte_orders) {
  EXPECT_EQ(read_order_stamp(from_hex(kBig)), kStamp);
  EXPECT_EQ(read_order_stamp(from_hex(kLittle)), kStamp);
}

TEST(OrderStamp, comes_back_as_it_was_written) {
  EXPECT_EQ(read_order_stamp(encode(kStamp)), kStamp);
  EXPECT_EQ(read_order_stamp(encode({0, kLastOrderNumber})), (OrderStamp{0, kLastOrderNumber}));
}

TEST(OrderStamp, ends_with_its_number) {
  const auto data = encode(kStamp);
  auto patched = encode({kStamp.series, 1});
  std::copy(data.end() - 8, data.end(), patched.end() - 8);
  EXPECT_EQ(read_order_stamp(patched), kStamp);
}

TEST(OrderStamp, that_does_not_fit_is_none) {
  const auto whole = from_hex(kBig);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(read_order_stamp(Bytes{whole}.first(size)), std::nullopt);
}

TEST(OrderStamp, has_no_number_0_and_none_that_counters_could_not_hold) {
  EXPECT_EQ(read_order_stamp(encode({1, 0})), std::nullopt);
  EXPECT_EQ(read_order_stamp(encode({1, kLastOrderNumber + 1})), std::nullopt);
  EXPECT_EQ(read_order_stamp(encode({1, ~std::uint64_t{0}})), std::nullopt);
}

TEST(OrderStamp, may_be_followed_by_what_a_later_version_adds) {
  auto longer = from_hex(kBig);
  longer.push_back(std::byte{1});
  EXPECT_EQ(read_order_stamp(longer), kStamp);
}

}  // namespace
}  // namespace orbweaver::giop
