// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/generator.hpp>

#include <complex>
#include <fstream>
#include <iterator>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/fm/wav.hpp>
#include <orbweaver/recording/reader.hpp>

#include "temporary_folder.hpp"

namespace orbweaver::fm {
namespace {

using recording::TemporaryFolder;
using testing::HasSubstr;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Generator, makes_the_same_octets_of_the_same_plan) {
  const TemporaryFolder folder;
  const auto octets = [&](std::uint64_t seed) {
    const GeneratorPlan plan{.seconds = 0.1, .seed = seed, .noise = 0.02};
    EXPECT_TRUE(generate_recording(plan, folder.file("a.cu8"), folder.file("a.wav")));
    return content_of(folder.file("a.cu8")) + content_of(folder.file("a.wav"));
  };
  const auto first = octets(1);
  EXPECT_EQ(octets(1), first);
  EXPECT_NE(octets(2), first);
}

TEST(Generator, writes_each_format_as_long_as_asked) {
  const TemporaryFolder folder;
  for (const auto* name : {"a.cu8", "a.cs16", "a.cf32", "a.sigmf-meta"}) {
    const GeneratorPlan plan{.choices = {.sample_rate_hz = 250'000}, .seconds = 0.1};
    ASSERT_TRUE(generate_recording(plan, folder.file(name), folder.file("a.wav")));
    const auto reader = recording::Reader::open(folder.file(name));
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->samples(), 25'000U);
    EXPECT_EQ(read_wav(folder.file("a.wav"))->samples.size(), 4'800U);
  }
  EXPECT_EQ(recording::Reader::open(folder.file("a.sigmf-meta"))->sample_rate_hz(), 250'000);
}

TEST(Station, gives_the_same_samples_however_they_are_read) {
  const GeneratorPlan plan{.seconds = 0.05, .noise = 0.01};
  std::vector<std::complex<float>> whole(20'000);
  whole.resize(Station::make(plan)->read(whole));
  EXPECT_EQ(whole.size(), 12'000U);
  auto station = Station::make(plan);
  std::vector<std::complex<float>> pieces, piece(777);
  while (const auto count = station->read(piece)) {
    pieces.insert(pieces.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(count));
  }
  EXPECT_EQ(pieces, whole);
}

TEST(Generator, says_in_one_line_what_it_cannot_make) {
  const TemporaryFolder folder;
  const auto complaint = [&](const GeneratorPlan& plan, const char* name = "a.cu8") {
    const auto result = generate_recording(plan, folder.file(name), folder.file("a.wav"));
    return result ? "" : result.error();
  };
  EXPECT_THAT(complaint({.seconds = 0}), HasSubstr("seconds must lie between"));
  EXPECT_THAT(complaint({.noise = 2}), HasSubstr("noise must lie between"));
  EXPECT_THAT(complaint({.high_hz = 16e3}), HasSubstr("between 1 and 15000 Hz"));
  EXPECT_THAT(complaint({.low_hz = 2e3, .high_hz = 1e3}), HasSubstr("the lowest first"));
  EXPECT_THAT(complaint({.choices = {.sample_rate_hz = 1000}}), HasSubstr("too low"));
  EXPECT_THAT(complaint({}, "a.mp3"), HasSubstr("unknown kind of recording"));
  EXPECT_THAT(complaint({.seconds = 0.1}, "absent/a.cu8"), HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace orbweaver::fm
