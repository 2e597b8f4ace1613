// SPDX-License-Identifier: Apache-2.0
#include "report/shown_lines.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace orbweaver::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kOutput = device::Stream::output;

class ShownLinesTest : public testing::Test {
 protected:
  void take(std::string_view line, const std::string& component = "rx",
            device::Stream stream = kOutput) {
    lines_.take(component, stream, line, at_);
  }
  std::vector<std::string> shown_;
  TimePoint at_{};
  ShownLines lines_{[this](const std::string& line) { shown_.push_back(line); }};
};

TEST_F(ShownLinesTest, a_line_of_text_has_the_component_before_it) {
  take("tuned to 100.1 MHz");
  take("[1, 2]");
  take(R"({"event": )");
  EXPECT_THAT(shown_, ElementsAre("rx: tuned to 100.1 MHz", "rx: [1, 2]", R"(rx: {"event": )"));
}

TEST_F(ShownLinesTest, a_json_object_is_its_text_or_its_members) {
  take(R"({"event":"frame","text":"8D40621D","frame":{"icao":"40621D"}})");
  take(R"({"event":"frame","frame":{"icao":"40621D"}})");
  take(R"({"event":"station","name":"rx","pi":53857})");
  take(R"({"level":3,"name":"other"})");
  take(R"({"event":"log","level":"warning","text":"weak"})");
  EXPECT_THAT(shown_,
              ElementsAre("rx: 8D40621D", R"(rx: frame frame={"icao":"40621D"})",
                          "rx: station pi=53857", "rx: level=3 name=other", "rx: warning: weak"));
}

TEST_F(ShownLinesTest, a_json_object_on_standard_error_is_a_line_of_text) {
  take(R"({"event":"result"})", "rx", device::Stream::error);
  EXPECT_THAT(shown_, ElementsAre(R"(rx: {"event":"result"})"));
}

TEST_F(ShownLinesTest, what_the_domain_reads_is_not_shown) {
  for (const auto* const text :
       {"debugger", "ready", "result", "end_of_stream", "error", "missing_packets", "end_is_lost"})
    take(std::string{R"({"event":")"} + text + R"(","name":"rx"})");
  EXPECT_THAT(shown_, IsEmpty());
}

TEST_F(ShownLinesTest, what_comes_faster_than_it_can_be_read_is_counted) {
  for (std::size_t i = 0; i < ShownLines::kMostInASecond + 7; ++i) take(R"({"n":1})");
  take(R"({"n":0})", "tx");
  EXPECT_EQ(shown_.size(), ShownLines::kMostInASecond + 1);
  at_ += std::chrono::milliseconds{1500};
  take(R"({"n":"next"})");
  EXPECT_EQ(shown_.at(shown_.size() - 2),
            "rx: 7 more lines in this second are not shown; --json FILE keeps all");
  EXPECT_EQ(shown_.back(), "rx: n=next");
}

TEST_F(ShownLinesTest, a_long_line_is_cut_between_two_characters) {
  take(std::string(1994, 'x') + "\u00fc\u00fc\u00fc");
  EXPECT_EQ(shown_.at(0), "rx: " + std::string(1994, 'x') + "\u00fc\u2026");
}

}  // namespace
}  // namespace orbweaver::report
