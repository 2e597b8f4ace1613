// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/mount_table.hpp>

#include <gtest/gtest.h>

namespace orbweaver::files {
namespace {

FileName name(std::string_view text) { return FileName::parse(text).value(); }

class ATableOfMounts : public testing::Test {
 protected:
  std::string mounted_name_of(std::string_view text) const {
    const auto mounted = table.find(name(text));
    return mounted ? mounted->target + ":" + mounted->name.text() : "none";
  }
  MountTable<std::string> table;
};

TEST_F(ATableOfMounts, finds_the_longest_mount_point_by_whole_steps) {
  EXPECT_EQ(mounted_name_of("/a"), "none");
  EXPECT_TRUE(table.mount(name("/a"), "A"));
  EXPECT_TRUE(table.mount(name("/a/b"), "B"));
  EXPECT_EQ(mounted_name_of("/a/x"), "A:/x");
  EXPECT_EQ(mounted_name_of("/a/b/x"), "B:/x");
  EXPECT_EQ(mounted_name_of("/a/bc"), "A:/bc");
  EXPECT_EQ(mounted_name_of("/a/b"), "B:/");
  EXPECT_EQ(mounted_name_of("/ab"), "none");
  EXPECT_TRUE(table.mount(name("/"), "R"));
  EXPECT_EQ(mounted_name_of("/ab"), "R:/ab");
}

TEST_F(ATableOfMounts, has_one_target_at_a_point) {
  EXPECT_TRUE(table.mount(name("/a"), "A"));
  EXPECT_FALSE(table.mount(name("/a/"), "B"));
  EXPECT_TRUE(table.unmount(name("/a")));
  EXPECT_FALSE(table.unmount(name("/a")));
  EXPECT_EQ(mounted_name_of("/a"), "none");
}

TEST_F(ATableOfMounts, knows_the_folders_on_the_way_to_a_mount_point) {
  EXPECT_TRUE(table.mount(name("/x/y/z"), "Z"));
  EXPECT_TRUE(table.mount(name("/x/b"), "B"));
  EXPECT_TRUE(table.leads_to_a_mount(name("/x/y")));
  EXPECT_FALSE(table.leads_to_a_mount(name("/x/y/z/a")));
  EXPECT_FALSE(table.leads_to_a_mount(name("/x/c")));
  EXPECT_EQ(table.steps_below(name("/x")), (std::set<std::string>{"b", "y"}));
  EXPECT_EQ(table.steps_below(name("/x/b")), std::set<std::string>{});
  EXPECT_TRUE(table.is_mount_point(name("/x/b")));
  EXPECT_FALSE(table.is_mount_point(name("/x")));
}

}  // namespace
}  // namespace orbweaver::files
