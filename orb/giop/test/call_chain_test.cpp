// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/call_chain.hpp>

#include <gtest/gtest.h>

#include "hex.hpp"

namespace orbweaver::giop {
namespace {

CallToken token(std::uint8_t first) {
  CallToken token{};
  for (std::size_t i = 0; i < token.size(); ++i) token[i] = std::byte(first + i);
  return token;
}

constexpr std::string_view kOne = "01 00000000000000 20212223 24252627 28292a2b 2c2d2e2f";

TEST(CallChain, is_empty_at_first) {
  const CallChain chain;
  EXPECT_TRUE(chain.is_empty());
  EXPECT_FALSE(chain.holds(token(0)));
}

TEST(CallChain, is_read_in_both_byte_orders) {
  auto data = from_hex(kOne);
  for (const int order : {0, 1}) {
    data[0] = std::byte(order);
    const auto chain = CallChain::read(data);
    EXPECT_EQ(chain.size(), 1U);
    EXPECT_TRUE(chain.holds(token(0x20)));
  }
}

TEST(CallChain, comes_back_as_it_was_written) {
  CallChain written;
  for (std::uint8_t i = 0; i < kMostTokens; ++i) written.add(token(i));
  EXPECT_EQ(written.data().size(), 8U + 16U * kMostTokens);
  const auto read = CallChain::read(written.data());
  EXPECT_EQ(read.size(), kMostTokens);
  for (std::uint8_t i = 0; i < kMostTokens; ++i) EXPECT_TRUE(read.holds(token(i)));
  EXPECT_FALSE(read.holds(token(kMostTokens)));
}

TEST(CallChain, goes_on_with_what_was_read) {
  auto chain = CallChain::read(from_hex(kOne));
  chain.add(token(0x40));
  const auto read = CallChain::read(chain.data());
  EXPECT_TRUE(read.holds(token(0x20)) && read.holds(token(0x40)));
}

TEST(CallChain, that_grows_too_long_forgets_its_outermost_token) {
  CallChain chain;
  for (std::uint8_t i = 0; i < kMostTokens + 2; ++i) chain.add(token(i));
  EXPECT_EQ(chain.size(), kMostTokens);
  EXPECT_FALSE(chain.holds(token(0)) || chain.holds(token(1)));
  EXPECT_TRUE(chain.holds(token(2)) && chain.holds(token(kMostTokens + 1)));
}

TEST(CallChain, holds_whole_tokens_only) {
  const auto chain = CallChain::read(from_hex(kOne));
  EXPECT_FALSE(chain.holds(Bytes{token(0x20)}.first(15)));
  EXPECT_FALSE(chain.holds(Bytes{}));
  EXPECT_FALSE(chain.holds(token(0x21)));
}

TEST(CallChain, that_does_not_fit_is_empty) {
  const auto whole = from_hex(kOne);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_TRUE(CallChain::read(Bytes{whole}.first(size)).is_empty());
  auto wrong_order = whole;
  wrong_order[0] = std::byte{2};
  EXPECT_TRUE(CallChain::read(wrong_order).is_empty());
  const std::vector<std::byte> too_many(8 + 16 * (kMostTokens + 1));
  EXPECT_TRUE(CallChain::read(too_many).is_empty());
}

}  // namespace
}  // namespace orbweaver::giop
