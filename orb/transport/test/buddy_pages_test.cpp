// SPDX-License-Identifier: Apache-2.0
#include "shm/buddy_pages.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace orbweaver::transport::shm {
namespace {

TEST(BuddyPages, gives_blocks_that_lie_within_and_apart_and_at_multiples_of_their_size) {
  constexpr std::size_t kAll = 64;
  BuddyPages pages{kAll, 5};
  std::map<std::uint32_t, unsigned> taken;
  std::vector<bool> used(kAll);
  std::mt19937 random{1};
  for (int i = 0; i < 20'000; ++i) {
    if (random() % 2 == 0) {
      const auto order = static_cast<unsigned>(random() % 4);
      const auto page = pages.take(order);
      if (!page) continue;
      ASSERT_EQ(*page % (1U << order), 0U);
      for (std::uint32_t at = *page; at < *page + (1U << order); ++at) {
        ASSERT_LT(at, kAll);
        ASSERT_FALSE(used[at]);
        used[at] = true;
      }
      taken[*page] = order;
    } else if (!taken.empty()) {
      const auto one =
          std::next(taken.begin(), static_cast<std::ptrdiff_t>(random() % taken.size()));
      for (std::uint32_t at = one->first; at < one->first + (1U << one->second); ++at)
        used[at] = false;
      pages.give(one->first, one->second);
      taken.erase(one);
    }
  }
  for (const auto& [page, order] : taken) pages.give(page, order);
  EXPECT_TRUE(pages.take(5)) << "all that was given is one again";
  EXPECT_TRUE(pages.take(5));
  EXPECT_FALSE(pages.take(0));
}

TEST(BuddyPages, gives_what_was_used_last_first) {
  BuddyPages pages{8, 2};
  const auto first = pages.take(0), second = pages.take(0), third = pages.take(0),
             fourth = pages.take(0);
  ASSERT_TRUE(first && second && third && fourth);
  pages.give(*first, 0);
  pages.give(*third, 0);
  EXPECT_EQ(pages.take(0), third);
}

TEST(BuddyPages, has_to_be_cleaned_only_where_something_was_given) {
  BuddyPages pages{16, 3};
  const auto cleaned = [&](unsigned least) {
    std::set<std::pair<std::uint32_t, unsigned>> blocks;
    pages.clean(least, [&](std::uint32_t page, unsigned order) { blocks.insert({page, order}); });
    return blocks;
  };
  EXPECT_TRUE(cleaned(0).empty());
  const auto one = pages.take(3);
  ASSERT_TRUE(one);
  pages.give(*one, 3);
  EXPECT_TRUE(cleaned(4).empty());
  EXPECT_EQ(cleaned(2), (std::set<std::pair<std::uint32_t, unsigned>>{{*one, 3}}));
  EXPECT_TRUE(cleaned(0).empty());
}

}  // namespace
}  // namespace orbweaver::transport::shm
