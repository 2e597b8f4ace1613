// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <bench/measure.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace bench {
namespace {

using testing::SizeIs;

Command of_threads(std::uint64_t threads, std::uint64_t calls) {
  return {.what = "together", .calls = calls, .warm_up = 8, .threads = threads};
}

TEST(Together, each_thread_makes_its_share_of_the_calls) {
  std::mutex mutex;
  std::map<std::thread::id, int> calls;
  const auto measured = time_together(of_threads(4, 100), [&] {
    const std::lock_guard lock(mutex);
    ++calls[std::this_thread::get_id()];
  });
  EXPECT_EQ(measured.calls, 100U);
  EXPECT_THAT(measured.durations_ns, SizeIs(100));
  ASSERT_THAT(calls, SizeIs(4));
  for (const auto& [thread, result] : calls)
    EXPECT_EQ(result, 1 + 2 + 25) << "ready, warm-up, counted";
}

TEST(Together, all_threads_are_there_before_the_first_call_that_counts) {
  std::atomic<int> called = 0;
  int least = 8;
  std::mutex mutex;
  thread_local int mine = 0;
  (void)time_together({.what = "together", .calls = 8, .threads = 8}, [&] {
    if (mine++ == 0) return void(++called);
    const std::lock_guard lock(mutex);
    least = std::min(least, called.load());
  });
  EXPECT_EQ(least, 8);
}

TEST(Together, a_call_that_fails_ends_it_with_what_it_threw) {
  EXPECT_THROW((void)time_together(of_threads(4, 8), [] { throw std::runtime_error("no"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace bench
