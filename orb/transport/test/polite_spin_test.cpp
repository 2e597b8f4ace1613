#include "stream/polite_spin.hpp"

#include <orbweaver/transport/connection_traits.hpp>

#include <gtest/gtest.h>

namespace orbweaver::transport {
namespace {

unsigned waits_skipped(PoliteSpin& spin) {
  unsigned skipped = 0;
  while (!spin.is_worth_it()) ++skipped;
  return skipped;
}

TEST(PoliteSpin, looks_at_the_first_wait) { EXPECT_TRUE(PoliteSpin{kDefaultLook}.is_worth_it()); }

TEST(PoliteSpin, never_looks_without_a_budget) {
  PoliteSpin spin{Nanoseconds{0}};
  EXPECT_FALSE(spin.is_worth_it());
  spin.was_answered();
  EXPECT_FALSE(spin.is_worth_it());
}

TEST(PoliteSpin, skips_ever_more_waits_while_looking_is_in_vain_up_to_a_bound) {
  PoliteSpin spin{kDefaultLook};
  unsigned before = 0;
  for (int i = 0; i < 6; ++i) {
    spin.was_in_vain();
    const auto skipped = waits_skipped(spin);
    EXPECT_GT(skipped, before);
    before = skipped;
  }
  for (int i = 0; i < 10; ++i) {
    spin.was_in_vain();
    EXPECT_LE(waits_skipped(spin), PoliteSpin::kMostWaitsSkipped);
  }
}

TEST(PoliteSpin, starts_anew_once_looking_was_worth_it) {
  PoliteSpin spin{kDefaultLook};
  for (int i = 0; i < 6; ++i) {
    spin.was_in_vain();
    (void)waits_skipped(spin);
  }
  spin.was_answered();
  EXPECT_TRUE(spin.is_worth_it());
  spin.was_in_vain();
  EXPECT_EQ(waits_skipped(spin), 1U);
}

}  // namespace
}  // namespace orbweaver::transport
