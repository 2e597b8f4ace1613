// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace orbweaver::os {
namespace {

TEST(Random, fills_all_octets_each_time_anew) {
  constexpr std::size_t kMore = 600;  // a signal may cut a getrandom() call of more than 256 short
  std::set<std::array<std::byte, kMore>> seen;
  for (int i = 0; i < 16; ++i) {
    std::array<std::byte, kMore> octets{};
    fill_with_random(octets);
    EXPECT_LT(std::ranges::count(octets, std::byte{0}), 50);
    EXPECT_TRUE(seen.insert(octets).second);
  }
}

TEST(Random, gives_other_numbers_each_time) {
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(seen.insert(random_number()).second);
}

}  // namespace
}  // namespace orbweaver::os
