// SPDX-License-Identifier: Apache-2.0
#include "kept_connection.hpp"

#include <orbweaver/transport/connection_traits.hpp>

#include <gtest/gtest.h>

namespace orbweaver::server {
namespace {

using transport::kDefaultPollTime;

constexpr auto kOtherIsFree = [] { return true; };
constexpr auto kNoOtherIsFree = [] { return false; };
constexpr auto kNothingComes = [] { return false; };

// Lets the first waits pass, in which an accepted connection is looked at once, and not kept.
KeptConnection kept_from_now_on() {
  KeptConnection kept{kDefaultPollTime};
  int looks = 0;
  for (unsigned i = 0; i < transport::PoliteSpin::kFirstWaitsOfAccepted; ++i)
    EXPECT_FALSE(kept.gets_input([&] { return ++looks, false; }, kOtherIsFree)) << "wait " << i;
  EXPECT_EQ(looks, transport::PoliteSpin::kFirstWaitsOfAccepted);
  return kept;
}

TEST(KeptConnection, gets_what_has_come_while_others_ran) {
  auto kept = kept_from_now_on();
  for (int i = 0; i < 100; ++i)
    EXPECT_TRUE(kept.gets_input([] { return true; }, kNoOtherIsFree)) << "wait " << i;
}

TEST(KeptConnection, is_looked_at_before_and_after_one_yield_if_no_other_thread_is_free) {
  auto kept = kept_from_now_on();
  int looks = 0;
  EXPECT_FALSE(kept.gets_input([&] { return ++looks > 2; }, kNoOtherIsFree));
  EXPECT_EQ(looks, 2);
}

TEST(KeptConnection, is_looked_at_again_while_another_thread_is_free) {
  auto kept = kept_from_now_on();
  int looks = 0;
  // Where others want the processor, the first yield of a wait is the last.
  while (looks < 2) {
    looks = 0;
    (void)kept.gets_input([&] { return ++looks == 2; }, kOtherIsFree);
  }
}

TEST(KeptConnection, is_let_go_of_when_nothing_comes) {
  auto kept = kept_from_now_on();
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(kept.gets_input(kNothingComes, kOtherIsFree));
}

TEST(KeptConnection, is_looked_at_once_each_time_if_the_orb_is_not_to_poll) {
  KeptConnection kept{Nanoseconds{0}};
  int looks = 0;
  for (int i = 0; i < 100; ++i)
    EXPECT_FALSE(kept.gets_input([&] { return ++looks, false; }, kOtherIsFree));
  EXPECT_EQ(looks, 100);
  EXPECT_TRUE(kept.gets_input([] { return true; }, kOtherIsFree));
}

/// Has input in each of its first turns.
struct BusyConnection {
  int turns_with_input;
  Next at_last;
  int turns = 0;

  Next read_available() { return ++turns <= turns_with_input ? Next::read : at_last; }
  bool has_input() const { return turns < turns_with_input || at_last != Next::read; }
};

TEST(KeptConnection, is_read_on_and_on_while_another_thread_is_free) {
  auto kept = kept_from_now_on();
  BusyConnection connection{10 * KeptConnection::kMostTurns, Next::stop};
  EXPECT_EQ(kept.read_while_it_comes(connection, kOtherIsFree), Next::stop);
  EXPECT_EQ(connection.turns, 10 * KeptConnection::kMostTurns + 1);
}

TEST(KeptConnection, leaves_others_their_turn_if_no_other_thread_is_free) {
  auto kept = kept_from_now_on();
  BusyConnection connection{10 * KeptConnection::kMostTurns, Next::stop};
  EXPECT_EQ(kept.read_while_it_comes(connection, kNoOtherIsFree), Next::read_more);
  EXPECT_EQ(connection.turns, KeptConnection::kMostTurns);
}

TEST(KeptConnection, is_waited_for_when_all_is_read) {
  auto kept = kept_from_now_on();
  BusyConnection connection{3, Next::read};
  EXPECT_EQ(kept.read_while_it_comes(connection, kNoOtherIsFree), Next::read);
  EXPECT_EQ(connection.turns, 3);
}

TEST(KeptConnection, ends_as_its_reader_says) {
  for (const auto end : {Next::pause, Next::stop, Next::handed_over, Next::read_more}) {
    auto kept = kept_from_now_on();
    BusyConnection connection{0, end};
    EXPECT_EQ(kept.read_while_it_comes(connection, kOtherIsFree), end);
    EXPECT_EQ(connection.turns, 1);
  }
}

}  // namespace
}  // namespace orbweaver::server
