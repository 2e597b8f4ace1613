// SPDX-License-Identifier: Apache-2.0
#include "report/printed_lines.hpp"

#include <gtest/gtest.h>

namespace orbweaver::report {
namespace {

constexpr auto kOutput = device::Stream::output, kError = device::Stream::error;

TEST(PrintedLinesTest, objects_and_other_lines_are_kept_apart) {
  PrintedLines printed;
  printed.take(kOutput, R"({"event":"stage","samples":5})");
  printed.take(kOutput, "tuned to 100.1 MHz");
  printed.take(kOutput, "[1]");
  printed.take(kError, R"({"event":"stage"})");
  EXPECT_EQ(printed.events.dump(), R"([{"event":"stage","samples":5}])");
  EXPECT_EQ(printed.lines.dump(), R"(["tuned to 100.1 MHz","[1]","error: {\"event\":\"stage\"}"])");
  EXPECT_EQ(printed.dropped, 0U);
}

TEST(PrintedLinesTest, what_comes_after_the_most_that_are_kept_is_counted) {
  PrintedLines printed;
  for (std::size_t i = 0; i < PrintedLines::kMostLines + 2; ++i) printed.take(kOutput, "x");
  printed.take(kOutput, R"({"n":1})");
  EXPECT_EQ(printed.lines.size(), PrintedLines::kMostLines);
  EXPECT_EQ(printed.events.size(), 1U);
  EXPECT_EQ(printed.dropped, 2U);
}

}  // namespace
}  // namespace orbweaver::report
