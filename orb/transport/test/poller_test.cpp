// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/transport/poller.hpp>

#include <gtest/gtest.h>

#include <future>
#include <latch>
#include <mutex>
#include <set>
#include <vector>

#include "transport_under_test.hpp"

namespace orbweaver::transport {
namespace {

using namespace conformance;

class PollerTest : public TransportTest {
 protected:
  Poller poller;
};
INSTANTIATE_TEST_SUITE_P(Every, PollerTest, testing::ValuesIn(transports()), name_of);

TEST_P(PollerTest, fires_once_for_input_until_it_is_armed_again) {
  ASSERT_TRUE(poller.arm(server->descriptor(), 7));
  ASSERT_TRUE(send_text(*client, frame_of(10)));
  EXPECT_EQ(poller.wait(), 7U);

  // The input is still there, but only the other descriptor is armed.
  ASSERT_TRUE(send_text(*server, frame_of(10)));
  ASSERT_TRUE(poller.arm(client->descriptor(), 8));
  EXPECT_EQ(poller.wait(), 8U);

  ASSERT_TRUE(poller.arm(server->descriptor(), 9));
  EXPECT_EQ(poller.wait(), 9U);
}

TEST_P(PollerTest, fires_for_the_end) {
  ASSERT_TRUE(poller.arm(server->descriptor(), 7));
  client.reset();
  EXPECT_EQ(poller.wait(), 7U);
  EXPECT_EQ(fault_of_receive(*server), ConnectionFault::closed);
}

TEST_P(PollerTest, fires_for_an_end_that_came_before_it_was_armed) {
  client.reset();
  ASSERT_TRUE(poller.arm(server->descriptor(), 7));
  EXPECT_EQ(poller.wait(), 7U);
}

TEST_P(PollerTest, forgets_a_removed_descriptor) {
  ASSERT_TRUE(poller.arm(server->descriptor(), 7));
  poller.remove(server->descriptor());
  ASSERT_TRUE(send_text(*client, frame_of(10)));
  ASSERT_TRUE(send_text(*server, frame_of(10)));
  ASSERT_TRUE(poller.arm(client->descriptor(), 8));
  EXPECT_EQ(poller.wait(), 8U);
  ASSERT_TRUE(poller.arm(server->descriptor(), 9));
  EXPECT_EQ(poller.wait(), 9U);
}

TEST_P(PollerTest, ends_every_wait_when_stopped) {
  std::latch waiting{3};
  std::vector<std::future<std::optional<std::uint64_t>>> waits;
  for (int i = 0; i < 3; ++i)
    waits.push_back(std::async(std::launch::async, [&] {
      waiting.count_down();
      return poller.wait();
    }));
  waiting.wait();
  poller.stop();
  for (auto& wait : waits) EXPECT_EQ(wait.get(), std::nullopt);
  EXPECT_EQ(poller.wait(), std::nullopt);
}

TEST_P(PollerTest, gives_each_event_to_one_of_many_waiters) {
  constexpr unsigned kRounds = 500;
  std::atomic<unsigned> received = 0, at_once = 0;
  std::atomic<bool> overlapped = false;
  const auto serve = [&] {
    while (const auto token = poller.wait()) {
      if (at_once.fetch_add(1) != 0) overlapped = true;
      auto frame = server->try_receive();
      for (; frame && *frame; frame = server->try_receive()) ++received;
      --at_once;
      if (received == kRounds) poller.stop();
      ASSERT_TRUE(frame);
      ASSERT_TRUE(poller.arm(server->descriptor(), *token));
    }
  };
  std::vector<std::jthread> servers;
  for (int i = 0; i < 3; ++i) servers.emplace_back(serve);
  ASSERT_TRUE(poller.arm(server->descriptor(), 1));
  for (unsigned i = 0; i < kRounds; ++i) ASSERT_TRUE(send_text(*client, frame_of(20, i)));
  servers.clear();
  EXPECT_EQ(received, kRounds);
  EXPECT_FALSE(overlapped);
}

TEST(Poller, gives_each_posted_token_once_and_in_order) {
  Poller poller;
  for (std::uint64_t token = 0; token < 100; ++token) poller.post(token);
  for (std::uint64_t token = 0; token < 100; ++token) ASSERT_EQ(poller.wait(), token);
  poller.post(5);
  EXPECT_EQ(poller.wait(), 5U);
}

TEST(Poller, shares_posted_tokens_among_many_waiters) {
  constexpr std::uint64_t kTokens = 5000;
  Poller poller;
  std::mutex mutex;
  std::multiset<std::uint64_t> received;
  const auto serve = [&] {
    while (const auto token = poller.wait()) {
      const std::lock_guard lock{mutex};
      received.insert(*token);
      if (received.size() == kTokens) poller.stop();
    }
  };
  std::vector<std::jthread> servers;
  for (int i = 0; i < 3; ++i) servers.emplace_back(serve);
  for (std::uint64_t token = 0; token < kTokens; ++token) poller.post(token);
  servers.clear();
  EXPECT_EQ(received.size(), kTokens);
  EXPECT_EQ(std::set(received.begin(), received.end()).size(), kTokens);
}

TEST(Poller, refuses_what_cannot_be_watched) {
  Poller poller;
  EXPECT_FALSE(poller.arm(-1, 0));
  poller.remove(-1);
}

}  // namespace
}  // namespace orbweaver::transport
