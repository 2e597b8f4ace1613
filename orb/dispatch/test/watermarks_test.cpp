// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <orbweaver/dispatch/watermarks.hpp>

#include <cstddef>
#include <random>
#include <vector>

namespace orbweaver::dispatch {
namespace {

constexpr Watermarks kMarks{
    .high_messages = 4, .low_messages = 2, .high_bytes = 100, .low_bytes = 50};

QueueLevel level_of(const std::vector<std::size_t>& sizes, Watermarks marks = kMarks) {
  QueueLevel level(marks);
  for (const std::size_t size : sizes) level.add(size);
  return level;
}

TEST(Level, starts_empty_and_not_paused) {
  const QueueLevel level(kMarks);
  EXPECT_FALSE(level.is_paused());
  EXPECT_EQ(level.messages(), 0U);
  EXPECT_EQ(level.bytes(), 0U);
  EXPECT_EQ(level.most_messages(), 0U);
}

TEST(Level, pauses_exactly_at_the_high_watermark_in_messages) {
  QueueLevel level = level_of({1, 1, 1});
  EXPECT_FALSE(level.is_paused());
  level.add(1);
  EXPECT_TRUE(level.is_paused());
}

TEST(Level, pauses_exactly_at_the_high_watermark_in_bytes) {
  QueueLevel level = level_of({99});
  EXPECT_FALSE(level.is_paused());
  level.add(1);
  EXPECT_TRUE(level.is_paused());
}

TEST(Level, one_message_larger_than_the_high_watermark_is_counted_and_pauses) {
  QueueLevel level = level_of({1000});
  EXPECT_TRUE(level.is_paused());
  EXPECT_EQ(level.bytes(), 1000U);
  EXPECT_TRUE(level.remove(1000));
  EXPECT_FALSE(level.is_paused());
}

TEST(Level, stays_paused_between_the_watermarks_and_ends_the_pause_once_at_the_low_one) {
  QueueLevel level = level_of({1, 1, 1, 1});
  EXPECT_FALSE(level.remove(1));
  EXPECT_TRUE(level.is_paused());
  EXPECT_TRUE(level.remove(1));
  EXPECT_FALSE(level.is_paused());
  EXPECT_FALSE(level.remove(1));
  EXPECT_FALSE(level.remove(1));
}

TEST(Level, stays_unpaused_between_the_watermarks_on_the_way_up) {
  QueueLevel level = level_of({1, 1, 1, 1});
  EXPECT_FALSE(level.remove(1));
  EXPECT_TRUE(level.remove(1));
  level.add(1);
  EXPECT_FALSE(level.is_paused());
  level.add(1);
  EXPECT_TRUE(level.is_paused());
}

TEST(Level, a_pause_by_messages_waits_for_the_bytes_too) {
  QueueLevel level = level_of({1, 1, 1, 60});
  EXPECT_FALSE(level.remove(1));
  EXPECT_FALSE(level.remove(1));
  EXPECT_FALSE(level.remove(1));
  EXPECT_TRUE(level.is_paused());
  EXPECT_TRUE(level.remove(60));
}

TEST(Level, a_pause_by_bytes_waits_for_the_messages_too) {
  QueueLevel level = level_of({100, 0, 0});
  EXPECT_TRUE(level.is_paused());
  EXPECT_TRUE(level.remove(100));
  level = level_of({100, 0, 0, 0, 0});
  EXPECT_FALSE(level.remove(100));
  EXPECT_FALSE(level.remove(0));
  EXPECT_TRUE(level.remove(0));
}

TEST(Level, a_message_added_while_paused_starts_no_second_pause) {
  QueueLevel level = level_of({1, 1, 1, 1, 1, 1});
  int ends = 0;
  for (int i = 0; i < 6; ++i) ends += level.remove(1) ? 1 : 0;
  EXPECT_EQ(ends, 1);
}

TEST(Level, most_messages_is_the_peak_and_does_not_fall) {
  QueueLevel level = level_of({1, 1, 1});
  (void)level.remove(1);
  (void)level.remove(1);
  level.add(1);
  EXPECT_EQ(level.messages(), 2U);
  EXPECT_EQ(level.most_messages(), 3U);
}

TEST(Watermarks, the_default_is_valid) {
  EXPECT_TRUE(Watermarks{}.is_valid());
  EXPECT_TRUE(kMarks.is_valid());
}

TEST(Watermarks, a_low_watermark_at_or_above_the_high_one_is_not_valid) {
  Watermarks marks = kMarks;
  marks.low_messages = marks.high_messages;
  EXPECT_FALSE(marks.is_valid());
  marks = kMarks;
  marks.low_bytes = marks.high_bytes + 1;
  EXPECT_FALSE(marks.is_valid());
  EXPECT_FALSE((Watermarks{.high_messages = 0, .low_messages = 0}.is_valid()));
}

TEST(Watermarks, mending_changes_only_what_is_wrong) {
  EXPECT_EQ(kMarks.corrected().low_messages, kMarks.low_messages);
  EXPECT_EQ(kMarks.corrected().high_bytes, kMarks.high_bytes);
  const Watermarks corrected =
      Watermarks{.high_messages = 5, .low_messages = 9, .high_bytes = 0, .low_bytes = 7}
          .corrected();
  EXPECT_EQ(corrected.high_messages, 5U);
  EXPECT_EQ(corrected.low_messages, 4U);
  EXPECT_EQ(corrected.high_bytes, 1U);
  EXPECT_EQ(corrected.low_bytes, 0U);
  EXPECT_TRUE(corrected.is_valid());
}

TEST(Level, a_low_watermark_above_the_high_one_still_pauses_and_ends_the_pause) {
  QueueLevel level = level_of({1, 1}, {.high_messages = 2, .low_messages = 10});
  EXPECT_TRUE(level.is_paused());
  EXPECT_TRUE(level.remove(1));
  EXPECT_FALSE(level.is_paused());
}

TEST(Level, high_watermarks_of_zero_act_as_one) {
  QueueLevel level({.high_messages = 0, .low_messages = 0, .high_bytes = 0, .low_bytes = 0});
  EXPECT_FALSE(level.is_paused());
  level.add(0);
  EXPECT_TRUE(level.is_paused());
  EXPECT_TRUE(level.remove(0));
}

/// Pauses and their ends as a plain reading of the contract has them.
class ObviousLevel {
 public:
  explicit ObviousLevel(Watermarks marks) : marks_(marks.corrected()) {}

  void add(std::size_t bytes) {
    sizes_.push_back(bytes);
    if (sizes_.size() >= marks_.high_messages || bytes_now() >= marks_.high_bytes) paused_ = true;
  }
  std::size_t remove() {
    const std::size_t size = sizes_.front();
    sizes_.erase(sizes_.begin());
    if (sizes_.size() <= marks_.low_messages && bytes_now() <= marks_.low_bytes) paused_ = false;
    return size;
  }
  bool is_paused() const { return paused_; }
  bool is_empty() const { return sizes_.empty(); }
  std::size_t bytes_now() const {
    std::size_t sum = 0;
    for (const std::size_t size : sizes_) sum += size;
    return sum;
  }

 private:
  Watermarks marks_;
  std::vector<std::size_t> sizes_;
  bool paused_ = false;
};

void expect_the_laws_on_a_random_walk(std::mt19937& random) {
  const auto below = [&random](std::size_t limit) { return std::size_t{random()} % limit; };
  const Watermarks marks{.high_messages = below(9),
                         .low_messages = below(9),
                         .high_bytes = below(60),
                         .low_bytes = below(60)};
  QueueLevel level(marks);
  ObviousLevel obvious(marks);
  for (int step = 0; step < 200; ++step) {
    const bool was_paused = level.is_paused();
    if (obvious.is_empty() || below(2) == 0) {
      const std::size_t size = below(20);
      level.add(size);
      obvious.add(size);
      ASSERT_TRUE(!was_paused || level.is_paused()) << "an arrival ended a pause";
    } else {
      const bool ended = level.remove(obvious.remove());
      ASSERT_EQ(ended, was_paused && !level.is_paused());
      ASSERT_TRUE(was_paused || !level.is_paused()) << "a departure began a pause";
    }
    ASSERT_EQ(level.is_paused(), obvious.is_paused());
    ASSERT_EQ(level.bytes(), obvious.bytes_now());
    ASSERT_FALSE(obvious.is_empty() && level.is_paused());
  }
}

TEST(Level, keeps_its_laws_on_random_walks_with_any_watermarks) {
  std::mt19937 random(20240607);  // NOLINT: the same walk every time
  for (int walk = 0; walk < 300; ++walk) expect_the_laws_on_a_random_walk(random);
}

}  // namespace
}  // namespace orbweaver::dispatch
