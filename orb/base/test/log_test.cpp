#include <gtest/gtest.h>
#include <orbweaver/base/log.hpp>

namespace orbweaver {
namespace {

TEST(Log, takes_each_documented_level) {
  for (const char* level : {"off", "error", "warn", "info", "debug", "trace"})
    EXPECT_TRUE(set_log_level(level)) << level;
}

TEST(Log, tells_what_was_asked_for_whatever_the_level) {
  ASSERT_TRUE(set_log_level("off"));
  testing::internal::CaptureStderr();
  tell("the antenna {} is up");
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("the antenna {} is up\n"), std::string::npos) << said;
}

TEST(Log, refuses_an_unknown_level_and_keeps_the_one_it_has) {
  ASSERT_TRUE(set_log_level("info"));
  EXPECT_FALSE(set_log_level("loud"));
  EXPECT_FALSE(set_log_level(""));
  EXPECT_TRUE(log().should_log(spdlog::level::info));
  EXPECT_FALSE(log().should_log(spdlog::level::debug));
}

}  // namespace
}  // namespace orbweaver
