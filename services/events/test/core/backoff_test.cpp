// SPDX-License-Identifier: Apache-2.0
#include "core/backoff.hpp"
#include "core/batch_size.hpp"

#include <gtest/gtest.h>

namespace {

using namespace orbweaver::events;
using std::chrono::milliseconds;

TEST(ABackoff, doubles_its_pauses_up_to_the_longest) {
  Backoff backoff(milliseconds(100), milliseconds(500), 9);
  for (const auto pause : {100, 200, 400, 500, 500}) {
    backoff.failed();
    EXPECT_EQ(backoff.pause(), milliseconds(pause));
  }
  backoff.succeeded();
  EXPECT_FALSE(backoff.is_failing());
  backoff.failed();
  EXPECT_EQ(backoff.pause(), milliseconds(100));
}

TEST(ABackoff, is_exhausted_after_failures_in_a_row) {
  Backoff backoff(milliseconds(1), milliseconds(1), 2);
  backoff.failed();
  backoff.succeeded();
  backoff.failed();
  EXPECT_FALSE(backoff.is_exhausted());
  backoff.failed();
  EXPECT_TRUE(backoff.is_exhausted());
}

TEST(ABatchSize, doubles_while_the_consumer_answers_soon) {
  BatchSize size(6, milliseconds(800));
  for (const auto events : {1U, 2U, 4U, 6U, 6U}) {
    EXPECT_EQ(size.events(), events);
    size.answered(milliseconds(100));
  }
}

TEST(ABatchSize, halves_when_an_answer_takes_long_and_begins_again_after_a_failure) {
  BatchSize size(8, milliseconds(800));
  for (int i = 0; i < 3; ++i) size.answered(milliseconds(1));
  size.answered(milliseconds(101));
  EXPECT_EQ(size.events(), 4U);
  size.failed();
  EXPECT_EQ(size.events(), 1U);
  size.answered(milliseconds(101));
  EXPECT_EQ(size.events(), 1U);
}

TEST(ABatchSize, is_never_zero) { EXPECT_EQ(BatchSize(0, milliseconds(1)).events(), 1U); }

}  // namespace
