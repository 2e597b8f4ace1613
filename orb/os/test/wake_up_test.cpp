// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/wake_up.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace orbweaver::os {
namespace {

TEST(WakeUp, that_was_given_before_the_wait_is_kept) {
  WakeUp wake_up;
  wake_up.give();
  EXPECT_TRUE(wake_up.wait_until(Deadline::at(now())));
}

TEST(WakeUp, that_is_not_given_ends_the_wait_with_its_deadline) {
  WakeUp wake_up;
  EXPECT_FALSE(wake_up.wait_until(Deadline::at(now())));
  EXPECT_FALSE(wake_up.wait_until(Deadline::after(std::chrono::milliseconds(1))));
  wake_up.give();
  EXPECT_TRUE(wake_up.wait_until(Deadline::at(now()))) << "it can be waited for again";
}

TEST(WakeUp, shows_what_was_done_before_it) {
  for (int round = 0; round < 1000; ++round) {
    WakeUp there, back;
    int written = 0;
    std::jthread other{[&] {
      there.wait();
      written *= 2;
      back.give();
    }};
    written = round;
    there.give();
    back.wait();
    ASSERT_EQ(written, 2 * round);
  }
}

// The memory is gone while give() may not have returned: a sanitizer sees what it touches then.
TEST(WakeUp, may_be_destroyed_by_the_thread_that_got_it) {
  for (int round = 0; round < 1000; ++round) {
    auto* const wake_up = new WakeUp;
    std::jthread giver{[&] { wake_up->give(); }};
    wake_up->wait();
    delete wake_up;
  }
}

TEST(WakeUp, is_got_once_each_time_also_beside_deadlines_that_pass) {
  constexpr int kRounds = 2000;
  WakeUp wake_up, taken;
  std::jthread giver{[&] {
    for (int n = 0; n < kRounds; ++n) {
      wake_up.give();
      taken.wait();
    }
  }};
  for (int got = 0; got < kRounds;)
    if (wake_up.wait_until(Deadline::after(std::chrono::microseconds(1)))) {
      ++got;
      taken.give();
    }
  EXPECT_FALSE(wake_up.wait_until(Deadline::at(now()))) << "none is left";
}

}  // namespace
}  // namespace orbweaver::os
