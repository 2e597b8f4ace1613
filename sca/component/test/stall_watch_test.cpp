// SPDX-License-Identifier: Apache-2.0
#include "stall_watch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace orbweaver::component {
namespace {

constexpr Nanoseconds kShort = std::chrono::milliseconds(4);

TEST(AStallWatch, reports_once_what_stays_at_a_packet) {
  std::atomic<int> reports{0};
  const StallWatch watch(
      kShort,
      [] {
        return StallWatch::Sight{true, 7};
      },
      [&] { ++reports; });
  while (reports == 0) std::this_thread::yield();
  EXPECT_EQ(reports, 1);
}

TEST(AStallWatch, is_silent_while_packets_go_through_and_while_nothing_is_at_work) {
  std::atomic<std::uint64_t> looks{0};
  const auto look = [&] {
    const auto number = ++looks;
    return number < 20 ? StallWatch::Sight{true, number} : StallWatch::Sight{false, 20};
  };
  const StallWatch watch(kShort, look, [] { ADD_FAILURE(); });
  while (looks < 40) std::this_thread::yield();
}

}  // namespace
}  // namespace orbweaver::component
