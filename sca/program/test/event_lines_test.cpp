// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/event_lines.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <thread>
#include <utility>
#include <vector>

namespace orbweaver::program {
namespace {

/// The lines that a program writes into a pipe.
class EventLinesOfAProgram : public testing::Test {
 protected:
  EventLinesOfAProgram() {
    std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0);
  }
  ~EventLinesOfAProgram() override {
    leave();
    ::close(ends_[1]);
  }
  EventLinesOfAProgram(const EventLinesOfAProgram&) = delete;
  EventLinesOfAProgram& operator=(const EventLinesOfAProgram&) = delete;

  [[nodiscard]] int descriptor() const { return ends_[1]; }
  std::string next_line() {
    std::string line;
    for (char one = 0; ::read(ends_[0], &one, 1) == 1 && one != '\n';) line += one;
    return line;
  }
  /// The reader takes no more.
  void leave() {
    if (ends_[0] >= 0) ::close(std::exchange(ends_[0], -1));
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

TEST_F(EventLinesOfAProgram, are_json_whatever_a_component_prints) {
  EventLines lines("a-program", descriptor());
  lines.output("rx", device::Stream::error, "\xff \"quoted\"\t");
  const auto event = nlohmann::json::parse(next_line());
  EXPECT_EQ(event.at("event"), "output");
  EXPECT_EQ(event.at("component"), "rx");
  EXPECT_EQ(event.at("stream"), "error");
  EXPECT_EQ(event.at("line"), "\xef\xbf\xbd \"quoted\"\t");
}

TEST_F(EventLinesOfAProgram, tell_people_of_a_failure_too) {
  EventLines lines("a-program", descriptor());
  testing::internal::CaptureStderr();
  lines.failure("it broke");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "a-program: it broke\n");
  EXPECT_EQ(next_line(), R"({"event":"failure","line":"it broke"})");
}

TEST_F(EventLinesOfAProgram, are_one_line_for_each_failure) {
  EventLines lines("a-program", descriptor());
  testing::internal::CaptureStderr();
  lines.failure("component 'rx': it broke:\r\n  in the middle\x1b[2J");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "a-program: component 'rx': it broke:    in the middle [2J\n");
  EXPECT_EQ(next_line(),
            R"({"event":"failure","line":"component 'rx': it broke:    in the middle [2J"})");
}

TEST_F(EventLinesOfAProgram, are_words_for_a_person) {
  EventLines lines("a-program", descriptor(), EventLines::Form::words);
  lines.write({{"event", "ready"}}, "it is\x1b[2J ready");
  lines.output("rx", device::Stream::error, "a line");
  EXPECT_EQ(next_line(), "a-program: it is [2J ready");
  EXPECT_EQ(next_line(), "a-program: rx: a line");
}

TEST_F(EventLinesOfAProgram, report_once_to_a_person_and_twice_where_json_goes) {
  for (const auto form : {EventLines::Form::words, EventLines::Form::json}) {
    EventLines lines("a-program", descriptor(), form);
    testing::internal::CaptureStderr();
    lines.report({{"event", "notice"}}, "look here");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "a-program: look here\n");
  }
  EXPECT_EQ(next_line(), R"({"event":"notice"})");
}

TEST_F(EventLinesOfAProgram, of_several_threads_stay_whole) {
  EventLines lines("a-program", descriptor());
  const std::string text(3000, 'x');
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int line = 0; line < 50; ++line) lines.output("rx", device::Stream::output, text);
    });
  for (int line = 0; line < 200; ++line)
    EXPECT_EQ(nlohmann::json::parse(next_line()).at("line"), text);
}

TEST_F(EventLinesOfAProgram, stay_whole_where_a_write_does_not_wait_for_room) {
  ASSERT_EQ(::fcntl(descriptor(), F_SETFL, O_NONBLOCK), 0);
  EventLines lines("a-program", descriptor());
  const std::string text(9000, 'x');
  std::jthread program{[&] {
    for (int line = 0; line < 50; ++line) lines.output("rx", device::Stream::output, text);
  }};
  for (int line = 0; line < 50; ++line)
    EXPECT_EQ(nlohmann::json::parse(next_line()).at("line"), text);
}

TEST_F(EventLinesOfAProgram, are_dropped_when_the_reader_has_left) {
  EventLines lines("a-program", descriptor());
  leave();
  lines.output("rx", device::Stream::output, "a line");
}

}  // namespace
}  // namespace orbweaver::program
