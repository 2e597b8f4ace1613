// SPDX-License-Identifier: Apache-2.0
// What happens when someone does not go on: timeouts, and back-pressure from lane to sender.
#include <atomic>
#include <numeric>

#include <gmock/gmock.h>

#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using std::chrono::milliseconds;

constexpr auto kShort = milliseconds(100);

/// A servant that counts pokes in order and stops at a gate.
std::shared_ptr<Probe> held_servant(const Gate& gate, Journal& journal) {
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [door = gate, &journal](std::uint32_t number) {
    door.pass();
    journal.add(number);
  };
  servant->on_nothing = [door = gate] { door.pass(); };
  return servant;
}

std::vector<std::uint32_t> numbers_to(std::uint32_t last) {
  std::vector<std::uint32_t> numbers(last);
  std::iota(numbers.begin(), numbers.end(), 1U);
  return numbers;
}

class Timeouts : public TwoOrbs {
 protected:
  Journal journal_;
};

TEST_F(Timeouts, end_a_call_to_a_hung_servant_and_leave_the_connection_usable) {
  start();
  const ScopedGate gate;
  const auto echo = publish(held_servant(gate.share(), journal_));
  const auto hasty = corba::with_policies(echo, timeout_of(kShort));
  try {
    hasty->nothing();
    FAIL() << "returned";
  } catch (const CORBA::TIMEOUT& timeout) {
    EXPECT_EQ(timeout.completed(), CORBA::CompletionStatus::COMPLETED_MAYBE);
  }
  gate.open();
  EXPECT_EQ(echo->add(1, 1), 2);
  EXPECT_EQ(hasty->add(2, 1), 3);
  EXPECT_EQ(client->shared()->statistics().connections_opened, 1U);
}

TEST_F(Timeouts, are_taken_from_the_orb_s_options_too) {
  start({}, {"-ORBcallTimeout", "50"});
  const ScopedGate gate;
  const auto echo = publish(held_servant(gate.share(), journal_));
  EXPECT_THROW(echo->nothing(), CORBA::TIMEOUT);
}

TEST_F(Timeouts, end_a_one_way_call_that_waits_for_server_or_target) {
  start({"-ORBdispatch", "connection"});
  const ScopedGate gate;
  const auto echo =
      corba::with_policies(publish(held_servant(gate.share(), journal_)), timeout_of(kShort));
  EXPECT_THROW(corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_TARGET))->poke(1),
               CORBA::TIMEOUT);
  // The reading thread is in the servant, so that no thread accepts this request.
  EXPECT_THROW(corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_SERVER))->poke(2),
               CORBA::TIMEOUT);
  gate.open();
  EXPECT_EQ(journal_.wait_for(2), numbers_to(2));
}

class TimeoutsOfSends : public Timeouts,
                        public testing::WithParamInterface<Messaging::SyncScope> {};

TEST_P(TimeoutsOfSends, come_when_a_full_lane_holds_the_sender_and_nothing_sent_is_lost) {
  start({"-ORBlaneDepth", "8"}, {"-ORBtransport", "unix"});
  const ScopedGate gate;
  const auto echo =
      corba::with_policies(publish(held_servant(gate.share(), journal_)), timeout_of(kShort));
  const auto poking = corba::with_policies(echo, sync_scope(GetParam()));
  std::uint32_t sent = 0;
  const auto fill = [&] {
    for (;;) {
      poking->poke(sent + 1);
      ++sent;
    }
  };
  try {
    fill();
  } catch (const CORBA::TIMEOUT& timeout) {
    EXPECT_EQ(timeout.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
  EXPECT_LE(server->shared()->statistics().requests_received, 9U)
      << "the server's queue is not bounded";
  EXPECT_THROW(echo->nothing(), CORBA::TIMEOUT);
  gate.open();
  EXPECT_EQ(journal_.wait_for(sent), numbers_to(sent));
  const auto patient = client->echo(client->shared()->object_to_string(echo));
  patient->poke(sent + 1);
  EXPECT_EQ(journal_.wait_for(sent + 1), numbers_to(sent + 1));
  EXPECT_EQ(client->shared()->statistics().connections_opened, 1U);
}

INSTANTIATE_TEST_SUITE_P(Orb, TimeoutsOfSends,
                         testing::Values(Messaging::SYNC_NONE, Messaging::SYNC_WITH_TRANSPORT),
                         [](const auto& param_info) {
                           return param_info.param == Messaging::SYNC_NONE ? "none" : "transport";
                         });

// A server that reads no more: its one lane is full, and so is the socket.
class FullSendQueues : public Timeouts {
 protected:
  void start_with(const std::string& overflow) {
    start({"-ORBlaneDepth", "1"}, {"-ORBsync", "none", "-ORBsendQueue", "4", "-ORBsendOverflow",
                                   overflow, "-ORBtransport", "unix"});
  }
};

TEST_F(FullSendQueues, fail_with_transient_and_deliver_what_they_took) {
  start_with("fail");
  const ScopedGate gate;
  const auto echo = publish(held_servant(gate.share(), journal_));
  std::uint32_t taken = 0;
  try {
    for (;; ++taken) echo->poke(taken + 1);
  } catch (const CORBA::TRANSIENT& full) {
    EXPECT_EQ(full.completed(), CORBA::CompletionStatus::COMPLETED_NO);
    EXPECT_THAT(full.what(), testing::HasSubstr("send queue is full"));
  }
  gate.open();
  EXPECT_EQ(journal_.wait_for(taken), numbers_to(taken));
}

TEST_F(FullSendQueues, drop_the_oldest_keep_the_order_and_count_what_is_missing) {
  start_with("drop-oldest");
  const ScopedGate gate;
  const auto echo = publish(held_servant(gate.share(), journal_));
  constexpr std::uint32_t kPokes = 100'000;
  for (std::uint32_t number = 1; number <= kPokes; ++number) echo->poke(number);
  gate.open();
  const auto dropped = client->shared()->statistics().oneways_dropped;
  EXPECT_GT(dropped, 0U);
  const auto came = journal_.wait_for(static_cast<std::size_t>(kPokes - dropped));
  EXPECT_EQ(came.back(), kPokes) << "the newest are kept";
  EXPECT_TRUE(std::ranges::is_sorted(came));
  EXPECT_EQ(client->shared()->statistics().oneways_dropped + came.size(), kPokes);
}

// Two references on one connection; the one that never waits keeps the queue full.
TEST_F(FullSendQueues, drop_nothing_of_a_reference_that_blocks_beside_one_that_drops) {
  start_with("block");
  const ScopedGate gate;
  const auto sure = publish(held_servant(gate.share(), journal_));
  const auto lossy = corba::with_policies(
      sure, {std::make_shared<corba::SendOverflowPolicy>(corba::SendOverflow::drop_oldest)});
  constexpr std::uint32_t kEach = 20'000, kLossy = 1'000'000;
  std::jthread dropper([&] {
    for (std::uint32_t number = 0; number < kEach; ++number) lossy->poke(kLossy + number);
  });
  std::jthread blocker([&] {
    for (std::uint32_t number = 0; number < kEach; ++number) sure->poke(number);
  });
  gate.wait_for_arrivals(1);
  gate.open();
  dropper.join();
  blocker.join();
  sure->nothing();  // the queue is empty before it
  const auto came = journal_.entries();
  std::vector<std::uint32_t> for_sure, for_lossy;
  std::ranges::partition_copy(came, std::back_inserter(for_sure), std::back_inserter(for_lossy),
                              [&](auto number) { return number < kLossy; });
  std::vector<std::uint32_t> all(kEach);
  std::iota(all.begin(), all.end(), 0U);
  EXPECT_EQ(for_sure, all);
  EXPECT_TRUE(std::ranges::is_sorted(for_lossy));
  EXPECT_EQ(for_lossy.size() + client->shared()->statistics().oneways_dropped, kEach);
  EXPECT_EQ(client->shared()->statistics().connections_opened, 1U);
}

class BackPressure : public TwoOrbs, public testing::WithParamInterface<const char*> {
 protected:
  Journal journal_;
};

TEST_P(BackPressure, begins_at_the_high_watermark_and_ends_when_the_lane_has_room) {
  start({"-ORBlaneDepth", "4", "-ORBthreading", GetParam()});
  const ScopedGate gate;
  const auto echo = publish(held_servant(gate.share(), journal_));
  const auto poking = corba::with_policies(echo, sync_scope(Messaging::SYNC_WITH_SERVER));
  poking->poke(1);
  gate.wait_for_arrivals(1);  // it runs: the queue is empty
  for (std::uint32_t number = 2; number <= 5; ++number) poking->poke(number);
  const auto hasty = corba::with_policies(poking, timeout_of(kShort));
  EXPECT_THROW(hasty->poke(6), CORBA::TIMEOUT);
  const auto held = server->shared()->statistics();
  EXPECT_EQ(held.pauses, 1U);
  EXPECT_EQ(held.requests_received, 5U);
  gate.open();
  EXPECT_EQ(journal_.wait_for(6), numbers_to(6));
  for (std::uint32_t number = 7; number <= 100; ++number) poking->poke(number);
  EXPECT_EQ(journal_.wait_for(100), numbers_to(100));
}

TEST_P(BackPressure, holds_one_connection_and_leaves_others_alone) {
  start({"-ORBlaneDepth", "1", "-ORBthreading", GetParam()});
  const ScopedGate gate;
  const auto held = corba::with_policies(publish(held_servant(gate.share(), journal_)),
                                         sync_scope(Messaging::SYNC_WITH_SERVER));
  held->poke(1);
  gate.wait_for_arrivals(1);
  held->poke(2);
  const Orb other;
  const auto free = other.echo(server->publish(std::make_shared<Probe>()));
  EXPECT_EQ(free->add(1, 1), 2);
  // With room for one, each request that waits is a pause.
  spin_until([&] { return server->shared()->statistics().pauses >= 2; });
  EXPECT_EQ(free->add(1, 2), 3);
  gate.open();
  EXPECT_EQ(journal_.wait_for(2), numbers_to(2));
}

TEST_P(BackPressure, comes_and_goes_a_thousand_times_without_losing_anyone) {
  start({"-ORBlaneDepth", "1", "-ORBthreading", GetParam(), "-ORBthreads", "2"});
  auto servant = std::make_shared<Probe>();
  servant->on_poke = [this](std::uint32_t number) { journal_.add(number); };
  const auto text = server->publish(servant);
  constexpr std::uint32_t kClients = 3, kCalls = 1000;
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 0; i < kClients; ++i)
      threads.emplace_back([&] {
        const Orb mine;
        const auto echo = mine.echo(text);
        for (std::uint32_t call = 0; call < kCalls; ++call) echo->poke(1);
        echo->nothing();
      });
  }
  EXPECT_EQ(journal_.entries().size(), kClients * kCalls);
}

INSTANTIATE_TEST_SUITE_P(Orb, BackPressure, testing::Values("per-connection", "pool"),
                         name_of_option);

}  // namespace
}  // namespace orbweaver::orb_test
