// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/dispatch/lane_sequencer.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "jobs.hpp"

namespace orbweaver::dispatch {
namespace {

using namespace std::chrono_literals;

/// What a servant would see, in order.
class Record {
 public:
  void add(std::string entry) {
    const std::lock_guard lock(mutex_);
    entries_.push_back(std::move(entry));
    changed_.notify_all();
  }
  std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return entries_.size() >= count; });
    return entries_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> entries_;
};

class Item final : public SeriesItem {
 public:
  Item(Record& record, std::uint64_t number) : record_(record), number_(number) {}
  [[nodiscard]] SeriesStamp stamp() const noexcept override { return {7, number_}; }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return 1; }
  void deliver() noexcept override { record_.add(std::to_string(number_)); }
  void missed(const Gap& gap) noexcept override {
    record_.add("gap " + std::to_string(gap.first_missing) + "+" + std::to_string(gap.count));
  }
  void drop() noexcept override { record_.add("late " + std::to_string(number_)); }
  [[nodiscard]] std::unique_ptr<SeriesItem> take_away() override {
    return std::make_unique<Item>(*this);
  }

 private:
  Record& record_;
  std::uint64_t number_;
};

class LaneSequencerTest : public testing::Test {
 protected:
  /// The last job may still be on its way out of the sequencer.
  ~LaneSequencerTest() override { lane->wait_until_idle(); }

  void use(SequencerLimits limits) {
    sequencer = std::make_shared<LaneSequencer>(lane, alarm, limits);
  }
  /// What was recorded may be recorded by a job that has not returned yet.
  void TearDown() override {
    alarm.stop();
    lane->wait_until_idle();
  }
  void arrive(std::uint64_t number) {
    (void)lane->submit(job([this, number] {
                         Item item{record, number};
                         sequencer->arrive(item);
                       }),
                       feeder);
  }

  SpyFeeder feeder;
  Record record;
  ThreadPool pool{{.max_threads = 2}};
  Alarm alarm;
  std::shared_ptr<Lane> lane = std::make_shared<Lane>(pool, dispatch::Watermarks{});
  std::shared_ptr<LaneSequencer> sequencer;
};

using Strings = std::vector<std::string>;

TEST_F(LaneSequencerTest, restores_order) {
  use({.wait = 1h});
  for (const auto number : {3U, 1U, 2U, 2U, 4U}) arrive(number);
  EXPECT_EQ(record.wait_for(5), (Strings{"1", "2", "3", "late 2", "4"}));
}

// 3 waits for 2, which comes as a part of what 1's job waits for: 3 is no part of that.
TEST_F(LaneSequencerTest, delivers_what_waited_for_a_nested_item_when_its_turn_comes) {
  use({.wait = 1h});
  arrive(3);
  (void)lane->submit(job([this] {
                       Item first{record, 1}, second{record, 2};
                       sequencer->arrive(first);
                       sequencer->arrive_nested(second);
                       record.add("the job goes on");
                     }),
                     feeder);
  EXPECT_EQ(record.wait_for(4), (Strings{"1", "2", "the job goes on", "3"}));
}

TEST_F(LaneSequencerTest, holds_and_drops_nested_items_as_others) {
  use({.wait = 1h});
  (void)lane->submit(job([this] {
                       Item second{record, 2}, first{record, 1}, again{record, 1};
                       sequencer->arrive_nested(second);
                       sequencer->arrive_nested(first);
                       sequencer->arrive_nested(again);
                     }),
                     feeder);
  EXPECT_EQ(record.wait_for(3), (Strings{"1", "late 1", "2"}));
}

TEST_F(LaneSequencerTest, skips_what_does_not_come_without_another_request) {
  use({.wait = 1ms});
  arrive(1);
  arrive(4);
  arrive(3);
  EXPECT_EQ(record.wait_for(4), (Strings{"1", "gap 2+1", "3", "4"}));
}

TEST_F(LaneSequencerTest, waits_again_for_the_next_gap) {
  use({.wait = 1ms});
  arrive(2);
  (void)record.wait_for(2);
  arrive(4);
  EXPECT_EQ(record.wait_for(4), (Strings{"gap 1+1", "2", "gap 3+1", "4"}));
}

TEST_F(LaneSequencerTest, hands_on_what_it_holds_when_it_stops_waiting) {
  use({.wait = 1h});
  arrive(2);
  sequencer->stop_waiting();
  arrive(4);
  EXPECT_EQ(record.wait_for(4), (Strings{"gap 1+1", "2", "gap 3+1", "4"}));
}

TEST_F(LaneSequencerTest, does_not_wait_when_nothing_can_wake_it) {
  use({.wait = 1h});
  alarm.stop();
  arrive(2);
  EXPECT_EQ(record.wait_for(2), (Strings{"gap 1+1", "2"}));
}

TEST_F(LaneSequencerTest, may_go_while_it_waits) {
  use({.wait = 1ms});
  arrive(2);
  lane->wait_until_idle();
  sequencer.reset();
}

}  // namespace
}  // namespace orbweaver::dispatch
