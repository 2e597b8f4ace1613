// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/os/whole_file.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "scratch_folder.hpp"

namespace orbweaver::os {
namespace {

using Perms = std::filesystem::perms;

class AWholeFile : public testing::Test {
 protected:
  [[nodiscard]] std::string text() const { return read_file(path, 100).value_or("none"); }
  [[nodiscard]] Perms mode() const { return std::filesystem::status(path).permissions(); }

  ScratchFolder scratch;
  const std::filesystem::path path = scratch.path() / "file";
  const std::filesystem::path fresh = scratch.path() / "file.new";
};

TEST_F(AWholeFile, takes_the_place_of_the_one_before) {
  ASSERT_TRUE(replace_file(path, "the first", 0600));
  EXPECT_EQ(text(), "the first");
  const auto before = open_to_read(path).value();
  ASSERT_TRUE(replace_file(path, "the second", 0600));
  EXPECT_EQ(text(), "the second");
  EXPECT_EQ(size_of(before.get()).value(), 9U)
      << "a reader that has opened it keeps the text before";
  EXPECT_FALSE(std::filesystem::exists(fresh));
}

TEST_F(AWholeFile, has_the_mode_of_the_last_call) {
  ASSERT_TRUE(replace_file(path, "", 0644));
  scratch.write("file.new", "of a program that was killed");
  std::filesystem::permissions(fresh, Perms::all);
  ASSERT_TRUE(replace_file(path, "", 0600));
  EXPECT_EQ(mode(), Perms::owner_read | Perms::owner_write);
}

TEST_F(AWholeFile, follows_no_link_at_its_new_name) {
  scratch.write("other", "of another");
  std::filesystem::create_symlink(scratch.path() / "other", fresh);
  ASSERT_TRUE(replace_file(path, "text", 0600));
  EXPECT_EQ(read_file(scratch.path() / "other", 100), "of another");
}

TEST_F(AWholeFile, that_cannot_be_replaced_stays) {
  std::filesystem::create_directories(path / "below");
  const auto failed = replace_file(path, "text", 0600);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, EISDIR);
  EXPECT_FALSE(std::filesystem::exists(fresh));
  EXPECT_EQ(replace_file(scratch.path() / "none" / "file", "", 0600).error().code, ENOENT);
}

}  // namespace
}  // namespace orbweaver::os
