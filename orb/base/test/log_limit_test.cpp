// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/log_limit.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace orbweaver {
namespace {

using std::chrono::milliseconds;

TEST(LogLimitTest, lets_a_line_a_second_through_and_counts_the_others) {
  LogLimit limit;
  const TimePoint start{std::chrono::hours(1)};
  EXPECT_EQ(limit.take(start), 0U);
  EXPECT_EQ(limit.take(start), std::nullopt);
  EXPECT_EQ(limit.take(start + milliseconds(999)), std::nullopt);
  EXPECT_EQ(limit.take(start + milliseconds(1000)), 2U);
  EXPECT_EQ(limit.take(start + milliseconds(1001)), std::nullopt);
  EXPECT_EQ(limit.take(start + milliseconds(5000)), 1U);
}

TEST(LogLimitTest, writes_the_first_of_many_lines) {
  LogLimit limit;
  ASSERT_TRUE(set_log_level("warn"));
  testing::internal::CaptureStderr();
  for (int i = 0; i < 1000; ++i) warn_seldom(limit, "line {} of a peer", i);
  const auto written = testing::internal::GetCapturedStderr();
  EXPECT_NE(written.find("warning: line 0 of a peer\n"), std::string::npos) << written;
  EXPECT_LT(std::ranges::count(written, '\n'), 100);
}

TEST(PrintableTest, leaves_plain_text_alone) {
  EXPECT_EQ(printable("_get_count ~"), "_get_count ~");
  EXPECT_EQ(printable(""), "");
}

TEST(PrintableTest, shows_what_could_forge_a_line_or_steer_a_terminal_as_numbers) {
  EXPECT_EQ(printable("a\nb\x1b[2J\xff\\"), "a\\x0ab\\x1b[2J\\xff\\x5c");
}

TEST(PrintableTest, leaves_a_text_alone_that_it_made_itself) {
  const auto once = printable("a\nb\\ \x1b[2J");
  EXPECT_EQ(once, "a\\x0ab\\x5c \\x1b[2J");
  EXPECT_EQ(printable(once), once);
  EXPECT_EQ(printable("\\x0"), "\\x5cx0") << "which is no escape";
}

TEST(PrintableTest, cuts_what_is_long) {
  EXPECT_EQ(printable(std::string(1000, 'x'), 3), "xxx...");
  EXPECT_EQ(printable("xxx", 3), "xxx");
}

}  // namespace
}  // namespace orbweaver
