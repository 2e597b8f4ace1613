// SPDX-License-Identifier: Apache-2.0
#include "socket/socket_pause.hpp"

#include <gtest/gtest.h>

namespace orbweaver::transport {
namespace {

using namespace std::chrono_literals;

class ASocketPause : public testing::Test {
 protected:
  /// The pause after so many frames came in so long.
  Nanoseconds next_after(unsigned frames, Nanoseconds time, std::size_t size = 64) {
    for (unsigned i = 0; i < frames; ++i) pause.took_a_frame(size);
    moment += time;
    return pause.next(moment);
  }

  void make_dense() {
    for (int i = 0; i < 2; ++i) (void)next_after(SocketPause::kFramesOfATurn, 50us);
  }

  SocketPause pause{SocketPause::kMostOverTcp};
  TimePoint moment{1h};
};

TEST_F(ASocketPause, stays_short_while_messages_come_alone) {
  for (const unsigned frames : {0U, 1U, 1U, 0U, 1U})
    EXPECT_EQ(next_after(frames, 5us), SocketPause::kLeast);
}

TEST_F(ASocketPause, stays_short_while_several_messages_come_seldom) {
  for (int i = 0; i < 10; ++i) EXPECT_EQ(next_after(9, 46us), SocketPause::kLeast);
}

TEST_F(ASocketPause, grows_in_a_dense_stream_but_not_beyond_its_most) {
  (void)next_after(0, 1s);
  for (const auto expected : {10us, 20us, 40us, 50us, 50us})
    EXPECT_EQ(next_after(20, 50us), expected);
}

TEST_F(ASocketPause, shrinks_when_the_stream_is_no_longer_dense) {
  for (int i = 0; i < 10; ++i) (void)next_after(20, 50us);
  for (const auto expected : {25'000ns, 12'500ns, 6'250ns, 5'000ns, 5'000ns})
    EXPECT_EQ(next_after(9, 50us), expected);
}

TEST_F(ASocketPause, does_not_count_what_came_with_calls_and_replies) {
  for (int i = 0; i < 10; ++i) {
    pause.took_a_frame(64);
    pause.awaits_answer();
    EXPECT_EQ(next_after(1, 2us), SocketPause::kLeast);
  }
}

TEST_F(ASocketPause, sleeps_some_times_after_a_yield_that_brought_messages) {
  make_dense();
  EXPECT_FALSE(pause.sleeps());
  pause.found_messages(true);
  for (unsigned i = 0; i < SocketPause::kSleeps; ++i) EXPECT_TRUE(pause.sleeps()) << i;
  EXPECT_FALSE(pause.sleeps());
}

TEST_F(ASocketPause, does_not_sleep_when_messages_came_without_the_senders_turn) {
  make_dense();
  pause.found_messages(false);
  EXPECT_FALSE(pause.sleeps());
}

TEST_F(ASocketPause, does_not_sleep_while_messages_come_seldom) {
  make_dense();
  (void)next_after(9, 46us);
  pause.found_messages(true);
  EXPECT_FALSE(pause.sleeps());
  (void)next_after(1, 1us);
  EXPECT_FALSE(pause.sleeps());
}

TEST_F(ASocketPause, does_not_sleep_when_few_messages_come_at_once) {
  make_dense();
  (void)next_after(SocketPause::kFramesOfATurn - 1, 50us);
  pause.found_messages(true);
  EXPECT_FALSE(pause.sleeps());
}

TEST_F(ASocketPause, does_not_sleep_between_large_messages) {
  make_dense();
  (void)next_after(SocketPause::kFramesOfATurn, 50us, SocketPause::kMostWithSleeps + 1);
  pause.found_messages(true);
  EXPECT_FALSE(pause.sleeps());
  (void)next_after(SocketPause::kFramesOfATurn, 50us, SocketPause::kMostWithSleeps);
  EXPECT_TRUE(pause.sleeps());
}

TEST_F(ASocketPause, never_grows_where_it_gains_nothing) {
  pause = SocketPause{};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(next_after(20, 50us), SocketPause::kLeast);
}

}  // namespace
}  // namespace orbweaver::transport
