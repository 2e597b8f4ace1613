// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/pipe.hpp>
#include <orbweaver/os/socket_io.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>

#include "scratch_folder.hpp"

namespace orbweaver::os {
namespace {

constexpr unsigned kMode = 0600;

class AFile : public testing::Test {
 protected:
  UniqueFd open(OpenToWrite how) { return open_to_write(path, how, kMode).value(); }
  std::string content() { return scratch.read("file"); }

  ScratchFolder scratch;
  const std::filesystem::path path = scratch.path() / "file";
};

std::string read_once(int file) {
  std::array<std::byte, 100> space{};
  return std::string{as_text(Bytes{space}.first(read_some(file, space).value()))};
}

TEST_F(AFile, has_another_stamp_when_it_was_written_or_replaced) {
  EXPECT_EQ(stamp_of(path).error().code, ENOENT);
  ASSERT_TRUE(write_all(open(OpenToWrite::append).get(), as_bytes("one")));
  const auto one = stamp_of(path).value();
  EXPECT_EQ(stamp_of(path).value(), one);
  ASSERT_TRUE(write_all(open(OpenToWrite::append).get(), as_bytes("more")));
  const auto more = stamp_of(path).value();
  EXPECT_NE(more, one);
  const auto other = scratch.path() / "other";
  ASSERT_TRUE(
      write_all(open_to_write(other, OpenToWrite::append, kMode)->get(), as_bytes("onemore")));
  ASSERT_TRUE(rename_file(other, path));
  EXPECT_EQ(stamp_of(path)->size, more.size);
  EXPECT_NE(stamp_of(path).value(), more);
}

TEST_F(AFile, has_the_stamp_of_what_a_link_leads_to) {
  ASSERT_TRUE(write_all(open(OpenToWrite::append).get(), as_bytes("one")));
  const auto link = scratch.path() / "link";
  std::filesystem::create_symlink(path, link);
  EXPECT_EQ(stamp_of(link).value(), stamp_of(path).value());
}

TEST_F(AFile, is_made_appended_to_and_replaced) {
  ASSERT_TRUE(write_all(open(OpenToWrite::append).get(), as_bytes("one")));
  ASSERT_TRUE(write_all(open(OpenToWrite::append).get(), as_bytes("two")));
  EXPECT_EQ(content(), "onetwo");
  ASSERT_TRUE(write_all(open(OpenToWrite::replace).get(), as_bytes("three")));
  EXPECT_EQ(content(), "three");
  EXPECT_EQ(std::filesystem::status(path).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(AFile, is_read_to_its_end) {
  scratch.write("file", "text");
  const auto file = open_to_read(path).value();
  EXPECT_EQ(read_once(file.get()), "text");
  EXPECT_EQ(read_once(file.get()), "");
  EXPECT_EQ(open_to_read(scratch.path() / "none").error().code, ENOENT);
}

TEST_F(AFile, has_a_size_and_is_cut) {
  const auto file = open(OpenToWrite::append);
  ASSERT_TRUE(write_all(file.get(), as_bytes("0123456789")));
  EXPECT_EQ(size_of(file.get()).value(), 10);
  ASSERT_TRUE(cut_to(file.get(), 4));
  ASSERT_TRUE(flush_to_disk(file.get()));
  EXPECT_EQ(content(), "0123");
}

TEST_F(AFile, is_written_at_a_place) {
  const auto file = open(OpenToWrite::replace);
  EXPECT_EQ(write_at(file.get(), as_bytes("cd"), 2).value(), 2);
  EXPECT_EQ(write_at(file.get(), as_bytes("ab"), 0).value(), 2);
  std::array<std::byte, 2> space{};
  const auto again = open_to_read(path).value();
  EXPECT_EQ(read_at(again.get(), space, 1).value(), 2);
  EXPECT_EQ(as_text(space), "bc");
}

TEST_F(AFile, takes_the_place_of_another_by_its_name) {
  scratch.write("file", "old");
  scratch.write("file.new", "new");
  ASSERT_TRUE(rename_file(scratch.path() / "file.new", path));
  ASSERT_TRUE(flush_names(scratch.path()));
  EXPECT_EQ(content(), "new");
  EXPECT_EQ(rename_file(scratch.path() / "file.new", path).error().code, ENOENT);
}

TEST_F(AFile, says_when_it_is_closed_whether_it_was_open) {
  EXPECT_TRUE(close_file(open(OpenToWrite::append)));
  EXPECT_TRUE(close_file(UniqueFd{}));
}

TEST_F(AFile, lies_in_a_folder_that_is_made_for_its_owner) {
  const auto folder = scratch.path() / "a" / "b";
  ASSERT_TRUE(make_private_folder(folder));
  ASSERT_TRUE(make_private_folder(folder));
  EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms::owner_all);
  scratch.write("plain", "");
  EXPECT_FALSE(make_private_folder(scratch.path() / "plain" / "c"));
}

TEST(APipe, gives_what_was_written_and_then_its_end) {
  auto pipe = make_pipe().value();
  std::array<std::byte, 10> space{};
  EXPECT_TRUE(is_would_block(read_some(pipe.reading.get(), space).error()));
  ASSERT_TRUE(write_all(pipe.writing.get(), as_bytes("text")));
  EXPECT_EQ(read_once(pipe.reading.get()), "text");
  pipe.writing.reset();
  EXPECT_EQ(read_once(pipe.reading.get()), "");
}

TEST(APipe, without_a_reader_refuses_bytes) {
  auto pipe = make_pipe().value();
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  pipe.reading.reset();
  EXPECT_EQ(write_all(pipe.writing.get(), as_bytes("text")).error().code, EPIPE);
  (void)std::signal(SIGPIPE, before);
}

}  // namespace
}  // namespace orbweaver::os
