// SPDX-License-Identifier: Apache-2.0
#include "reply_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "held_connection.hpp"

namespace orbweaver::server {
namespace {

using testing::ElementsAre;
using transport::ConnectionFault;
using Late = ReplyQueue::Late;
using Sent = ReplyQueue::Sent;

constexpr auto kLong = std::chrono::hours(1);

class ReplyQueueTest : public testing::Test {
 protected:
  ReplyQueue::Outcome send(std::string_view words) {
    return queue.send(std::array{as_bytes(words)});
  }
  [[nodiscard]] std::uint64_t dropped() const { return counters.snapshot().replies_dropped; }

  wire::HeldConnection connection;
  wire::Counters counters;
  ReplyQueue queue{connection, counters};
};

TEST_F(ReplyQueueTest, sends_at_once_to_who_reads) {
  connection.open();
  EXPECT_EQ(send("1"), Sent::at_once);
  EXPECT_EQ(queue.late_bytes(), 0U);
  EXPECT_THAT(connection.sent(), ElementsAre("1"));
}

TEST_F(ReplyQueueTest, keeps_what_is_not_taken_and_what_comes_behind_it_in_order) {
  EXPECT_EQ(send("one"), Sent::late);
  connection.open();
  EXPECT_EQ(send("two"), Sent::late) << "not before the first";
  EXPECT_EQ(queue.late_bytes(), 6U);
  EXPECT_EQ(queue.send_late(kLong), Late::none);
  EXPECT_THAT(connection.sent(), ElementsAre("one", "two"));
  EXPECT_EQ(send("three"), Sent::at_once);
  EXPECT_EQ(counters.snapshot().replies_sent, 2U) << "of those that were late";
  EXPECT_EQ(queue.late_bytes(), 0U);
}

TEST_F(ReplyQueueTest, goes_on_behind_what_was_taken) {
  connection.cut(2);
  const std::array message{as_bytes(std::string_view{"abcd"}), as_bytes(std::string_view{"ef"})};
  EXPECT_EQ(queue.send(message), Sent::late);
  EXPECT_EQ(queue.send_late(kLong), Late::fewer);
  connection.cut(0);
  EXPECT_EQ(queue.send_late(kLong), Late::as_before);
  EXPECT_EQ(queue.late_bytes(), 2U);
  connection.open();
  EXPECT_EQ(queue.send_late(kLong), Late::none);
  EXPECT_THAT(connection.sent(), ElementsAre("ab", "cd", "ef"));
}

TEST_F(ReplyQueueTest, sends_many_late_ones_with_few_system_calls) {
  for (int i = 0; i < 40; ++i) EXPECT_EQ(send(std::to_string(i)), Sent::late);
  connection.open();
  EXPECT_EQ(queue.send_late(kLong), Late::none);
  EXPECT_EQ(connection.sent().size(), 40U);
  EXPECT_EQ(connection.sent().back(), "39");
}

TEST_F(ReplyQueueTest, gives_up_a_reply_that_is_late_for_too_long_and_counts_all) {
  EXPECT_EQ(send("1"), Sent::late);
  EXPECT_EQ(send("2"), Sent::late);
  const auto late = queue.send_late(Nanoseconds{0});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, ConnectionFault::timed_out);
  EXPECT_EQ(dropped(), 2U);
  EXPECT_EQ(queue.late_bytes(), 0U);
  connection.open();
  EXPECT_FALSE(send("3")) << "its beginning would be the rest of the first";
  EXPECT_TRUE(connection.sent().empty());
}

TEST_F(ReplyQueueTest, counts_what_is_late_at_its_end) {
  {
    ReplyQueue ending{connection, counters};
    EXPECT_EQ(ending.send(std::array{as_bytes(std::string_view{"1"})}), Sent::late);
  }
  EXPECT_EQ(dropped(), 1U);
}

TEST_F(ReplyQueueTest, counts_no_close_as_a_reply) {
  const std::array close{as_bytes(std::string_view{"bye"})};
  EXPECT_EQ(send("1"), Sent::late);
  EXPECT_EQ(queue.send(close, ReplyQueue::MessageKind::close), Sent::late);
  queue.fail({ConnectionFault::timed_out});
  EXPECT_EQ(counters.snapshot().replies_late, 1U);
  EXPECT_EQ(dropped(), 1U);
}

TEST_F(ReplyQueueTest, says_what_broke_while_something_was_late) {
  EXPECT_EQ(send("1"), Sent::late);
  connection.shutdown();
  const auto late = queue.send_late(kLong);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, ConnectionFault::broken);
  EXPECT_EQ(dropped(), 1U);
}

TEST_F(ReplyQueueTest, pauses_the_reader_while_something_is_late_and_resumes_it_once) {
  EXPECT_FALSE(queue.pauses_reader());
  EXPECT_FALSE(queue.resumes_reader());
  EXPECT_EQ(send("1"), Sent::late);
  EXPECT_TRUE(queue.pauses_reader());
  EXPECT_FALSE(queue.resumes_reader()) << "it is late still";
  connection.open();
  EXPECT_EQ(queue.send_late(kLong), Late::none);
  EXPECT_TRUE(queue.resumes_reader());
  EXPECT_FALSE(queue.resumes_reader());
}

TEST_F(ReplyQueueTest, resumes_a_reader_that_paused_when_it_fails) {
  EXPECT_EQ(send("1"), Sent::late);
  EXPECT_TRUE(queue.pauses_reader());
  queue.fail({ConnectionFault::timed_out});
  EXPECT_TRUE(queue.resumes_reader());
}

TEST_F(ReplyQueueTest, pauses_no_connection_at_the_end) {
  EXPECT_EQ(send("1"), Sent::late);
  EXPECT_TRUE(queue.pauses_reader());
  EXPECT_TRUE(queue.stops_pausing());
  EXPECT_FALSE(queue.pauses_reader());
}

TEST_F(ReplyQueueTest, finishes_behind_what_is_late) {
  EXPECT_EQ(send("1"), Sent::late);
  queue.finish();
  EXPECT_FALSE(connection.has_finished());
  EXPECT_FALSE(send("2"));
  connection.open();
  EXPECT_EQ(queue.send_late(kLong), Late::none);
  EXPECT_TRUE(connection.has_finished());
  EXPECT_THAT(connection.sent(), ElementsAre("1"));
}

TEST_F(ReplyQueueTest, tries_only_what_leaves_at_once) {
  const std::array words{as_bytes(std::string_view{"12"})};
  EXPECT_EQ(queue.try_send(words).value(), std::nullopt);
  EXPECT_EQ(queue.late_bytes(), 0U) << "not kept";
  connection.cut(1);
  EXPECT_EQ(queue.try_send(words).value(), Sent::late) << "it has begun";
  connection.open();
  EXPECT_EQ(queue.try_send(words).value(), std::nullopt) << "not before what is late";
  EXPECT_EQ(queue.send_late(kLong), Late::none);
  EXPECT_EQ(queue.try_send(words).value(), Sent::at_once);
  EXPECT_THAT(connection.sent(), ElementsAre("1", "2", "12"));
}

TEST_F(ReplyQueueTest, does_not_say_of_what_may_have_left_that_it_was_not_sent) {
  const std::array words{as_bytes(std::string_view{"12"})};
  connection.cut(2);
  connection.shutdown();
  EXPECT_EQ(queue.try_send(words).error().fault, ConnectionFault::broken);
  EXPECT_FALSE(send("3"));
}

}  // namespace
}  // namespace orbweaver::server
