// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <orbweaver/upkeep/restarts.hpp>

namespace orbweaver::upkeep {
namespace {

using std::chrono::seconds;

constexpr Nanoseconds kShort = seconds{1};

TEST(Restarts, wait_twice_as_long_each_time_and_a_minute_at_most) {
  Restarts restarts{0};
  for (const int wanted : {1, 2, 4, 8, 16, 32, 60, 60, 60})
    EXPECT_EQ(restarts.pause_after(kShort), seconds{wanted});
}

TEST(Restarts, end_after_the_most_in_a_row) {
  Restarts restarts{2};
  EXPECT_TRUE(restarts.pause_after(kShort));
  EXPECT_TRUE(restarts.pause_after(Nanoseconds::zero()));
  EXPECT_FALSE(restarts.pause_after(kShort));
  EXPECT_FALSE(restarts.pause_after(kShort));
}

TEST(Restarts, begin_a_new_row_after_a_steady_run) {
  Restarts restarts{1};
  EXPECT_EQ(restarts.pause_after(kShort), seconds{1});
  EXPECT_EQ(restarts.pause_after(Restarts::kSteady), seconds{1});
  EXPECT_FALSE(restarts.pause_after(Restarts::kSteady - Nanoseconds{1}));
}

TEST(Restarts, may_have_other_pauses) {
  Restarts restarts{0, seconds{3}, seconds{10}};
  EXPECT_EQ(restarts.pause_after({}), seconds{3});
  EXPECT_EQ(restarts.pause_after({}), seconds{6});
  EXPECT_EQ(restarts.pause_after({}), seconds{10});
  EXPECT_EQ(restarts.pause_after(seconds{10}), seconds{3});
}

TEST(Restarts, have_no_limit_if_it_is_zero) {
  Restarts restarts{0};
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(restarts.pause_after(kShort));
  EXPECT_EQ(restarts.count(), 1000U);
}

}  // namespace
}  // namespace orbweaver::upkeep
