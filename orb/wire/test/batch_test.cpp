#include <orbweaver/wire/batch.hpp>

#include "failing_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <new>
#include <random>
#include <string>

namespace orbweaver::wire {
namespace {

using Hold = Batch::Hold;

void append(Batch& batch, std::string_view message, Hold hold) {
  const std::array pieces{as_bytes(message.substr(0, 1)), as_bytes(message.substr(1))};
  batch.append(pieces, hold);
}

TEST(Batch, drops_the_oldest_that_may_be_dropped_and_leaves_no_gap) {
  Batch batch;
  append(batch, "keep", Hold::for_sure);
  append(batch, "drop", Hold::until_dropped);
  append(batch, "keep too", Hold::for_sure);
  append(batch, "last", Hold::until_dropped);
  EXPECT_EQ(batch.drop_oldest(), 4U);
  EXPECT_EQ(batch.size_bytes(), 16U);
  batch.pack();
  EXPECT_EQ(as_text(batch.bytes()), "keepkeep toolast");
  EXPECT_EQ(batch.messages().size(), 3U);
  EXPECT_EQ(batch.drop_oldest(), 4U);
  EXPECT_EQ(batch.drop_oldest(), std::nullopt);
}

TEST(Batch, takes_no_part_of_a_message_for_which_there_is_no_memory) {
  const std::string longer(1000, 'x');
  unsigned n = 1;
  for (bool is_taken = false; !is_taken; ++n) {
    Batch batch;
    append(batch, "first", Hold::until_dropped);
    try {
      const testing_memory::FailingAllocation one{n};
      append(batch, longer, Hold::for_sure);
      is_taken = true;
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(as_text(batch.bytes()), "first");
      EXPECT_EQ(batch.messages().size(), 1U);
    }
    append(batch, "last", Hold::for_sure);
    EXPECT_EQ(as_text(batch.bytes()), is_taken ? "first" + longer + "last" : "firstlast");
  }
  EXPECT_GT(n, 3U) << "each of its two memories is to fail";
}

// What a batch should be: a line of messages, from which the first that may go is taken.
class Line {
 public:
  void append(std::string message, Hold hold) { messages_.emplace_back(std::move(message), hold); }
  std::optional<std::size_t> drop_oldest() {
    const auto first = std::ranges::find(messages_, Hold::until_dropped, &Message::second);
    if (first == messages_.end()) return std::nullopt;
    const auto size = first->first.size();
    messages_.erase(first);
    return size;
  }
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const auto& [message, hold] : messages_) all += message;
    return all;
  }
  [[nodiscard]] std::size_t size() const { return messages_.size(); }

 private:
  using Message = std::pair<std::string, Hold>;
  std::deque<Message> messages_;
};

TEST(Batch, is_a_line_of_messages_in_every_history) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random{seed};
    Batch batch;
    Line line;
    for (int step = 0; step < 100; ++step) {
      if (random() % 3 != 0) {
        const std::string message(1 + random() % 20, static_cast<char>('a' + step % 26));
        const auto hold = random() % 2 == 0 ? Hold::for_sure : Hold::until_dropped;
        append(batch, message, hold);
        line.append(message, hold);
      } else {
        ASSERT_EQ(batch.drop_oldest(), line.drop_oldest()) << "seed " << seed;
      }
      ASSERT_EQ(batch.size_bytes(), line.text().size());
      if (random() % 5 != 0) continue;
      batch.pack();
      ASSERT_EQ(as_text(batch.bytes()), line.text()) << "seed " << seed;
      ASSERT_EQ(batch.messages().size(), line.size());
    }
  }
}

}  // namespace
}  // namespace orbweaver::wire
