// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <bench/measure.hpp>

#include <vector>

namespace bench {
namespace {

using testing::SizeIs;

constexpr std::uint64_t kEveryUs = 500;
constexpr std::int64_t kEveryNs = 500'000;

Command on_schedule(std::uint64_t calls) {
  return {.what = "twoway", .calls = calls, .every_us = kEveryUs};
}

TEST(Schedule, begins_no_call_before_its_moment) {
  std::vector<std::int64_t> begun;
  const auto before = now_ns();
  const auto measured = time_calls(on_schedule(5), [&] { begun.push_back(now_ns()); });
  ASSERT_THAT(begun, SizeIs(5));
  for (std::size_t n = 0; n < begun.size(); ++n)
    EXPECT_GE(begun[n] - before, static_cast<std::int64_t>(n) * kEveryNs);
  EXPECT_THAT(measured.durations_ns, SizeIs(5));
  EXPECT_GE(measured.elapsed_ns, 4 * kEveryNs);
}

TEST(Schedule, counts_a_pause_in_each_call_that_it_held_up) {
  std::uint64_t calls = 0;
  const auto measured = time_calls(on_schedule(4), [&] {
    if (++calls > 1) return;
    for (const auto until = now_ns() + 4 * kEveryNs; now_ns() < until;) std::this_thread::yield();
  });
  ASSERT_THAT(measured.durations_ns, SizeIs(4));
  for (std::int64_t n = 0; n < 4; ++n)
    EXPECT_GE(measured.durations_ns[static_cast<std::size_t>(n)], (4 - n) * kEveryNs);
}

TEST(Schedule, is_for_single_calls) {
  EXPECT_EQ(parse_command(R"({"case":"twoway","every_us":1000})").every_us, 1000);
  EXPECT_THROW((void)parse_command(R"({"case":"twoway","every_us":1000,"batch":2})"),
               std::invalid_argument);
  EXPECT_THROW((void)parse_command(R"({"case":"twoway","every_us":10000001})"),
               std::invalid_argument);
}

}  // namespace
}  // namespace bench
