// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/output_limit.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orbweaver::program {
namespace {

using Lines = std::vector<std::string>;
using std::chrono::milliseconds;

class TheOutputOfPrograms : public testing::Test {
 protected:
  void print(const std::string& name, const std::string& line, TimePoint at) {
    limit.pass(name, line, at, [&](std::string_view printed) {
      lines.push_back(name + ": " + std::string{printed});
    });
  }

  OutputLimit limit{{.lines = 2, .bytes = 1024}};
  Lines lines;
  const TimePoint begin = now();
};

TEST_F(TheOutputOfPrograms, is_bounded_by_lines_and_what_is_left_out_is_counted) {
  for (const auto* line : {"1", "2", "3", "4", "5"}) print("rx", line, begin);
  EXPECT_EQ(lines, (Lines{"rx: 1", "rx: 2",
                          "rx: it prints more than 2 lines or 1 KiB in a second: the rest of this "
                          "second is left out"}));
  lines.clear();
  print("rx", "6", begin + milliseconds{1000});
  EXPECT_EQ(lines, (Lines{"rx: 3 lines left out", "rx: 6"}));
}

TEST_F(TheOutputOfPrograms, is_bounded_by_bytes) {
  print("rx", std::string(1000, 'x'), begin);
  print("rx", std::string(1000, 'y'), begin + milliseconds{999});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1].find('y'), std::string::npos);
  lines.clear();
  print("rx", "z", begin + milliseconds{1000});
  EXPECT_EQ(lines, (Lines{"rx: 1 line left out", "rx: z"}));
}

TEST_F(TheOutputOfPrograms, is_bounded_for_each_by_itself) {
  for (int i = 0; i < 5; ++i) print("flood", "x", begin);
  lines.clear();
  print("rx", "hello", begin);
  EXPECT_EQ(lines, Lines{"rx: hello"});
}

TEST_F(TheOutputOfPrograms, does_not_keep_those_that_ended) {
  for (int i = 0; i < 3'000; ++i)
    print("rx_" + std::to_string(i), "x", begin + std::chrono::seconds{i});
  EXPECT_EQ(lines.size(), 3'000U);
}

}  // namespace
}  // namespace orbweaver::program
