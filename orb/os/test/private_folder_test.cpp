// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/private_folder.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

namespace orbweaver::os {
namespace {

TEST(PrivateFolder, is_gone_with_all_that_is_in_it) {
  std::filesystem::path path;
  {
    const auto folder = PrivateFolder::make("orbweaver-test");
    ASSERT_TRUE(folder);
    path = folder->path();
    EXPECT_TRUE(path.filename().string().starts_with("orbweaver-test-"));
    std::ofstream{path / "file"} << "text";
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

class TemporaryFolder : public ::testing::Test {
 protected:
  TemporaryFolder() {
    if (const char* const set = std::getenv("TMPDIR")) before_ = set;
  }
  ~TemporaryFolder() override {
    if (before_) ::setenv("TMPDIR", before_->c_str(), 1);
    if (!before_) ::unsetenv("TMPDIR");
  }
  static std::string failure_below(const char* place) {
    ::setenv("TMPDIR", place, 1);
    const auto private_folder = PrivateFolder::make("orbweaver-test");
    return private_folder ? "made" : private_folder.error();
  }

 private:
  std::optional<std::string> before_;
};

TEST_F(TemporaryFolder, that_is_missing_is_named_with_the_variable) {
  EXPECT_EQ(failure_below("/no/such/folder"),
            "no temporary folder can be made in /no/such/folder: No such file or directory; "
            "$TMPDIR names another place");
  EXPECT_EQ(failure_below("/dev/null"),
            "no temporary folder can be made in /dev/null: Not a directory; $TMPDIR names another "
            "place");
}

/// As a process leaves it that is killed with all that it started.
std::filesystem::path leave(const std::filesystem::path& folder, const std::string& owner) {
  std::filesystem::create_directory(folder);
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
  std::ofstream{folder / "file"} << "text";
  std::ofstream{folder / ".owner"} << owner;
  return folder;
}

TEST_F(TemporaryFolder, that_a_dead_process_left_is_removed_by_the_next_one) {
  const auto place = PrivateFolder::make("orbweaver-place");
  ASSERT_TRUE(place);
  const auto in = [&](const char* name) { return place->path() / name; };
  ::setenv("TMPDIR", place->path().c_str(), 1);
  const auto left = leave(in("orbweaver-test-aaaaaa"), "4711");
  const auto others = leave(in("orbweaver-other-aaaaa"), "4711");
  const auto of_another_name = leave(in("orbweaver-test-of-mine"), "4711");
  const auto is_begun = leave(in("orbweaver-test-bbbbbb"), "");
  const auto is_owned = leave(in("orbweaver-test-cccccc"), "");
  const auto owner = ClaimedFile::make(is_owned / ".owner", "4711");
  const auto first = PrivateFolder::make("orbweaver-test");
  const auto second = PrivateFolder::make("orbweaver-test");
  ASSERT_TRUE(first && second && owner);
  EXPECT_FALSE(std::filesystem::exists(left));
  for (const auto& other : {others, of_another_name, is_begun, is_owned, first->path()})
    EXPECT_TRUE(std::filesystem::exists(other / ".owner")) << other;
}

TEST_F(TemporaryFolder, that_is_not_chosen_is_tmp) {
  ::setenv("TMPDIR", "", 1);
  const auto private_folder = PrivateFolder::make("orbweaver-test");
  ASSERT_TRUE(private_folder);
  EXPECT_EQ(private_folder->path().parent_path(), "/tmp");
}

}  // namespace
}  // namespace orbweaver::os
