// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/wav.hpp>

#include <filesystem>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace orbweaver::fm {
namespace {

using recording::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const std::filesystem::path& path) {
  const auto wav = read_wav(path);
  return wav ? "" : wav.error().message;
}

TEST(WavWriter, writes_16_bits_and_counts_what_it_clips) {
  const TemporaryFolder folder;
  {
    auto wav = WavWriter::create(folder.file("a.wav"), 22'050);
    ASSERT_TRUE(wav);
    ASSERT_TRUE(wav->write(std::vector{0.0F, 0.5F, -1.0F, 1.5F}));
    EXPECT_EQ(wav->samples(), 4U);
    EXPECT_EQ(wav->clipped(), 1U);
  }
  const auto wav = read_wav(folder.file("a.wav"));
  ASSERT_TRUE(wav);
  EXPECT_EQ(wav->rate_hz, 22'050U);
  EXPECT_THAT(wav->samples, ElementsAre(0, 16384, -32767, 32767));
}

TEST(WavWriter, leaves_a_whole_file_if_the_program_ends_early) {
  const TemporaryFolder folder;
  auto wav = WavWriter::create(folder.file("a.wav"), 8'000);
  ASSERT_TRUE(wav);
  ASSERT_TRUE(wav->write(std::vector<float>(1000, 0.25F)));
  ASSERT_TRUE(wav->write(std::vector<float>(500, 0.5F)));
  // A copy has what a killed program leaves.
  std::filesystem::copy_file(folder.file("a.wav"), folder.file("killed.wav"));
  const auto left = read_wav(folder.file("killed.wav"));
  ASSERT_TRUE(left);
  EXPECT_EQ(left->rate_hz, 8'000U);
  ASSERT_EQ(left->samples.size(), 1500U);
  EXPECT_EQ(left->samples.back(), 16384);
}

TEST(WavWriter, is_a_whole_file_before_the_first_sample) {
  const TemporaryFolder folder;
  const auto wav = WavWriter::create(folder.file("a.wav"), 8'000);
  ASSERT_TRUE(wav);
  EXPECT_THAT(read_wav(folder.file("a.wav")).value().samples, testing::IsEmpty());
}

TEST(WavWriter, says_in_one_line_what_it_cannot_write) {
  const TemporaryFolder folder;
  const auto wav = WavWriter::create(folder.file("absent/a.wav"), 8'000);
  ASSERT_FALSE(wav);
  EXPECT_THAT(wav.error().message, HasSubstr("absent/a.wav: cannot be written"));
  EXPECT_EQ(wav.error().message.find('\n'), std::string::npos);
}

TEST(WavReader, refuses_what_is_no_mono_file_of_16_bits) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of(folder.file("absent.wav")), HasSubstr("no such file"));
  EXPECT_THAT(error_of(folder.write("empty.wav", "")), HasSubstr("no WAV file"));
  EXPECT_THAT(error_of(folder.write("text.wav", "some text")), HasSubstr("no WAV file"));
  EXPECT_THAT(error_of(folder.write("a.flac", "fLaC\1")), HasSubstr("no WAV file"));
  EXPECT_THAT(error_of(folder.write("short.wav", "RIFF")),
              HasSubstr("cannot be read as a WAV file"));
  const std::string stereo(
      "RIFF\x28\0\0\0WAVEfmt "
      "\x10\0\0\0\1\0\2\0\x40\x1f\0\0\0\x7d\0\0\4\0\x10\0data\4\0\0\0\1\0\2\0",
      48);
  EXPECT_THAT(error_of(folder.write("stereo.wav", stereo)), HasSubstr("not a mono WAV file"));
}

}  // namespace
}  // namespace orbweaver::fm
