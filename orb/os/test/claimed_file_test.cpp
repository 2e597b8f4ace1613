// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/claimed_file.hpp>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>

#include "scratch_folder.hpp"

namespace orbweaver::os {
namespace {

class AClaimedFile : public testing::Test {
 protected:
  [[nodiscard]] std::optional<std::string> read() const { return read_claimed_file(path, 100); }
  [[nodiscard]] Result<ClaimedFile, SystemError> make(std::string_view text) const {
    return ClaimedFile::make(path, text);
  }

  ScratchFolder folder;
  const std::filesystem::path path = folder.path() / "file";
};

TEST_F(AClaimedFile, is_read_while_its_owner_has_it_and_is_gone_then) {
  {
    const auto result = make("text");
    ASSERT_TRUE(result);
    EXPECT_EQ(read(), "text");
    EXPECT_EQ(read_claimed_file(path, 2), "te");
  }
  EXPECT_EQ(read(), std::nullopt);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(AClaimedFile, is_of_one_owner_at_a_time) {
  const auto first = make("first");
  ASSERT_TRUE(first);
  const auto second = make("second");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, EAGAIN);
  EXPECT_EQ(read(), "first");
}

TEST_F(AClaimedFile, that_its_owner_left_is_not_read_and_can_be_taken_over) {
  std::ofstream{path} << "a longer text of an owner that is gone";
  ::chmod(path.c_str(), 0600);
  EXPECT_EQ(read(), std::nullopt);
  const auto result = make("new");
  ASSERT_TRUE(result);
  EXPECT_EQ(read(), "new");
}

TEST_F(AClaimedFile, of_a_process_that_was_killed_is_not_read) {
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const auto child = ::fork();
  if (child == 0) {
    const auto result = make("child");
    (void)!::write(ready[1], result ? "y" : "n", 1);
    while (true) ::pause();
  }
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  EXPECT_EQ(read(), "child");
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_EQ(read(), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(path));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(AClaimedFile, is_for_its_user_alone) {
  const auto result = make("text");
  ASSERT_TRUE(result);
  struct stat found {};
  ASSERT_EQ(::stat(path.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
  ::chmod(path.c_str(), 0644);
  EXPECT_EQ(read(), std::nullopt) << "others could have read it";
}

TEST_F(AClaimedFile, is_no_link) {
  const auto result = make("text");
  ASSERT_TRUE(result);
  const auto link = folder.path() / "link";
  std::filesystem::create_symlink(path, link);
  EXPECT_EQ(read_claimed_file(link, 100), std::nullopt);
  EXPECT_FALSE(ClaimedFile::make(link, "text"));
}

TEST_F(AClaimedFile, lies_in_a_folder_that_others_cannot_enter) {
  ::chmod(folder.path().c_str(), 0700);
  EXPECT_TRUE(is_private_folder(folder.path()));
  ::chmod(folder.path().c_str(), 0710);
  EXPECT_FALSE(is_private_folder(folder.path()));
  EXPECT_FALSE(is_private_folder(folder.path() / "none"));
  ::chmod(folder.path().c_str(), 0700);
  std::filesystem::create_directory_symlink(folder.path(), folder.path() / "link");
  EXPECT_FALSE(is_private_folder(folder.path() / "link"));
}

}  // namespace
}  // namespace orbweaver::os
