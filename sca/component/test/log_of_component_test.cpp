// SPDX-License-Identifier: Apache-2.0
// log() of a component at work: its name, and its level as a property.
#include <orbweaver/component/logger.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "numbers.hpp"
#include "running_component.hpp"

namespace orbweaver::component::test {
namespace {

using testing::Running;

class Talker final : public StreamComponent<NumbersIn> {
 public:
  using StreamBase::log;
  int changes = 0;

 private:
  Outcome on_settings(const Changed&) override {
    ++changes;
    return {};
  }
  void process(const Input&, Output&) override {}
};

struct Printing {
  Printing() { ::testing::internal::CaptureStdout(); }
  ~Printing() {
    if (!is_read) (void)::testing::internal::GetCapturedStdout();
  }
  std::string text() {
    is_read = true;
    return ::testing::internal::GetCapturedStdout();
  }
  bool is_read = false;
};

/// Whether the component takes it.
bool set_level(Running<Talker>& talker, const char* level) {
  return talker.component()
      .properties()
      ->configure(std::vector{property::Field{"log_level", property::Scalar{std::string{level}}}})
      .empty();
}

TEST(TheLogOfAComponent, has_its_identifier_as_the_name) {
  Printing printing;
  Running<Talker> talker;
  talker.component().log().info("{} MHz", 100.1);
  const auto text = printing.text();
  EXPECT_THAT(text, ::testing::HasSubstr(R"("name":"test")"));
  EXPECT_THAT(text, ::testing::HasSubstr(R"("text":"100.1 MHz")"));
}

TEST(TheLogOfAComponent, has_a_level_that_changes_while_it_runs) {
  Printing printing;
  Running<Talker> talker;
  EXPECT_TRUE(set_level(talker, "warning"));
  ASSERT_TRUE(talker.component().start());
  talker.component().log().info("before");
  EXPECT_TRUE(set_level(talker, "debug"));
  talker.component().log().debug("after");
  const auto text = printing.text();
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("before")));
  EXPECT_THAT(text, ::testing::HasSubstr("after"));
}

TEST(TheLogOfAComponent, has_a_level_that_is_no_setting_of_the_component) {
  Running<Talker> talker;
  const auto changes = talker.component().changes;
  EXPECT_TRUE(set_level(talker, "error"));
  EXPECT_EQ(talker.component().changes, changes);
  EXPECT_TRUE(talker.component().log().takes(Level::error));
  EXPECT_FALSE(talker.component().log().takes(Level::warning));
  EXPECT_FALSE(set_level(talker, "loud"));
  EXPECT_FALSE(talker.component().log().takes(Level::warning));
}

}  // namespace
}  // namespace orbweaver::component::test
