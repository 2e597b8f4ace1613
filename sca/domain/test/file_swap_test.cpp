// SPDX-License-Identifier: Apache-2.0
#include "file_swap.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>

#include "scratch_folder.hpp"

namespace orbweaver::domain {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

constexpr const char* kBegin = ".orbweaver-new-";
constexpr const char* kBack =
    "/.orbweaver-new-1 was left by a domain or a client that was killed, and is removed: the files "
    "that it replaced are the old ones again";

/// A root with a file, and a folder with a new one, and another one where no file is.
class ASwapOfFiles : public testing::Test {
 protected:
  ASwapOfFiles() {
    scratch.write("dom/a/old", "old");
    scratch.write("dom/.orbweaver-new-1/a/old", "new");
    scratch.write("dom/.orbweaver-new-1/b/c/more", "more");
  }
  [[nodiscard]] std::unique_ptr<FileSwap> swap() {
    return std::make_unique<FileSwap>(root, fresh,
                                      [this](const std::string& line) { lines.push_back(line); });
  }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    std::ifstream in{root / name};
    return {std::istreambuf_iterator<char>{in}, {}};
  }
  void expect_old() const {
    EXPECT_EQ(text_of("a/old"), "old");
    EXPECT_FALSE(fs::exists(root / "b"));
    EXPECT_FALSE(fs::exists(fresh));
  }
  void expect_new() const {
    EXPECT_EQ(text_of("a/old"), "new");
    EXPECT_EQ(text_of("b/c/more"), "more");
    EXPECT_FALSE(fs::exists(fresh));
  }
  ScratchFolder scratch;
  const fs::path root = scratch.path() / "dom", fresh = root / ".orbweaver-new-1";
  Lines lines;
};

TEST_F(ASwapOfFiles, is_kept_or_undone) {
  auto undone = swap();
  EXPECT_TRUE(undone->carry_out());
  EXPECT_EQ(text_of("a/old"), "new");
  undone.reset();
  expect_old();
  scratch.write("dom/.orbweaver-new-1/a/old", "new");
  scratch.write("dom/.orbweaver-new-1/b/c/more", "more");
  auto kept = swap();
  EXPECT_TRUE(kept->carry_out());
  kept->keep();
  kept.reset();
  expect_new();
  EXPECT_EQ(lines, Lines{});
}

TEST_F(ASwapOfFiles, is_undone_by_the_next_domain_if_it_was_cut_short) {
  {
    FileUndo cut_short{root, fresh};
    ASSERT_TRUE(cut_short.begin());
    cut_short.will_replace("a/old");
    fs::rename(fresh / "a/old", root / "a/old");
    cut_short.will_make_folder("b");
    fs::create_directory(root / "b");
    cut_short.will_make_file("b/next");  // and is killed
  }
  EXPECT_EQ(end_unfinished_swaps(root, kBegin), Lines{kBack});
  expect_old();
  EXPECT_EQ(end_unfinished_swaps(root, kBegin), Lines{});
}

TEST_F(ASwapOfFiles, is_not_undone_by_the_next_domain_if_it_was_kept) {
  fs::create_directories(scratch.path() / "copy");
  auto kept = swap();
  EXPECT_TRUE(kept->carry_out());
  kept->keep();
  fs::copy(fresh, scratch.path() / "copy", fs::copy_options::recursive);
  kept.reset();
  fs::rename(scratch.path() / "copy", fresh);  // as if it had been killed before it was removed
  EXPECT_EQ(end_unfinished_swaps(root, kBegin).size(), 1U);
  expect_new();
}

TEST_F(ASwapOfFiles, passes_over_a_step_that_was_not_written_whole) {
  {
    FileUndo cut_short{root, fresh};
    ASSERT_TRUE(cut_short.begin());
  }
  std::ofstream{fresh / ".undo/list"} << "na/old";
  EXPECT_EQ(end_unfinished_swaps(root, kBegin), Lines{kBack});
  EXPECT_EQ(text_of("a/old"), "old");
}

TEST_F(ASwapOfFiles, undoes_nothing_out_of_its_root) {
  scratch.write("secret", "secret");
  {
    FileUndo by_a_client{root, fresh};
    ASSERT_TRUE(by_a_client.begin());
    by_a_client.will_make_file("../secret");
  }
  EXPECT_EQ(end_unfinished_swaps(root, kBegin).size(), 1U);
  EXPECT_TRUE(fs::exists(scratch.path() / "secret"));
}

TEST_F(ASwapOfFiles, keeps_the_folder_if_an_old_file_cannot_be_brought_back) {
  auto failing = swap();
  EXPECT_TRUE(failing->carry_out());
  fs::remove(root / "a/old");
  scratch.write("dom/a/old/in_its_way", "");
  failing.reset();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("/a/old"), std::string::npos) << lines[0];
  EXPECT_FALSE(fs::exists(root / "b")) << "all else is brought back";
  fs::remove_all(root / "a/old");
  EXPECT_EQ(end_unfinished_swaps(root, kBegin), Lines{kBack});
  expect_old();
}

TEST_F(ASwapOfFiles, removes_what_an_upload_left) {
  EXPECT_EQ(
      end_unfinished_swaps(root, kBegin),
      Lines{"/.orbweaver-new-1 was left by a domain or a client that was killed, and is removed"});
  expect_old();
}

}  // namespace
}  // namespace orbweaver::domain
