// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/transport/polite_spin.hpp>

#include <orbweaver/transport/connection_traits.hpp>

#include <gtest/gtest.h>

namespace orbweaver::transport {
namespace {

constexpr auto kCalls = PoliteSpin::Between::calls_and_replies;

unsigned waits_skipped(PoliteSpin& spin) {
  unsigned skipped = 0;
  while (!spin.is_worth_it()) ++skipped;
  return skipped;
}

TEST(PoliteSpin, polls_in_the_first_wait) {
  EXPECT_TRUE(PoliteSpin{kDefaultPollTime}.is_worth_it());
}

TEST(PoliteSpin, polls_in_no_wait_that_it_is_to_skip_at_first) {
  PoliteSpin spin{kDefaultPollTime, PoliteSpin::kFirstWaitsOfAccepted};
  EXPECT_EQ(waits_skipped(spin), PoliteSpin::kFirstWaitsOfAccepted);
  EXPECT_TRUE(spin.is_worth_it()) << "it polls from then on";
  spin.was_unanswered();
  EXPECT_EQ(waits_skipped(spin), 1U) << "skipped at first is not unanswered";
}

TEST(PoliteSpin, never_polls_without_a_budget) {
  PoliteSpin spin{Nanoseconds{0}};
  EXPECT_FALSE(spin.is_worth_it());
  spin.was_answered();
  EXPECT_FALSE(spin.is_worth_it());
}

TEST(PoliteSpin, skips_more_waits_after_each_unanswered_one_up_to_a_bound) {
  PoliteSpin spin{kDefaultPollTime};
  unsigned before = 0;
  for (int i = 0; i < 6; ++i) {
    spin.was_unanswered();
    const auto skipped = waits_skipped(spin);
    EXPECT_GT(skipped, before);
    before = skipped;
  }
  for (int i = 0; i < 10; ++i) {
    spin.was_unanswered();
    EXPECT_LE(waits_skipped(spin), PoliteSpin::kMostWaitsSkipped);
  }
}

TEST(PoliteSpin, blocks_in_some_waits_once_others_want_the_processor) {
  PoliteSpin spin{kDefaultPollTime};
  spin.others_ran(kCalls);
  EXPECT_EQ(waits_skipped(spin), PoliteSpin::kFirstWaitsAfterOthersRan);
  spin.was_unanswered();
  EXPECT_EQ(waits_skipped(spin), 1U) << "that is another reason";
}

TEST(PoliteSpin, blocks_in_ever_more_waits_up_to_a_bound_while_others_want_the_processor) {
  PoliteSpin spin{kDefaultPollTime};
  for (unsigned most = PoliteSpin::kFirstWaitsAfterOthersRan;
       most <= PoliteSpin::kMostWaitsAfterOthersRan; most *= 2) {
    spin.others_ran(kCalls);
    EXPECT_EQ(waits_skipped(spin), most);
    spin.was_answered();
  }
  spin.others_ran(kCalls);
  EXPECT_EQ(waits_skipped(spin), PoliteSpin::kMostWaitsAfterOthersRan);
}

TEST(PoliteSpin, starts_anew_once_others_wanted_the_processor_no_more) {
  PoliteSpin spin{kDefaultPollTime};
  for (int i = 0; i < 3; ++i) spin.others_ran(kCalls);
  for (unsigned i = 0; i < PoliteSpin::kCalmWaits; ++i) spin.was_answered();
  spin.others_ran(kCalls);
  EXPECT_EQ(waits_skipped(spin), PoliteSpin::kFirstWaitsAfterOthersRan);
}

TEST(PoliteSpin, does_not_block_in_ever_more_waits_of_a_stream) {
  PoliteSpin spin{kDefaultPollTime};
  for (int i = 0; i < 3; ++i) {
    spin.others_ran(PoliteSpin::Between::messages_of_a_stream);
    EXPECT_EQ(waits_skipped(spin), PoliteSpin::kFirstWaitsAfterOthersRan);
  }
}

TEST(PoliteSpin, does_not_ask_the_system_in_a_brief_wait) {
  for (unsigned yields = 1; yields < 4; ++yields)
    EXPECT_FALSE(PoliteSpin::did_others_run(yields)) << yields;
}

TEST(PoliteSpin, starts_anew_once_polling_found_a_frame) {
  PoliteSpin spin{kDefaultPollTime};
  for (int i = 0; i < 6; ++i) {
    spin.was_unanswered();
    (void)waits_skipped(spin);
  }
  spin.was_answered();
  EXPECT_TRUE(spin.is_worth_it());
  spin.was_unanswered();
  EXPECT_EQ(waits_skipped(spin), 1U);
}

}  // namespace
}  // namespace orbweaver::transport
