// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "work.hpp"

namespace orbweaver::lab {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(RandomDelay, is_the_same_for_the_same_seed_and_packet) {
  for (std::uint64_t packet = 1; packet <= 1000; ++packet)
    EXPECT_EQ(RandomDelay{7}.of(packet), RandomDelay{7}.of(packet));
}

TEST(RandomDelay, is_mostly_none_often_short_and_seldom_long) {
  constexpr std::uint64_t kPackets = 1'000'000;
  std::uint64_t none = 0, is_short = 0, is_long = 0;
  for (std::uint64_t packet = 1; packet <= kPackets; ++packet) {
    const auto delay = RandomDelay{1}.of(packet);
    if (delay.count() == 0) ++none;
    if (delay.count() > 0 && delay <= microseconds(10)) ++is_short;
    if (delay >= milliseconds(2) && delay <= milliseconds(10)) ++is_long;
  }
  EXPECT_EQ(none + is_short + is_long, kPackets);
  EXPECT_NEAR(static_cast<double>(is_short), kPackets / 16.0, kPackets / 160.0);
  EXPECT_GE(is_long, 3U);
  EXPECT_LE(is_long, 50U);
}

TEST(RandomDelay, differs_between_seeds) {
  int differ = 0;
  for (std::uint64_t packet = 1; packet <= 1000; ++packet)
    if (RandomDelay{1}.of(packet) != RandomDelay{2}.of(packet)) ++differ;
  EXPECT_GT(differ, 50);
}

}  // namespace
}  // namespace orbweaver::lab
