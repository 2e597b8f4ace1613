// SPDX-License-Identifier: Apache-2.0
#include "core/channel_core.hpp"

#include "core/rig.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

namespace {

using namespace orbweaver;
using namespace orbweaver::events;
using Manner = FakeConsumer::Manner;

TEST(AChannel, gives_each_event_to_every_consumer_in_order) {
  ChannelRig rig;
  const auto one = rig.connect("one"), other = rig.connect("other");
  rig.push(0, 500);
  EXPECT_EQ(one->wait_for_values(500), numbers(0, 500));
  EXPECT_EQ(other->wait_for_values(500), numbers(0, 500));
}

TEST(AChannel, gives_a_consumer_the_events_from_its_connection_on) {
  ChannelRig rig;
  rig.push(0, 5);
  const auto consumer = rig.connect("late");
  rig.push(5, 5);
  EXPECT_EQ(consumer->wait_for_values(5), numbers(5, 5));
}

TEST(AChannel, connects_an_id_once) {
  ChannelRig rig;
  (void)rig.connect("one");
  EXPECT_EQ(rig.core().connect("one", std::make_shared<FakeConsumer>()).error(),
            ConnectError::already_connected);
  EXPECT_TRUE(rig.core().disconnect("one"));
  EXPECT_FALSE(rig.core().disconnect("one"));
  EXPECT_TRUE(rig.core().connect("one", std::make_shared<FakeConsumer>()));
}

TEST(AChannel, finds_ids_that_no_other_consumer_has) {
  ChannelRig rig;
  (void)rig.connect("consumer-1");
  const auto id = rig.core().connect(std::make_shared<FakeConsumer>());
  ASSERT_TRUE(id);
  EXPECT_NE(*id, "consumer-1");
}

TEST(AChannel, takes_no_more_consumers_than_it_may) {
  auto options = quick_options();
  options.consumers = 1;
  ChannelRig rig(options);
  (void)rig.connect("one");
  EXPECT_EQ(rig.core().connect(std::make_shared<FakeConsumer>()).error(),
            ConnectError::too_many_consumers);
  EXPECT_TRUE(rig.core().disconnect("one"));
  EXPECT_TRUE(rig.core().connect(std::make_shared<FakeConsumer>()));
}

TEST(AChannel, sends_a_consumer_no_more_at_once_than_it_takes) {
  ChannelRig rig;
  const auto consumer = rig.connect("other ORB's", Manner::answers, 1);
  rig.push(0, 200);
  EXPECT_EQ(consumer->wait_for_values(200), numbers(0, 200));
  for (const auto size : consumer->batches()) EXPECT_EQ(size, 1U);
}

TEST(AChannel, sends_more_at_once_to_a_consumer_that_answers) {
  auto options = quick_options();
  options.call_timeout = std::chrono::hours(1);  // an answer always comes soon
  ChannelRig rig(options);
  const auto consumer = rig.connect("one", Manner::holds_answers);
  rig.push(0, 100);
  (void)consumer->wait_for_values(1);
  consumer->answer_all();
  EXPECT_EQ(consumer->wait_for_values(100), numbers(0, 100));
  const auto batches = consumer->batches();
  EXPECT_EQ(batches.front(), 1U);
  EXPECT_EQ(*std::ranges::max_element(batches), options.batch_events);
}

// ---- consumers that are slow or hang ----

TEST(AConsumerThatBlocks, holds_up_neither_suppliers_nor_other_consumers) {
  ChannelRig rig;
  const auto stuck = rig.connect("stuck", Manner::blocks);
  const auto one = rig.connect("one");
  rig.push(0);
  stuck->wait_until_blocked();
  EXPECT_EQ(one->wait_for_values(1).front(), 0);
  rig.push(1, 5'000);
  (void)one->wait_for_values(2);
  spin_until([&] { return rig.statistics_of("one").waiting == 0; });
  stuck->let_go();
}

TEST(AConsumerThatBlocks, loses_the_oldest_events_that_wait_and_they_are_counted) {
  auto options = quick_options();
  options.queued_events = 10;
  ChannelRig rig(options);
  const auto stuck = rig.connect("stuck", Manner::blocks);
  rig.push(0);
  stuck->wait_until_blocked();
  rig.push(1, 25);
  const auto statistics = rig.statistics_of("stuck");
  EXPECT_EQ(statistics.waiting, 10U);
  EXPECT_EQ(statistics.counts, (Counts{.pushed = 26, .dropped = 15}));
  stuck->let_go();
  auto expected = numbers(16, 10);
  expected.insert(expected.begin(), 0);
  EXPECT_EQ(stuck->wait_for_values(11), expected);
}

TEST(ConsumersThatBlock, leave_threads_to_those_that_answered_before) {
  ChannelRig rig;
  const auto one = rig.connect("one");
  rig.push(0);
  spin_until([&] { return rig.statistics_of("one").counts.delivered == 1; });
  std::vector<std::shared_ptr<FakeConsumer>> stuck;
  for (int i = 0; i < 50; ++i)
    stuck.push_back(rig.connect("stuck " + std::to_string(i), Manner::blocks));
  rig.push(1, 100);
  EXPECT_EQ(one->wait_for_values(101), numbers(0, 101));
  for (const auto& fake_consumer : stuck) fake_consumer->let_go();
}

TEST(AConsumerThatHoldsItsAnswersBack, holds_no_thread) {
  ChannelRig rig;
  std::vector<std::shared_ptr<FakeConsumer>> silent;
  for (int i = 0; i < 50; ++i)
    silent.push_back(rig.connect("silent " + std::to_string(i), Manner::holds_answers));
  rig.push(0, 2);
  for (const auto& fake_consumer : silent)
    EXPECT_EQ(fake_consumer->wait_for_values(1), numbers(0, 1));
  for (const auto& fake_consumer : silent) fake_consumer->answer_all();
  for (const auto& fake_consumer : silent)
    EXPECT_EQ(fake_consumer->wait_for_values(2), numbers(0, 2));
}

// ---- consumers that fail ----

TEST(AConsumerThatCannotBeReached, gets_its_events_once_it_can) {
  auto options = quick_options();
  options.failures = 1'000'000;
  ChannelRig rig(options);
  const auto consumer = rig.connect("one", Manner::fails);
  rig.push(0, 3);
  consumer->wait_for_calls(5);
  consumer->set_manner(Manner::answers);
  EXPECT_EQ(consumer->wait_for_values(3), numbers(0, 3));
  spin_until([&] { return rig.statistics_of("one").counts.delivered == 3; });
  EXPECT_EQ(rig.statistics_of("one").counts, (Counts{.pushed = 3, .delivered = 3}));
}

TEST(AConsumerThatCannotBeReached, is_disconnected_after_failures_in_a_row) {
  auto options = quick_options();
  options.failures = 4;
  ChannelRig rig(options);
  const auto consumer = rig.connect("dead", Manner::fails);
  rig.push(0, 3);
  const auto report = rig.reports().wait_for_next();
  EXPECT_EQ(report.channel, "test");
  EXPECT_EQ(report.consumer.id, "dead");
  EXPECT_EQ(report.consumer.counts, (Counts{.pushed = 3, .dropped = 3}));
  EXPECT_NE(report.reason.find("4 calls"), std::string::npos) << report.reason;
  EXPECT_NE(report.reason.find("no answer"), std::string::npos) << report.reason;
  EXPECT_EQ(consumer->calls(), 4U);
  EXPECT_TRUE(rig.core().statistics().consumers.empty());
  EXPECT_EQ(rig.core().statistics().counts, report.consumer.counts) << "the channel keeps them";
}

TEST(EventsWhoseOutcomeIsUnknown, are_counted_and_not_sent_again) {
  ChannelRig rig;
  const auto consumer = rig.connect("one", Manner::loses);
  rig.push(0);
  consumer->wait_for_calls(1);
  consumer->set_manner(Manner::answers);
  rig.push(1);
  EXPECT_EQ(consumer->wait_for_values(1), numbers(1, 1));
  spin_until([&] { return rig.statistics_of("one").counts.delivered == 1; });
  EXPECT_EQ(rig.statistics_of("one").counts, (Counts{.pushed = 2, .delivered = 1, .failed = 1}));
}

TEST(AConsumerThatIsGone, is_disconnected_at_once) {
  ChannelRig rig;
  std::atomic<int> gone{0};
  const auto consumer = std::make_shared<FakeConsumer>(Manner::is_gone);
  ASSERT_TRUE(rig.core().connect("gone", consumer, [&] { ++gone; }));
  rig.push(0);
  EXPECT_EQ(rig.reports().wait_for_next().reason, "no such consumer");
  EXPECT_EQ(gone.load(), 1);
  EXPECT_EQ(consumer->calls(), 1U);
  EXPECT_FALSE(rig.core().disconnect("gone"));
}

TEST(AConsumerThatRefusesEvents, stays_connected) {
  ChannelRig rig;
  const auto consumer = rig.connect("picky", Manner::refuses);
  rig.push(0);
  spin_until([&] { return rig.statistics_of("picky").counts.failed == 1; });
  consumer->set_manner(Manner::answers);
  rig.push(1);
  EXPECT_EQ(consumer->wait_for_values(1), numbers(1, 1));
}

TEST(AConsumerWhoseEndIsBroken, is_treated_as_one_that_does_not_answer) {
  auto options = quick_options();
  options.failures = 2;
  ChannelRig rig(options);
  (void)rig.connect("broken", Manner::throws);
  rig.push(0, 3);
  EXPECT_NE(rig.reports().wait_for_next().reason.find("broken"), std::string::npos);
}

// ---- the end ----

TEST(ADisconnectedConsumer, gets_no_more_events_and_no_goodbye) {
  ChannelRig rig;
  const auto consumer = rig.connect("one"), other = rig.connect("other");
  rig.push(0);
  (void)consumer->wait_for_values(1);
  EXPECT_TRUE(rig.core().disconnect("one"));
  rig.push(1);
  EXPECT_EQ(other->wait_for_values(2), numbers(0, 2));
  EXPECT_EQ(consumer->values(), numbers(0, 1));
}

TEST(ADisconnectedConsumer, leaves_its_counts_to_the_channel) {
  ChannelRig rig;
  const auto silent = rig.connect("silent", Manner::holds_answers);
  rig.push(0, 4);
  (void)silent->wait_for_values(1);
  EXPECT_TRUE(rig.core().disconnect("silent"));
  const auto statistics = rig.core().statistics();
  EXPECT_EQ(statistics.pushed, 4U);
  EXPECT_EQ(statistics.counts, (Counts{.pushed = 4, .dropped = 3, .failed = 1}));
  silent->answer_all();
  EXPECT_EQ(rig.core().statistics().counts, statistics.counts) << "a late answer changes nothing";
}

TEST(ADestroyedChannel, tells_its_consumers_and_takes_nothing_more) {
  ChannelRig rig;
  const auto one = rig.connect("one"), stuck = rig.connect("stuck", Manner::blocks);
  rig.push(0);
  stuck->wait_until_blocked();
  rig.core().destroy();
  one->wait_for_goodbye();
  stuck->wait_for_goodbye();
  EXPECT_FALSE(rig.core().push(any_of(1)));
  EXPECT_EQ(rig.core().connect("new", std::make_shared<FakeConsumer>()).error(),
            ConnectError::destroyed);
  EXPECT_TRUE(rig.core().is_destroyed());
  stuck->let_go();
}

}  // namespace
