// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/tick.hpp>

#include <gtest/gtest.h>

namespace orbweaver::os {
namespace {

TEST(LastTick, is_never_ahead_of_the_clock_and_never_goes_back) {
  auto before = last_tick();
  for (int i = 0; i < 10'000; ++i) {
    const auto tick = last_tick();
    ASSERT_LE(tick, now());
    ASSERT_GE(tick, before);
    before = tick;
  }
  EXPECT_GT(last_tick(), now() - std::chrono::seconds{10}) << "another zero than the clock's";
}

}  // namespace
}  // namespace orbweaver::os
