// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/send_queue.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <array>
#include <atomic>
#include <cstring>
#include <sstream>
#include <thread>

#include "held_connection.hpp"

namespace orbweaver::wire {
namespace {

using testing::ElementsAre;
using transport::ConnectionFault;

/// A message of one piece.
class Text {
 public:
  explicit Text(std::string_view words) : pieces_{as_bytes(words)} {}
  operator std::span<const Bytes>() const { return pieces_; }
  operator KeptPieces() const { return {pieces_}; }

 private:
  std::array<Bytes, 1> pieces_;
};
Text text(std::string_view words) { return Text{words}; }

Deadline at_once() { return Deadline::at(now()); }

std::string joined(const std::vector<std::string>& pieces) {
  std::string all;
  for (const auto& piece : pieces) all += piece;
  return all;
}

// The bytes that the C library has given out. Sanitizers have an allocator of their own: then 0.
std::size_t allocated_bytes() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

class SendQueueTest : public testing::Test {
 protected:
  HeldConnection connection;
  Counters counters;
};

TEST_F(SendQueueTest, sends_what_comes_in_order_whichever_way_it_comes) {
  SendQueue queue(connection, {}, counters);
  ASSERT_TRUE(queue.enqueue(text("1"), Overflow::block, Deadline::never()));
  ASSERT_TRUE(queue.enqueue(text("2"), Overflow::block, Deadline::never()));
  std::jthread caller{[&] { EXPECT_TRUE(queue.send(text("3"), Deadline::never())); }};
  connection.wait_for_senders(1);
  connection.open();
  caller.join();
  ASSERT_TRUE(queue.enqueue(text("4"), Overflow::block, Deadline::never()));
  ASSERT_TRUE(queue.send(text("5"), Deadline::never()));
  EXPECT_EQ(joined(connection.sent()), "12345") << "whatever was written at once";
  EXPECT_EQ(queue.enqueued(), 3U);
  EXPECT_EQ(queue.flushed(), 3U);
}

TEST_F(SendQueueTest, shares_what_has_a_keeper_until_it_has_left) {
  const auto chunk = Chunk::of_size(8192);
  std::memset(chunk.data(), 'l', chunk.capacity());
  const std::array pieces{as_bytes(std::string_view{"head"}), Bytes{chunk.data(), 8192},
                          as_bytes(std::string_view{"tail"})};
  const std::array<const Chunk*, 3> keepers{nullptr, &chunk, nullptr};
  SendQueue queue(connection, {}, counters);
  ASSERT_TRUE(queue.enqueue({pieces, keepers}, Overflow::block, Deadline::never()));
  connection.wait_for_senders(1);
  EXPECT_FALSE(chunk.is_unique());
  connection.open();
  queue.flush(Deadline::never());
  EXPECT_TRUE(chunk.is_unique());
  EXPECT_THAT(connection.sent(), ElementsAre("head", std::string(8192, 'l'), "tail"));
}

TEST_F(SendQueueTest, a_caller_whose_time_is_up_leaves_its_place_to_the_next) {
  SendQueue queue(connection, {}, counters);
  ASSERT_TRUE(queue.enqueue(text("1"), Overflow::block, Deadline::never()));
  connection.wait_for_senders(1);
  const auto late = queue.send(text("late"), at_once());
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, ConnectionFault::timed_out);
  EXPECT_FALSE(late.error().mid_frame);
  connection.open();
  EXPECT_TRUE(queue.send(text("2"), Deadline::never()));
  EXPECT_THAT(connection.sent(), ElementsAre("1", "2"));
}

// The first message is with the transport, which holds it; the queue holds two more.
class FullSendQueue : public SendQueueTest {
 protected:
  explicit FullSendQueue(Overflow overflow = Overflow::block) {
    EXPECT_TRUE(queue.enqueue(text("1"), overflow, Deadline::never()));
    connection.wait_for_senders(1);
    EXPECT_TRUE(queue.enqueue(text("2"), overflow, Deadline::never()));
    EXPECT_TRUE(queue.enqueue(text("3"), overflow, Deadline::never()));
  }
  SendQueue queue{connection, {.high_messages = 2, .low_messages = 1}, counters};
};

TEST_F(FullSendQueue, holds_who_comes_until_there_is_room) {
  const auto late = queue.enqueue(text("late"), Overflow::block, at_once());
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, ConnectionFault::timed_out);
  std::jthread caller{
      [&] { EXPECT_TRUE(queue.enqueue(text("4"), Overflow::block, Deadline::never())); }};
  connection.open();
  caller.join();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("1", "23", "4"));
  EXPECT_EQ(counters.snapshot().oneways_dropped, 0U);
}

TEST_F(FullSendQueue, fails_at_once_if_set_so_and_takes_nothing) {
  const auto refused = queue.enqueue(text("4"), Overflow::fail, Deadline::never());
  ASSERT_TRUE(refused);
  EXPECT_EQ(*refused, SendQueue::Taken::no_room);
  connection.open();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("1", "23"));
  EXPECT_EQ(queue.enqueued(), 3U);
}

class FullSendQueueThatDrops : public FullSendQueue {
 protected:
  FullSendQueueThatDrops() : FullSendQueue(Overflow::drop_oldest) {}
};

TEST_F(FullSendQueueThatDrops, drops_the_oldest_if_set_so_and_counts_it) {
  for (const auto* message : {"4", "5", "6"})
    ASSERT_TRUE(queue.enqueue(text(message), Overflow::drop_oldest, Deadline::never()));
  connection.open();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("1", "56"));
  EXPECT_EQ(counters.snapshot().oneways_dropped, 3U);
  EXPECT_EQ(queue.enqueued(), 3U);
  EXPECT_EQ(queue.flushed(), 3U);
}

TEST_F(FullSendQueueThatDrops, does_not_grow_when_it_drops_without_end) {
  for (int i = 0; i < 100'000; ++i)
    ASSERT_TRUE(queue.enqueue(text("0123456789"), Overflow::drop_oldest, Deadline::never()));
  connection.open();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("1", "01234567890123456789"));
}

// Each of these messages closes a batch of its own.
TEST_F(SendQueueTest, keeps_no_batch_of_which_all_was_dropped) {
  const std::string batch(SendQueue::kBatchBytes, 'x');
  SendQueue queue(connection, {.high_messages = 2, .low_messages = 1}, counters);
  const auto drop = [&](int times) {
    for (int i = 0; i < times; ++i)
      ASSERT_TRUE(queue.enqueue(text(batch), Overflow::drop_oldest, at_once()));
  };
  drop(10);
  const auto before = allocated_bytes();
  drop(1000);
  EXPECT_LT(allocated_bytes(), before + 2 * batch.size());
  connection.open();
}

TEST_F(SendQueueTest, writes_nothing_for_a_batch_of_which_all_was_dropped) {
  SendQueue queue(connection, {.high_messages = 1, .low_messages = 0}, counters);
  ASSERT_TRUE(queue.enqueue(text("1"), Overflow::drop_oldest, Deadline::never()));
  connection.wait_for_senders(1);
  std::atomic<bool> is_sent = false;
  std::jthread caller{[&] {
    EXPECT_TRUE(queue.send(text("between"), Deadline::never()));
    is_sent = true;
  }};
  // At some moment the caller stands behind one of them, which the next one drops.
  for (int i = 0; i < 10'000; ++i)
    ASSERT_TRUE(queue.enqueue(text("2"), Overflow::drop_oldest, Deadline::never()));
  connection.open();
  caller.join();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), testing::Not(testing::Contains("")));
  EXPECT_THAT(connection.sent(), testing::Contains("between"));
}

TEST_F(SendQueueTest, drops_only_what_was_taken_to_be_dropped) {
  SendQueue queue(connection, {.high_messages = 5, .low_messages = 1}, counters);
  const auto put = [&](const char* message, Overflow overflow) {
    return queue.enqueue(text(message), overflow, at_once());
  };
  ASSERT_TRUE(put("0", Overflow::drop_oldest));
  connection.wait_for_senders(1);
  ASSERT_TRUE(put("a", Overflow::drop_oldest));
  ASSERT_TRUE(put("B", Overflow::block));
  ASSERT_TRUE(put("c", Overflow::drop_oldest));
  ASSERT_TRUE(put("D", Overflow::fail));
  ASSERT_TRUE(put("E", Overflow::block));
  EXPECT_EQ(put("F", Overflow::fail), SendQueue::Taken::no_room);
  ASSERT_TRUE(put("g", Overflow::drop_oldest)) << "for a";
  ASSERT_TRUE(put("h", Overflow::drop_oldest)) << "for c";
  EXPECT_FALSE(put("I", Overflow::block));
  connection.open();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("0", "BDEgh"));
  EXPECT_EQ(counters.snapshot().oneways_dropped, 2U);
  EXPECT_EQ(queue.enqueued(), 6U);
  EXPECT_EQ(queue.flushed(), 6U);
}

TEST_F(FullSendQueue, holds_who_would_drop_while_nothing_may_be_dropped) {
  const auto held = queue.enqueue(text("late"), Overflow::drop_oldest, at_once());
  ASSERT_FALSE(held);
  EXPECT_EQ(held.error().fault, ConnectionFault::timed_out);
  std::jthread caller{
      [&] { EXPECT_TRUE(queue.enqueue(text("4"), Overflow::drop_oldest, Deadline::never())); }};
  connection.open();
  caller.join();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("1", "23", "4"));
  EXPECT_EQ(counters.snapshot().oneways_dropped, 0U);
}

TEST_F(SendQueueTest, lets_who_waits_for_room_have_it_though_others_never_wait) {
  const std::string batch(SendQueue::kBatchBytes, 'x');  // so that each is written for itself
  for (const auto overflow : {Overflow::drop_oldest, Overflow::fail}) {
    HeldConnection slow;
    SendQueue queue(slow, {.high_messages = 4, .low_messages = 1}, counters);
    const auto fill = [&] {
      for (int i = 0; i < 8; ++i)
        ASSERT_TRUE(queue.enqueue(text(batch), Overflow::drop_oldest, at_once()));
    };
    fill();
    std::atomic<bool> has_come = false;
    std::jthread patient{[&] {
      EXPECT_TRUE(queue.enqueue(text("patient"), Overflow::block, Deadline::never()));
      has_come = true;
    }};
    while (!has_come) {
      slow.let_pass();
      (void)queue.enqueue(text(batch), overflow, at_once());
      std::this_thread::yield();
    }
  }
}

TEST_F(SendQueueTest, is_bounded_in_bytes_too) {
  SendQueue queue(connection, {.high_bytes = 10, .low_bytes = 5}, counters);
  ASSERT_TRUE(queue.enqueue(text("first"), Overflow::block, Deadline::never()));
  connection.wait_for_senders(1);
  ASSERT_TRUE(queue.enqueue(text("0123456789"), Overflow::fail, Deadline::never()));
  EXPECT_EQ(queue.enqueue(text("x"), Overflow::fail, Deadline::never()), SendQueue::Taken::no_room);
  connection.open();
}

TEST_F(SendQueueTest, several_senders_and_enqueuers_each_keep_their_order) {
  connection.open();
  SendQueue queue(connection, {.high_messages = 8, .low_messages = 2}, counters);
  constexpr int kThreads = 4, kMessages = 2000;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&queue, t] {
        for (int i = 0; i < kMessages; ++i) {
          const auto message = std::string(1, static_cast<char>('a' + t)) + std::to_string(i) + ' ';
          if ((i + t) % 3 == 0)
            ASSERT_TRUE(queue.enqueue(text(message), Overflow::block, Deadline::never()));
          else
            ASSERT_TRUE(queue.send(text(message), Deadline::never()));
        }
      });
    }
  }
  queue.flush(Deadline::never());
  std::array<int, kThreads> next{};
  std::istringstream words(joined(connection.sent()));
  for (std::string word; words >> word;)
    ASSERT_EQ(std::stoi(word.substr(1)), next.at(static_cast<std::size_t>(word[0] - 'a'))++);
  EXPECT_THAT(next, testing::Each(kMessages));
}

TEST_F(SendQueueTest, what_waits_when_the_connection_breaks_is_counted_and_later_calls_fail) {
  SendQueue queue(connection, {}, counters);
  for (const auto* message : {"1", "2", "3"})
    ASSERT_TRUE(queue.enqueue(text(message), Overflow::block, Deadline::never()));
  std::jthread caller{[&] { EXPECT_FALSE(queue.send(text("4"), Deadline::never())); }};
  connection.wait_for_senders(1);
  connection.shutdown();
  caller.join();
  EXPECT_FALSE(queue.enqueue(text("5"), Overflow::block, Deadline::never()));
  EXPECT_FALSE(queue.send(text("6"), Deadline::never()));
  EXPECT_TRUE(connection.sent().empty());
  while (counters.snapshot().oneways_dropped < 3) std::this_thread::yield();
  EXPECT_EQ(counters.snapshot().oneways_dropped, 3U);
}

TEST_F(SendQueueTest, what_waits_at_its_end_is_counted) {
  {
    SendQueue queue(connection, {}, counters);
    for (const auto* message : {"1", "2", "3"})
      ASSERT_TRUE(queue.enqueue(text(message), Overflow::block, Deadline::never()));
    queue.flush(at_once());
  }
  EXPECT_EQ(counters.snapshot().oneways_dropped, 3U);
}

TEST_F(SendQueueTest, what_leaves_wholly_before_its_batch_breaks_may_run_and_is_not_dropped) {
  SendQueue queue(connection, {}, counters);
  ASSERT_TRUE(queue.enqueue(text("1"), Overflow::block, Deadline::never()));
  connection.wait_for_senders(1);
  for (const auto* message : {"22", "33", "44"})
    ASSERT_TRUE(queue.enqueue(text(message), Overflow::block, Deadline::never()));
  connection.let_pass();
  connection.wait_for_senders(2);
  connection.cut(5);
  connection.shutdown();
  queue.flush(Deadline::never());
  queue.stop();
  EXPECT_EQ(queue.flushed(), 3U) << "1, 22 and 33";
  EXPECT_EQ(counters.snapshot().oneways_dropped, 1U);
}

TEST_F(SendQueueTest, a_timeout_inside_a_message_ends_the_connection) {
  connection.cut(1);
  SendQueue queue(connection, {}, counters);
  const auto cut = queue.send(text("12"), at_once());
  ASSERT_FALSE(cut);
  EXPECT_TRUE(cut.error().mid_frame);
  const auto next = queue.send(text("2"), Deadline::never());
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().fault, ConnectionFault::broken);
}

TEST_F(SendQueueTest, a_message_of_which_a_part_left_at_once_leaves_wholly_before_the_next) {
  connection.cut(1);
  SendQueue queue(connection, {}, counters);
  EXPECT_EQ(queue.send_at_once(as_bytes("12")), 1U);
  connection.wait_for_senders(2);
  connection.open();
  EXPECT_TRUE(queue.send(text("3"), Deadline::never()));
  ASSERT_TRUE(queue.enqueue(text("4"), Overflow::block, Deadline::never()));
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("1", "2", "3", "4"));
  EXPECT_EQ(queue.flushed(), 1U) << "of those that were enqueued";
  EXPECT_FALSE(queue.end_if_quiet_since(1, {}));
}

TEST_F(SendQueueTest, is_flushed_when_the_rest_of_a_message_has_left) {
  connection.cut(1);
  SendQueue queue(connection, {}, counters);
  EXPECT_EQ(queue.send_at_once(as_bytes("12")), 1U);
  queue.flush(at_once());
  EXPECT_THAT(connection.sent(), ElementsAre("1"));
  connection.open();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("1", "2"));
  EXPECT_TRUE(queue.end_if_quiet_since(1, {}));
}

TEST_F(SendQueueTest, ends_after_the_rest_of_a_message) {
  connection.cut(1);
  SendQueue queue(connection, {}, counters);
  EXPECT_EQ(queue.send_at_once(as_bytes("12")), 1U);
  queue.finish();
  EXPECT_FALSE(connection.has_finished());
  connection.open();
  queue.flush(Deadline::never());
  EXPECT_THAT(connection.sent(), ElementsAre("1", "2"));
  EXPECT_TRUE(connection.has_finished());
}

TEST_F(SendQueueTest, breaks_with_the_rest_of_a_message) {
  connection.cut(1);
  SendQueue queue(connection, {}, counters);
  EXPECT_EQ(queue.send_at_once(as_bytes("12")), 1U);
  connection.wait_for_senders(2);
  connection.cut(0);
  connection.shutdown();
  EXPECT_FALSE(queue.send(text("3"), Deadline::never()));
  EXPECT_THAT(connection.sent(), ElementsAre("1"));
  EXPECT_EQ(counters.snapshot().oneways_dropped, 0U);
}

TEST_F(SendQueueTest, a_timeout_between_messages_leaves_the_connection_usable) {
  SendQueue queue(connection, {}, counters);
  ASSERT_FALSE(queue.send(text("1"), at_once()));
  connection.open();
  EXPECT_TRUE(queue.send(text("2"), Deadline::never()));
  EXPECT_THAT(connection.sent(), ElementsAre("2"));
}

}  // namespace
}  // namespace orbweaver::wire
