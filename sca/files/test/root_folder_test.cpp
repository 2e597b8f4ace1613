// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/root_folder.hpp>
#include <orbweaver/os/folder.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <span>

#include "scratch_folder.hpp"

namespace orbweaver::files {
namespace {

namespace fs = std::filesystem;

FileName name(std::string_view text) { return FileName::parse(text).value(); }

class ARootFolder : public testing::Test {
 protected:
  std::vector<std::string> names_of(const char* pattern) const {
    std::vector<std::string> names;
    const auto listed = root.list(FilePattern::parse(pattern).value()).value();
    for (const auto& text : listed) names.push_back(text.name);
    return names;
  }
  std::string text_of(const char* file) const {
    auto open = root.open_file(name(file), Access::read_only).value();
    std::string text(static_cast<std::size_t>(open.size().value()), '\0');
    EXPECT_EQ(open.read(std::as_writable_bytes(std::span{text})).value(), text.size());
    return text;
  }
  int failure_to_open(const char* file, Access access = Access::read_only) const {
    const auto open = root.open_file(name(file), access);
    return open ? 0 : open.error().code;
  }

  ScratchFolder scratch;
  RootFolder root = RootFolder::open(scratch.path()).value();
};

TEST_F(ARootFolder, opens_plain_files_beneath_it) {
  scratch.write("a/b.txt", "text");
  EXPECT_EQ(text_of("/a/b.txt"), "text");
  EXPECT_EQ(failure_to_open("/a/c.txt"), ENOENT);
  EXPECT_EQ(failure_to_open("/a/b.txt/c"), ENOTDIR);
  EXPECT_EQ(failure_to_open("/a"), EISDIR);
  EXPECT_EQ(failure_to_open("/"), EISDIR);
  EXPECT_EQ(failure_to_open("/a", Access::read_write), EISDIR);
}

TEST_F(ARootFolder, does_not_wait_at_a_pipe) {
  ASSERT_EQ(::mkfifo((scratch.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(failure_to_open("/pipe"), EINVAL);
  EXPECT_EQ(failure_to_open("/pipe", Access::read_write), EINVAL);
  EXPECT_EQ(names_of("/*"), std::vector<std::string>{});
}

TEST_F(ARootFolder, that_is_missing_or_no_folder_is_not_opened) {
  scratch.write("file", "");
  EXPECT_EQ(RootFolder::open(scratch.path() / "none").error().code, ENOENT);
  EXPECT_EQ(RootFolder::open(scratch.path() / "file").error().code, ENOTDIR);
}

TEST_F(ARootFolder, follows_links_that_stay_beneath_it) {
  scratch.write("real/file", "text");
  fs::create_symlink("real", scratch.path() / "link");
  fs::create_symlink("../real/file", scratch.path() / "real/again");
  if (failure_to_open("/link/file") == ELOOP) GTEST_SKIP() << "this kernel has no openat2";
  EXPECT_EQ(text_of("/link/file"), "text");
  EXPECT_EQ(text_of("/real/again"), "text");
}

// By every operation that takes a name.
TEST_F(ARootFolder, lets_no_link_lead_out) {
  ScratchFolder outside;
  outside.write("secret", "secret");
  const auto links = std::vector{std::pair{"absolute", outside.path()},
                                 std::pair{"dots", fs::path{"../"} / outside.path().filename()}};
  for (const auto& [link, target] : links) {
    fs::create_symlink(target, scratch.path() / link);
    const auto folder = name("/").with(link);
    EXPECT_FALSE(root.open_file(folder.with("secret"), Access::read_only)) << link;
    EXPECT_FALSE(root.create_file(folder.with("new"))) << link;
    EXPECT_FALSE(root.exists(folder.with("secret"))) << link;
    EXPECT_FALSE(root.exists(folder)) << link;
    EXPECT_FALSE(root.list(FilePattern::all_of(folder))) << link;
    EXPECT_FALSE(root.remove_file(folder.with("secret"))) << link;
    EXPECT_FALSE(root.make_folder(folder.with("new"))) << link;
    EXPECT_FALSE(root.remove_folder(folder)) << link;
    EXPECT_FALSE(root.copy(folder.with("secret"), name("/stolen"))) << link;
    EXPECT_FALSE(root.copy(name("/x"), folder.with("secret"))) << link;
    EXPECT_FALSE(root.information_of(folder.with("secret"))) << link;
  }
  fs::create_symlink(outside.path() / "secret", scratch.path() / "file");
  EXPECT_NE(failure_to_open("/file"), 0);
  fs::create_symlink("/proc/self/cwd", scratch.path() / "magic");
  EXPECT_FALSE(root.exists(name("/magic")));
  EXPECT_EQ(names_of("/*"), std::vector<std::string>{}) << "none of them is listed";
  EXPECT_EQ(outside.read("secret"), "secret");
}

TEST_F(ARootFolder, without_openat2_follows_no_link_at_all) {
  scratch.write("real/file", "text");
  fs::create_symlink("real", scratch.path() / "link");
  using os::OpenBeneath;
  const auto opened = os::open_folder(scratch.path()).value();
  const int folder = opened.get();
  EXPECT_TRUE(os::open_without_links(folder, "real/file", OpenBeneath::to_read));
  EXPECT_TRUE(os::open_without_links(folder, ".", OpenBeneath::to_list));
  EXPECT_TRUE(os::open_without_links(folder, "real/new", OpenBeneath::to_create, 0600));
  for (const auto* path : {"link/file", "link", "../x", "real/../..", "real/.."})
    EXPECT_FALSE(os::open_without_links(folder, path, OpenBeneath::to_read)) << path;
  for (const auto how : {OpenBeneath::to_look, OpenBeneath::to_read, OpenBeneath::to_list})
    for (const auto* path : {"link/file", "link"})
      EXPECT_EQ(os::open_without_links(folder, path, how).error().code, ELOOP) << path;
  EXPECT_EQ(os::open_without_links(folder, "real/file/x", OpenBeneath::to_look).error().code,
            ENOTDIR);
}

TEST_F(ARootFolder, creates_files_that_were_not_there) {
  auto file = root.create_file(name("/new")).value();
  ASSERT_TRUE(file.write(as_bytes("text")));
  EXPECT_EQ(scratch.read("new"), "text");
  EXPECT_EQ(root.create_file(name("/new")).error().code, EEXIST);
  EXPECT_EQ(root.create_file(name("/none/new")).error().code, ENOENT);
  EXPECT_FALSE(root.create_file(name("/")));
}

TEST_F(ARootFolder, lists_what_matches_with_its_properties) {
  scratch.write("a.xml", "12345");
  scratch.write("b.txt", "");
  scratch.write("folder/c.xml", "");
  fs::permissions(scratch.path() / "b.txt", fs::perms::owner_all);
  EXPECT_EQ(names_of("/"), (std::vector<std::string>{"a.xml", "b.txt", "folder"}));
  EXPECT_EQ(names_of("/*.xml"), std::vector<std::string>{"a.xml"});
  EXPECT_EQ(names_of("/folder/?.xml"), std::vector<std::string>{"c.xml"});
  EXPECT_EQ(names_of("/folder"), std::vector<std::string>{"folder"});
  EXPECT_EQ(names_of("/none*"), std::vector<std::string>{});
  EXPECT_EQ(root.list(FilePattern::parse("/none/*").value()).error().code, ENOENT);
  const auto all = root.list(FilePattern::parse("/*").value()).value();
  EXPECT_EQ(all[0].size, 5U);
  EXPECT_EQ(all[0].kind, FileKind::plain);
  EXPECT_FALSE(all[0].is_executable);
  EXPECT_TRUE(all[1].is_executable);
  EXPECT_EQ(all[2].kind, FileKind::folder);
  EXPECT_EQ(all[2].size, 0U);
}

TEST_F(ARootFolder, knows_when_a_file_was_changed) {
  scratch.write("file", "");
  const timespec times[2] = {{1000, 0}, {2000, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, (scratch.path() / "file").c_str(), times, 0), 0);
  const auto known = root.information_of(name("/file")).value();
  EXPECT_EQ(known.accessed, 1000U);
  EXPECT_EQ(known.modified, 2000U);
  EXPECT_GT(known.created, 2000U);
}

TEST_F(ARootFolder, makes_folders_with_those_above_and_removes_empty_ones) {
  EXPECT_TRUE(root.make_folder(name("/a/b/c")));
  EXPECT_TRUE(fs::is_directory(scratch.path() / "a/b/c"));
  EXPECT_EQ(root.make_folder(name("/a/b")).error().code, EEXIST);
  EXPECT_EQ(root.make_folder(name("/")).error().code, EEXIST);
  EXPECT_EQ(root.remove_folder(name("/a")).error().code, ENOTEMPTY);
  EXPECT_TRUE(root.remove_folder(name("/a/b/c")));
  EXPECT_FALSE(root.exists(name("/a/b/c")));
  scratch.write("file", "");
  EXPECT_EQ(root.remove_folder(name("/file")).error().code, ENOTDIR);
  EXPECT_EQ(root.make_folder(name("/file/a/b")).error().code, ENOTDIR);
  EXPECT_FALSE(root.remove_folder(name("/")));
}

TEST_F(ARootFolder, removes_files_and_no_folder) {
  scratch.write("a/file", "");
  EXPECT_TRUE(root.remove_file(name("/a/file")));
  EXPECT_EQ(root.remove_file(name("/a/file")).error().code, ENOENT);
  EXPECT_EQ(root.remove_file(name("/a")).error().code, EISDIR);
  EXPECT_EQ(root.remove_file(name("/")).error().code, EISDIR);
}

TEST_F(ARootFolder, copies_files_whole_with_their_rights) {
  const std::string text(1'000'000, 'x');
  scratch.write("source", text);
  scratch.write("target", "old");
  fs::permissions(scratch.path() / "source", fs::perms::owner_all);
  auto reader = root.open_file(name("/target"), Access::read_only).value();
  EXPECT_TRUE(root.copy(name("/source"), name("/target")));
  EXPECT_EQ(scratch.read("target"), text);
  EXPECT_TRUE(root.information_of(name("/target"))->is_executable);
  EXPECT_EQ(reader.size().value(), 3U) << "a reader keeps the file that it opened";
  EXPECT_EQ(root.copy(name("/none"), name("/x")).error().code, ENOENT);
  EXPECT_EQ(root.copy(name("/source"), name("/none/x")).error().code, ENOENT);
  EXPECT_FALSE(root.copy(name("/source"), name("/")));
  scratch.write("folder/x", "");
  EXPECT_FALSE(root.copy(name("/source"), name("/folder")));
  EXPECT_EQ(root.copy(name("/folder"), name("/x")).error().code, EISDIR);
  EXPECT_EQ(names_of("/*"), (std::vector<std::string>{"folder", "source", "target"}))
      << "a copy that failed leaves nothing";
}

TEST_F(ARootFolder, knows_its_space) {
  const auto space = root.space().value();
  EXPECT_GT(space.size, 0U);
  EXPECT_LE(space.available, space.size);
}

TEST_F(ARootFolder, reads_and_writes_where_the_file_stands) {
  scratch.write("file", "0123456789");
  auto file = root.open_file(name("/file"), Access::read_write).value();
  ASSERT_TRUE(file.move_to(4));
  EXPECT_EQ(file.readable(100), 6U);
  EXPECT_EQ(file.readable(2), 2U);
  ASSERT_TRUE(file.write(as_bytes("ab")));
  EXPECT_EQ(file.position(), 6U);
  std::array<std::byte, 10> space{};
  EXPECT_EQ(file.read(space), 4U);
  EXPECT_EQ(as_text(Bytes{space}.first(4)), "6789");
  EXPECT_EQ(file.read(space), 0U) << "the end";
  EXPECT_EQ(file.readable(1), 0U);
  EXPECT_EQ(scratch.read("file"), "0123ab6789");
  EXPECT_TRUE(file.move_to(10));
  EXPECT_EQ(file.move_to(11).error().code, EINVAL);
  EXPECT_EQ(file.position(), 10U);
  EXPECT_TRUE(file.close());
  EXPECT_EQ(file.size().error().code, EBADF);
}

TEST_F(ARootFolder, writes_no_file_that_is_only_read) {
  scratch.write("file", "text");
  auto file = root.open_file(name("/file"), Access::read_only).value();
  EXPECT_EQ(file.write(as_bytes("x")).error().code, EBADF);
  EXPECT_EQ(file.position(), 0U);
}

}  // namespace
}  // namespace orbweaver::files
