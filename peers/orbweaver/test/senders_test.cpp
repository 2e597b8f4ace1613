// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <pipeline/senders.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace lab_pipeline {
namespace {

using Body = std::function<void()>;

std::thread start(std::size_t /*place*/, Body body) { return std::thread(std::move(body)); }

TEST(Senders, send_each_packet_once) {
  constexpr std::uint64_t kPackets = 10'000;
  Senders all(kPackets, 0);
  std::vector<std::vector<std::uint64_t>> sent(4);
  std::vector<Body> bodies;
  for (auto& mine : sent)
    bodies.emplace_back([&all, &mine] {
      while (const auto number = all.take()) mine.push_back(number);
    });
  all.run(bodies, start);
  std::vector<std::uint64_t> every;
  for (const auto& mine : sent) {
    EXPECT_TRUE(std::ranges::is_sorted(mine));
    every.insert(every.end(), mine.begin(), mine.end());
  }
  std::ranges::sort(every);
  std::vector<std::uint64_t> expected(kPackets);
  std::iota(expected.begin(), expected.end(), 1);
  EXPECT_EQ(every, expected);
}

TEST(Senders, stop_when_one_fails_and_tell_its_failure) {
  Senders all(1, 0);
  std::vector<Body> bodies(3, [&all] {
    while (!all.is_stopping()) std::this_thread::yield();
  });
  bodies.emplace_back([] { throw std::runtime_error("packet 7"); });
  EXPECT_THAT([&] { all.run(bodies, start); },
              testing::ThrowsMessage<std::runtime_error>("packet 7"));
  EXPECT_EQ(all.take(), 0U);
}

TEST(Senders, leave_no_thread_behind_when_one_cannot_be_started) {
  Senders all(1, 0);
  std::vector<Body> bodies(3, [&all] {
    while (!all.is_stopping()) std::this_thread::yield();
  });
  const auto second_fails = [](std::size_t place, Body body) {
    if (place == 2) throw std::system_error(EAGAIN, std::generic_category());
    return std::thread(std::move(body));
  };
  EXPECT_THROW(all.run(bodies, second_fails), std::system_error);
}

TEST(Senders, give_out_nothing_once_they_are_asked_to_stop) {
  Senders all(100, 0);
  EXPECT_EQ(all.take(), 1U);
  all.stop();
  EXPECT_EQ(all.take(), 0U);
}

TEST(Senders, have_a_schedule_that_a_late_packet_does_not_move) {
  const Senders paced(100, 2.5);
  EXPECT_EQ(paced.due_ns(1, 1000, 7777), 1000);
  EXPECT_EQ(paced.due_ns(3, 1000, 9'000'000), 5'001'000);
  const Senders unpaced(100, 0);
  EXPECT_EQ(unpaced.due_ns(3, 1000, 7777), 7777);
}

}  // namespace
}  // namespace lab_pipeline
