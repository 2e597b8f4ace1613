// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <orbweaver/base/log.hpp>

#include <functional>
#include <stdexcept>
#include <string>

namespace orbweaver {
namespace {

std::string written(const std::function<void()>& write) {
  testing::internal::CaptureStderr();
  write();
  return testing::internal::GetCapturedStderr();
}

TEST(Log, takes_each_documented_level) {
  for (const char* level : {"off", "error", "warn", "info", "debug", "trace"})
    EXPECT_TRUE(set_log_level(level)) << level;
}

TEST(Log, tells_what_was_asked_for_whatever_the_level) {
  ASSERT_TRUE(set_log_level("off"));
  const auto said = written([] { tell("the antenna {} is up"); });
  EXPECT_NE(said.find("the antenna {} is up\n"), std::string::npos) << said;
}

TEST(Log, writes_the_arguments_into_the_line_with_its_level) {
  ASSERT_TRUE(set_log_level("info"));
  EXPECT_NE(written([] {
              log().info("{}: {:>4} of {}", "antenna", 7, 1.5);
            }).find("info: antenna:    7 of 1.5\n"),
            std::string::npos);
  EXPECT_NE(written([] { log().warn("{{}} {}", std::string(2000, 'x')); }).find("warning: {} xxx"),
            std::string::npos);
  EXPECT_NE(written([] { log().error("no argument"); }).find("error: no argument\n"),
            std::string::npos);
}

TEST(Log, writes_no_line_below_its_level) {
  ASSERT_TRUE(set_log_level("error"));
  EXPECT_EQ(written([] { log().warn("{}", 1); }), "");
}

TEST(Log, takes_text_of_an_argument_as_it_is) {
  ASSERT_TRUE(set_log_level("warn"));
  EXPECT_NE(written([] { log().warn("{}", std::string{"{} {0"}); }).find("warning: {} {0\n"),
            std::string::npos);
}

struct Unprintable {};

}  // namespace
}  // namespace orbweaver

template <>
struct fmt::formatter<orbweaver::Unprintable> {
  static constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
  static fmt::appender format(const orbweaver::Unprintable&, fmt::format_context&) {
    throw std::runtime_error{"cannot be printed"};
  }
};

namespace orbweaver {
namespace {

TEST(Log, reports_what_formatting_throws_and_goes_on) {
  ASSERT_TRUE(set_log_level("warn"));
  EXPECT_NE(written([] { log().warn("{}", Unprintable{}); }).find("cannot be printed"),
            std::string::npos);
  EXPECT_NE(written([] { log().warn("next"); }).find("warning: next\n"), std::string::npos);
}

TEST(Log, refuses_an_unknown_level_and_keeps_the_one_it_has) {
  ASSERT_TRUE(set_log_level("info"));
  EXPECT_FALSE(set_log_level("loud"));
  EXPECT_FALSE(set_log_level(""));
  EXPECT_TRUE(log().takes(LogSeverity::info));
  ASSERT_TRUE(set_log_level("error"));
  EXPECT_FALSE(set_log_level("loud"));
  EXPECT_FALSE(log().takes(LogSeverity::warn));
}

}  // namespace
}  // namespace orbweaver
