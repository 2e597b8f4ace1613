#include "client/reply_spin.hpp"

#include <gtest/gtest.h>

namespace orbweaver::engine {
namespace {

unsigned calls_skipped(ReplySpin& spin) {
  unsigned skipped = 0;
  while (!spin.is_worth_it()) ++skipped;
  return skipped;
}

TEST(ReplySpin, looks_at_the_first_call) { EXPECT_TRUE(ReplySpin{}.is_worth_it()); }

TEST(ReplySpin, skips_ever_more_calls_while_looking_is_in_vain_up_to_a_bound) {
  ReplySpin spin;
  unsigned before = 0;
  for (int i = 0; i < 6; ++i) {
    spin.was_in_vain();
    const auto skipped = calls_skipped(spin);
    EXPECT_GT(skipped, before);
    before = skipped;
  }
  for (int i = 0; i < 10; ++i) {
    spin.was_in_vain();
    EXPECT_LE(calls_skipped(spin), ReplySpin::kMostCallsSkipped);
  }
}

TEST(ReplySpin, starts_anew_once_looking_was_worth_it) {
  ReplySpin spin;
  for (int i = 0; i < 6; ++i) {
    spin.was_in_vain();
    (void)calls_skipped(spin);
  }
  spin.was_answered();
  EXPECT_TRUE(spin.is_worth_it());
  spin.was_in_vain();
  EXPECT_EQ(calls_skipped(spin), 1U);
}

}  // namespace
}  // namespace orbweaver::engine
