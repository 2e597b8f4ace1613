// SPDX-License-Identifier: Apache-2.0
#include "orbweaver/commands.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orbweaver::command {
namespace {

TEST(Commands, have_a_name_each) {
  std::set<std::string_view> names;
  for (const auto& command : all_commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
    EXPECT_EQ(find_command(command.name), &command);
    EXPECT_TRUE(help_text().contains(command.name)) << command.name;
  }
  EXPECT_EQ(find_command("pigeon"), nullptr);
}

TEST(Commands, are_served_by_programs_of_their_names_and_verbs_by_one) {
  EXPECT_EQ(program_of(*find_command("run")), "orbweaver-run");
  EXPECT_EQ(program_of(*find_command("apps")), "orbweaver-control");
}

TEST(Commands, the_nearest_one_is_what_a_user_meant) {
  EXPECT_EQ(nearest_command("aps"), "apps");
  EXPECT_EQ(nearest_command("dveices"), "devices");
  EXPECT_EQ(nearest_command("realese"), "release");
  EXPECT_EQ(nearest_command("apps"), "apps");
  EXPECT_EQ(nearest_command("pigeon"), "");
  EXPECT_EQ(nearest_command(""), "");
}

}  // namespace
}  // namespace orbweaver::command
