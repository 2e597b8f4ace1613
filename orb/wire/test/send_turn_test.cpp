#include <orbweaver/wire/send_turn.hpp>

#include <gtest/gtest.h>

namespace orbweaver::wire {
namespace {

TEST(SendTurn, is_taken_by_one_thread_at_a_time) {
  SendTurn turn;
  EXPECT_FALSE(turn.being_given());
  ASSERT_TRUE(turn.take_if_free());
  EXPECT_FALSE(turn.take_if_free());
  EXPECT_EQ(turn.being_given(), 0U);
  EXPECT_TRUE(turn.free_if_uncontended());
  EXPECT_TRUE(turn.take_if_free());
}

TEST(SendTurn, is_not_given_back_past_what_stands_in_the_line) {
  SendTurn turn;
  ASSERT_TRUE(turn.take_if_free());
  EXPECT_FALSE(turn.contend()) << "a thread sends";
  EXPECT_FALSE(turn.free_if_uncontended());
  turn.grant();
  EXPECT_TRUE(turn.is_granted());
  turn.take_up();
  EXPECT_FALSE(turn.is_granted());
  EXPECT_FALSE(turn.take_if_free());
  turn.set_free();
  EXPECT_TRUE(turn.take_if_free());
}

TEST(SendTurn, belongs_to_the_first_in_the_line_that_finds_it_free) {
  SendTurn turn;
  EXPECT_TRUE(turn.contend());
  EXPECT_FALSE(turn.take_if_free());
}

TEST(SendTurn, counts_what_was_given_to_the_transport) {
  SendTurn turn;
  ASSERT_TRUE(turn.take_if_free());
  turn.note_given(3);
  turn.note_given(1);
  EXPECT_EQ(turn.given(), 4U);
}

}  // namespace
}  // namespace orbweaver::wire
