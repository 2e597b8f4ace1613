// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/component_log.hpp>

#include <gtest/gtest.h>

namespace orbweaver::program {
namespace {

std::string level_of(const std::string& name) {
  const auto found = component_record(R"({"event":"log","level":")" + name + R"(","text":"x"})");
  return found ? std::string{name_of(found->record.level)} : "none";
}

TEST(ALineOfAComponentsLog, is_a_record_under_the_name_that_it_says) {
  const auto found = component_record(
      R"({"event":"log","level":"warning","name":"radio/tuner","text":"weak","time":"now"})");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "radio/tuner");
  EXPECT_EQ(found->record.text, "weak");
}

TEST(ALineOfAComponentsLog, may_have_the_name_before_it_that_a_device_gives_it) {
  const auto found = component_record(
      R"(tuner_1: {"event":"log","level":"info","name":"radio/tuner","text":"x"})");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "radio/tuner");
}

TEST(ALineOfAComponentsLog, has_a_level_of_the_log_service) {
  EXPECT_EQ(level_of("error"), "EXCEPTION_ERROR");
  EXPECT_EQ(level_of("warning"), "DEGRADED_ALARM");
  EXPECT_EQ(level_of("info"), "ADMINISTRATIVE_EVENT");
  EXPECT_EQ(level_of("debug"), "PROGRAMMER_DEBUG");
  EXPECT_EQ(level_of("loud"), "ADMINISTRATIVE_EVENT");
}

TEST(ALineOfAComponentsLog, is_none_of_the_other_lines) {
  for (const auto* line :
       {"", "log", R"({"event":"frame","text":"log"})", R"({"event":"log")", R"(["log"])",
        R"({"event":["log"]})", R"(say {"event":"log"})", R"(he says: {"event":"log"})"})
    EXPECT_FALSE(component_record(line)) << line;
  EXPECT_TRUE(component_record(R"({"event":"log","text":7})"));
}

}  // namespace
}  // namespace orbweaver::program
