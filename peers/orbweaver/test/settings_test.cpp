// SPDX-License-Identifier: Apache-2.0
#include "launched/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace orbweaver::launched {
namespace {

Settings settings_of(std::vector<std::string> words) {
  Settings settings;
  CLI::App app;
  add_program_options(app, settings);
  add_sender_options(app, settings);
  add_receiver_options(app, settings);
  std::ranges::reverse(words);  // as CLI11 takes them
  app.parse(words);
  return settings;
}

// An option that was not set stays auto mode's to choose, and is not called set.
TEST(Settings, leave_to_the_orb_what_was_not_set) {
  const auto settings = settings_of({});
  EXPECT_THAT(orb_options(settings), testing::Not(testing::Contains("-ORBlaneDepth")));
  EXPECT_EQ(settings.stage().depth, 64U);
  EXPECT_FALSE(settings.explain);
}

TEST(Settings, hand_on_what_was_set) {
  const auto settings = settings_of({"--depth", "7", "--explain"});
  const auto options = orb_options(settings);
  const auto depth = std::ranges::find(options, "-ORBlaneDepth");
  ASSERT_LT(depth + 1, options.end());
  EXPECT_EQ(*(depth + 1), "7");
  EXPECT_EQ(settings.stage().depth, 7U);
  EXPECT_TRUE(settings.explain);
}

}  // namespace
}  // namespace orbweaver::launched
