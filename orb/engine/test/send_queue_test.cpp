#include "wire/send_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "held_connection.hpp"

namespace orbweaver::engine {
namespace {

using testing::ElementsAre;
using transport::Fault;

Bytes text(std::string_view words) { return as_bytes(words); }

Deadline at_once() { return Deadline::at(now()); }

class SendQueueTest : public testing::Test {
 protected:
  HeldConnection connection;
  Counters counters;
};

TEST_F(SendQueueTest, sends_what_comes_in_order_whichever_way_it_comes) {
  SendQueue queue(connection, {}, counters);
  ASSERT_TRUE(queue.enqueue(text("1"), Deadline::never()));
  ASSERT_TRUE(queue.enqueue(text("2"), Deadline::never()));
  std::jthread caller{[&] { EXPECT_TRUE(queue.send(text("3"), Deadline::never())); }};
  connection.wait_for_senders(1);
  connection.open();
  caller.join();
  ASSERT_TRUE(queue.enqueue(text("4"), Deadline::never()));
  ASSERT_TRUE(queue.send(text("5"), Deadline::never()));
  EXPECT_THAT(connection.sent(), ElementsAre("1", "2", "3", "4", "5"));
  EXPECT_EQ(queue.enqueued(), 3U);
  EXPECT_EQ(queue.flushed(), 3U);
}

TEST_F(SendQueueTest, a_caller_whose_time_is_up_leaves_its_place_to_the_next) {
  SendQueue queue(connection, {}, counters);
  ASSERT_TRUE(queue.enqueue(text("1"), Deadline::never()));
  connection.wait_for_senders(1);
  const auto late = queue.send(text("late"), at_once());
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, Fault::timed_out);
  EXPECT_FALSE(late.error().mid_frame);
  connection.open();
  EXPECT_TRUE(queue.send(text("2"), Deadline::never()));
  EXPECT_THAT(connection.sent(), ElementsAre("1", "2"));
}

TEST_F(SendQueueTest, a_full_queue_holds_who_comes_until_there_is_room) {
  SendQueue queue(connection, {.high_messages = 2, .low_messages = 1}, counters);
  ASSERT_TRUE(queue.enqueue(text("1"), Deadline::never()));
  ASSERT_TRUE(queue.enqueue(text("2"), Deadline::never()));
  const auto late = queue.enqueue(text("late"), at_once());
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, Fault::timed_out);
  std::jthread caller{[&] { EXPECT_TRUE(queue.enqueue(text("3"), Deadline::never())); }};
  connection.open();
  caller.join();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("1", "2", "3"));
  EXPECT_EQ(counters.snapshot().oneways_dropped, 0U);
}

TEST_F(SendQueueTest, what_waits_when_the_connection_breaks_is_counted_and_later_calls_fail) {
  SendQueue queue(connection, {}, counters);
  for (const auto* message : {"1", "2", "3"})
    ASSERT_TRUE(queue.enqueue(text(message), Deadline::never()));
  std::jthread caller{[&] { EXPECT_FALSE(queue.send(text("4"), Deadline::never())); }};
  connection.wait_for_senders(1);
  connection.shutdown();
  caller.join();
  EXPECT_FALSE(queue.enqueue(text("5"), Deadline::never()));
  EXPECT_FALSE(queue.send(text("6"), Deadline::never()));
  EXPECT_TRUE(connection.sent().empty());
  while (counters.snapshot().oneways_dropped < 3) std::this_thread::yield();
  EXPECT_EQ(counters.snapshot().oneways_dropped, 3U);
}

TEST_F(SendQueueTest, what_waits_at_its_end_is_counted) {
  {
    SendQueue queue(connection, {}, counters);
    for (const auto* message : {"1", "2", "3"})
      ASSERT_TRUE(queue.enqueue(text(message), Deadline::never()));
    queue.flush(at_once());
  }
  EXPECT_EQ(counters.snapshot().oneways_dropped, 3U);
}

TEST_F(SendQueueTest, a_timeout_inside_a_message_ends_the_connection) {
  connection.cut();
  SendQueue queue(connection, {}, counters);
  const auto cut = queue.send(text("1"), at_once());
  ASSERT_FALSE(cut);
  EXPECT_TRUE(cut.error().mid_frame);
  const auto next = queue.send(text("2"), Deadline::never());
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().fault, Fault::broken);
}

TEST_F(SendQueueTest, a_timeout_between_messages_leaves_the_connection_usable) {
  SendQueue queue(connection, {}, counters);
  ASSERT_FALSE(queue.send(text("1"), at_once()));
  connection.open();
  EXPECT_TRUE(queue.send(text("2"), Deadline::never()));
  EXPECT_THAT(connection.sent(), ElementsAre("2"));
}

}  // namespace
}  // namespace orbweaver::engine
