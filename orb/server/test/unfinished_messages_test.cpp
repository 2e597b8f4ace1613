// SPDX-License-Identifier: Apache-2.0
#include "unfinished_messages.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

namespace orbweaver::server {
namespace {

constexpr std::size_t kMost = 1000;

/// A connection: its share, and what it was asked to do.
class Holder final : public MessageHolder, public std::enable_shared_from_this<Holder> {
 public:
  void join(const std::shared_ptr<UnfinishedMessages>& all) { share.emplace(all, *this); }
  [[nodiscard]] std::shared_ptr<MessageHolder> keep() noexcept override {
    return weak_from_this().lock();
  }
  void read_on() noexcept override { ++resumed; }
  void end_if_silent() noexcept override { ++ended; }

  std::optional<UnfinishedMessages::Share> share;
  int resumed = 0, ended = 0;
};

class UnfinishedMessagesTest : public testing::Test {
 protected:
  std::shared_ptr<Holder> make() {
    auto holder = std::make_shared<Holder>();
    holder->join(all);
    return holder;
  }
  /// One whose message of so many bytes has begun.
  std::shared_ptr<Holder> make_holding(std::size_t bytes) {
    auto holder = make();
    EXPECT_TRUE(holder->share->take(bytes));
    return holder;
  }
  std::shared_ptr<Holder> make_waiting(std::size_t bytes) {
    auto holder = make();
    EXPECT_FALSE(holder->share->take(bytes));
    EXPECT_EQ(holder->share->wait(), UnfinishedMessages::Wait::pause);
    return holder;
  }

  dispatch::Alarm alarm;
  // The test itself rings, so an hour is as good as any other time.
  std::shared_ptr<UnfinishedMessages> all =
      std::make_shared<UnfinishedMessages>(kMost, std::chrono::hours(1), alarm);
};

TEST_F(UnfinishedMessagesTest, have_memory_up_to_the_limit_and_give_it_back) {
  {
    const auto one = make_holding(600), two = make_holding(400);
    EXPECT_FALSE(make()->share->take(1));
    one->share->give_back(600);
    EXPECT_EQ(all->taken_bytes(), 400U);
    EXPECT_TRUE(make()->share->take(600));
  }
  EXPECT_EQ(all->taken_bytes(), 0U) << "connections that end give back what they hold";
}

TEST_F(UnfinishedMessagesTest, wait_and_are_read_on_in_their_order) {
  const auto holding = make_holding(kMost);
  const auto first = make_waiting(700), second = make_waiting(700);
  holding->share->give_back(kMost);
  EXPECT_EQ(first->resumed, 1);
  EXPECT_EQ(second->resumed, 0);
  EXPECT_TRUE(first->share->take(700));
  EXPECT_FALSE(make()->share->take(100)) << "another one is before it";
  first->share->give_back(700);
  EXPECT_EQ(second->resumed, 1);
  EXPECT_TRUE(second->share->take(700));
  EXPECT_EQ(all->taken_bytes(), 700U);
}

TEST_F(UnfinishedMessagesTest, whose_memory_was_granted_give_it_back_if_their_connection_ends) {
  const auto holding = make_holding(kMost);
  auto waiting = make_waiting(700);
  holding->share->give_back(kMost);
  EXPECT_EQ(all->taken_bytes(), 700U);
  waiting.reset();
  EXPECT_EQ(all->taken_bytes(), 0U);
}

TEST_F(UnfinishedMessagesTest, of_a_connection_that_is_not_read_any_more_do_not_wait) {
  const auto holding = make_holding(800);
  const auto large = make_waiting(700), small = make_waiting(100);
  large->share->stop_waiting();
  EXPECT_EQ(large->resumed, 1);
  EXPECT_EQ(small->resumed, 1) << "it was behind the other";
  large->share->stop_waiting();
  EXPECT_EQ(large->resumed, 1);
  EXPECT_EQ(large->share->wait(), UnfinishedMessages::Wait::over);
}

TEST_F(UnfinishedMessagesTest, in_fragments_are_refused_beyond_the_limit_and_never_wait) {
  const auto one = make(), two = make();
  EXPECT_TRUE(one->share->hold_fragments(600));
  EXPECT_TRUE(two->share->hold_fragments(400));
  EXPECT_FALSE(one->share->hold_fragments(601));
  EXPECT_FALSE(one->share->take(500));
  EXPECT_EQ(one->share->wait(), UnfinishedMessages::Wait::never) << "others would wait for it";
  EXPECT_TRUE(two->share->hold_fragments(0));
  EXPECT_EQ(all->taken_bytes(), 600U);
}

TEST_F(UnfinishedMessagesTest, that_do_not_grow_end_if_others_wait) {
  const auto silent = make_holding(500), growing = make_holding(400), paused = make_holding(100);
  all->ring();
  EXPECT_EQ(silent->ended, 0) << "no other message waits";
  const auto waiting = make_waiting(10);
  growing->share->has_come(7);
  paused->share->pause();
  all->ring();
  EXPECT_EQ(silent->ended, 1);
  EXPECT_EQ(growing->ended, 0);
  EXPECT_EQ(paused->ended, 0) << "it is this side that does not read it";
  EXPECT_EQ(waiting->ended, 0);
  paused->share->go_on();
  all->ring();
  EXPECT_EQ(paused->ended, 0) << "its time begins anew";
  all->ring();
  EXPECT_EQ(paused->ended, 1);
}

}  // namespace
}  // namespace orbweaver::server
