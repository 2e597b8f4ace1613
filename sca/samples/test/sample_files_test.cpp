// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/samples/sample_files.hpp>

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <array>
#include <thread>

#include "scratch_folder.hpp"

namespace orbweaver::samples {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span{text});
}

TEST(SampleWriter, makes_its_file_only_when_it_is_kept) {
  const ScratchFolder files;
  files.write("out", "before");
  auto writer = SampleWriter::open(files.path() / "out");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->write(bytes_of("samples"), Wake{}));
  EXPECT_EQ(files.read("out"), "before");
  ASSERT_TRUE(writer->finish(true));
  EXPECT_EQ(files.read("out"), "samples");
  EXPECT_EQ(writer->part(), "");
  EXPECT_FALSE(std::filesystem::exists(files.path() / "out.part"));
}

TEST(SampleWriter, leaves_what_is_not_kept_under_another_name_and_nothing_of_nothing) {
  const ScratchFolder files;
  auto writer = SampleWriter::open(files.path() / "out");
  ASSERT_TRUE(writer->write(bytes_of("samples"), Wake{}));
  ASSERT_TRUE(writer->finish(false));
  EXPECT_EQ(writer->part(), files.path() / "out.part");
  EXPECT_EQ(files.read("out.part"), "samples");
  auto empty = SampleWriter::open(files.path() / "other");
  ASSERT_TRUE(empty->finish(false));
  EXPECT_EQ(empty->part(), "");
  EXPECT_FALSE(std::filesystem::exists(files.path() / "other"));
  EXPECT_FALSE(std::filesystem::exists(files.path() / "other.part"));
}

TEST(SampleWriter, drops_what_has_no_file) {
  auto writer = SampleWriter::open("");
  ASSERT_TRUE(writer);
  EXPECT_TRUE(writer->write(bytes_of("samples"), Wake{}));
  EXPECT_TRUE(writer->finish(true));
}

TEST(SampleWriter, gives_up_a_pipe_that_takes_nothing_once_it_is_woken) {
  const ScratchFolder files;
  ASSERT_EQ(::mkfifo((files.path() / "pipe").c_str(), 0600), 0);
  const std::fstream reader{files.path() / "pipe", std::ios::in | std::ios::out};
  auto writer = SampleWriter::open(files.path() / "pipe");
  ASSERT_TRUE(writer) << writer.error();
  Wake wake;
  const std::jthread waker{[&] { wake.call(); }};
  const std::string much(1 << 20, 'x');
  const auto written = writer->write(bytes_of(much), wake, std::chrono::milliseconds{1});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error(), (files.path() / "pipe").string() +
                                 ": what reads it takes no more samples; the rest was dropped");
}

TEST(SampleReader, reads_the_rest_of_a_file_and_then_nothing) {
  const ScratchFolder files;
  files.write("in", "abcdef");
  const Wake wake;
  auto reader = SampleReader::open(files.path() / "in", 2);
  ASSERT_TRUE(reader);
  std::array<std::byte, 4> room{};
  EXPECT_EQ(reader->read(room, wake).value(), 4U);
  EXPECT_EQ(reader->read(room, wake).value(), 2U);
  EXPECT_EQ(reader->read(room, wake).value(), 0U);
}

TEST(SampleReader, of_a_pipe_ends_its_wait_when_it_is_woken) {
  const ScratchFolder files;
  ASSERT_EQ(::mkfifo((files.path() / "pipe").c_str(), 0600), 0);
  // Both ends: neither opening nor reading comes to an end by itself.
  const std::fstream writer{files.path() / "pipe", std::ios::in | std::ios::out};
  auto reader = SampleReader::open(files.path() / "pipe", 1);
  ASSERT_TRUE(reader) << reader.error();
  Wake wake;
  std::array<std::byte, 4> room{};
  const std::jthread waker{[&] { wake.call(); }};
  EXPECT_EQ(reader->read(room, wake).value(), 0U);
}

}  // namespace
}  // namespace orbweaver::samples
