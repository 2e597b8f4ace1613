// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/batch.hpp>

#include "failing_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <new>
#include <random>
#include <string>

namespace orbweaver::wire {
namespace {

using Hold = Batch::Hold;

void append(Batch& batch, std::string_view message, Hold hold) {
  const std::array pieces{as_bytes(message.substr(0, 1)), as_bytes(message.substr(1))};
  batch.append({pieces}, hold);
}

std::string text_of(Batch& batch) {
  std::string all;
  for (const auto piece : batch.pieces()) all += as_text(piece);
  return all;
}

Chunk chunk_of(std::size_t size, char filling) {
  auto chunk = Chunk::of_size(size);
  std::memset(chunk.data(), filling, size);
  return chunk;
}

/// A head of three octets, which is copied, and the first `size` octets of the chunk.
void append_kept(Batch& batch, const Chunk& chunk, std::size_t size, Hold hold) {
  const std::array pieces{as_bytes(std::string_view{"of "}), Bytes{chunk.data(), size}};
  const std::array<const Chunk*, 2> keepers{nullptr, &chunk};
  batch.append({pieces, keepers}, hold);
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
  EXPECT_EQ(text_of(batch), "keepkeep toolast");
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
      EXPECT_EQ(text_of(batch), "first");
      EXPECT_EQ(batch.messages().size(), 1U);
    }
    append(batch, "last", Hold::for_sure);
    EXPECT_EQ(text_of(batch), is_taken ? "first" + longer + "last" : "firstlast");
  }
  EXPECT_GT(n, 3U) << "each of its two memories is to fail";
}

TEST(Batch, shares_a_large_piece_until_it_is_dropped_or_all_is_cleared) {
  const auto dropped = chunk_of(4096, 'd'), sent = chunk_of(5000, 's');
  Batch batch;
  append_kept(batch, dropped, 4096, Hold::until_dropped);
  append_kept(batch, sent, 5000, Hold::for_sure);
  EXPECT_EQ(batch.size_bytes(), 2 * 3 + 4096U + 5000U);
  EXPECT_FALSE(dropped.is_unique());
  EXPECT_EQ(batch.drop_oldest(), 3U + 4096U);
  EXPECT_TRUE(dropped.is_unique());
  batch.pack();
  ASSERT_EQ(batch.pieces().size(), 2U);
  EXPECT_EQ(batch.pieces()[1].data(), sent.data());
  EXPECT_FALSE(sent.is_unique());
  batch.clear();
  EXPECT_TRUE(sent.is_unique());
}

TEST(Batch, copies_what_is_small_or_would_keep_much_memory) {
  const auto small = chunk_of(4095, 's'), much = chunk_of(20'000, 'm');
  Batch batch;
  append_kept(batch, small, 4095, Hold::for_sure);
  append_kept(batch, much, 4999, Hold::for_sure);
  EXPECT_TRUE(small.is_unique());
  EXPECT_TRUE(much.is_unique());
  append_kept(batch, much, 5000, Hold::for_sure);
  EXPECT_FALSE(much.is_unique());
}

TEST(Batch, takes_no_part_of_a_kept_message_for_which_there_is_no_memory) {
  const auto chunk = chunk_of(4096, 'k');
  unsigned n = 1;
  for (bool is_taken = false; !is_taken; ++n) {
    Batch batch;
    append(batch, "first", Hold::for_sure);
    try {
      const testing_memory::FailingAllocation one{n};
      append_kept(batch, chunk, 4096, Hold::for_sure);
      is_taken = true;
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(text_of(batch), "first");
      EXPECT_TRUE(chunk.is_unique());
    }
  }
  EXPECT_GT(n, 4U) << "each of its four memories is to fail";
}

// A simple batch to compare with: a line of messages; it drops the first that may be dropped.
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
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random{seed};
    Batch batch;
    Line line;
    for (int step = 0; step < 100; ++step) {
      if (random() % 3 != 0) {
        const auto letter = static_cast<char>('a' + step % 26);
        const auto hold = random() % 2 == 0 ? Hold::for_sure : Hold::until_dropped;
        if (random() % 16 == 0) {
          append_kept(batch, chunk_of(4096, letter), 4096, hold);
          line.append("of " + std::string(4096, letter), hold);
        } else {
          const std::string message(1 + random() % 20, letter);
          append(batch, message, hold);
          line.append(message, hold);
        }
      } else {
        ASSERT_EQ(batch.drop_oldest(), line.drop_oldest()) << "seed " << seed;
      }
      ASSERT_EQ(batch.size_bytes(), line.text().size());
      if (random() % 5 != 0) continue;
      batch.pack();
      ASSERT_EQ(text_of(batch), line.text()) << "seed " << seed;
      ASSERT_EQ(batch.messages().size(), line.size());
    }
  }
}

}  // namespace
}  // namespace orbweaver::wire
