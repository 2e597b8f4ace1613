// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/base/clock.hpp>

namespace orbweaver {
namespace {

using std::chrono::hours;

TEST(Clock, never_runs_backwards) {
  const auto before = monotonic_ns();
  EXPECT_GE(monotonic_ns(), before);
}

TEST(Deadline, of_a_timeout_of_zero_or_less_never_passes) {
  EXPECT_TRUE(Deadline::after(Nanoseconds::zero()).is_never());
  EXPECT_TRUE(Deadline::after(Nanoseconds{-1}).is_never());
  EXPECT_FALSE(Deadline::never().has_passed());
}

TEST(Deadline, in_the_past_has_passed_and_leaves_nothing) {
  const auto deadline = Deadline::at(now() - hours{1});
  EXPECT_FALSE(deadline.is_never());
  EXPECT_TRUE(deadline.has_passed());
  EXPECT_EQ(deadline.remaining(), Nanoseconds::zero());
}

TEST(Deadline, in_the_future_leaves_at_most_its_timeout) {
  const auto deadline = Deadline::after(hours{1});
  EXPECT_FALSE(deadline.has_passed());
  EXPECT_GT(deadline.remaining(), Nanoseconds::zero());
  EXPECT_LE(deadline.remaining(), Nanoseconds{hours{1}});
}

TEST(Deadline, says_its_moment) {
  const TimePoint moment = now() + hours{2};
  EXPECT_EQ(Deadline::at(moment).moment(), moment);
}

}  // namespace
}  // namespace orbweaver
