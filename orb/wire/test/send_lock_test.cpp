// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/send_lock.hpp>

#include <gtest/gtest.h>

namespace orbweaver::wire {
namespace {

TEST(SendLock, is_taken_by_one_thread_at_a_time) {
  SendLock sending;
  EXPECT_FALSE(sending.being_given());
  ASSERT_TRUE(sending.take_if_free());
  EXPECT_FALSE(sending.take_if_free());
  EXPECT_EQ(sending.being_given(), 0U);
  EXPECT_TRUE(sending.free_if_uncontended());
  EXPECT_TRUE(sending.take_if_free());
}

TEST(SendLock, is_not_freed_while_something_stands_in_the_line) {
  SendLock sending;
  ASSERT_TRUE(sending.take_if_free());
  EXPECT_FALSE(sending.contend()) << "a thread sends";
  EXPECT_FALSE(sending.free_if_uncontended());
  sending.grant();
  EXPECT_TRUE(sending.is_granted());
  sending.take_up();
  EXPECT_FALSE(sending.is_granted());
  EXPECT_FALSE(sending.take_if_free());
  sending.set_free();
  EXPECT_TRUE(sending.take_if_free());
}

TEST(SendLock, belongs_to_the_first_in_the_line_that_finds_it_free) {
  SendLock sending;
  EXPECT_TRUE(sending.contend());
  EXPECT_FALSE(sending.take_if_free());
}

TEST(SendLock, counts_what_was_given_to_the_transport) {
  SendLock sending;
  ASSERT_TRUE(sending.take_if_free());
  sending.note_given(3);
  sending.note_given(1);
  EXPECT_EQ(sending.given(), 4U);
}

}  // namespace
}  // namespace orbweaver::wire
