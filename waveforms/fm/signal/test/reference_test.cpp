// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/reference.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "station.hpp"

namespace orbweaver::fm {
namespace {

using recording::TemporaryFolder;
using testing::HasSubstr;

TEST(Reference, gives_the_same_file_for_every_packet_size) {
  const Broadcast station({.seconds = 0.2});
  const auto whole = station.receive({}, 100'000).samples;
  EXPECT_GT(whole.size(), 9'000U);
  for (const std::size_t packet : {1U, 333U, 1024U, 65536U}) {
    EXPECT_EQ(station.receive({}, packet).samples, whole) << packet;
  }
}

TEST(Reference, takes_the_rate_from_sigmf_metadata) {
  const GeneratorPlan plan{.choices = {.sample_rate_hz = 500'000}, .seconds = 0.5};
  const Broadcast station(plan, "station.sigmf-meta");
  EXPECT_EQ(station.receive({.sample_rate_hz = 0}).samples,
            station.receive({.sample_rate_hz = 500'000}).samples);
}

TEST(Reference, says_in_one_line_what_it_cannot_receive) {
  const TemporaryFolder folder;
  const auto complaint = [&](const std::filesystem::path& recording, const Choices& choices) {
    const auto done = receive_recording(recording, choices, 1024, folder.file("out.wav"));
    const std::string line = done ? "" : done.error();
    EXPECT_EQ(line.find('\n'), std::string::npos);
    return line;
  };
  EXPECT_THAT(complaint(folder.file("absent.cu8"), {}), HasSubstr("absent.cu8: no such file"));
  EXPECT_THAT(complaint(folder.write("empty.cu8", ""), {}), HasSubstr("the file is empty"));
  EXPECT_THAT(complaint(folder.write("half.cs16", "abc"), {}),
              HasSubstr("shorter than one sample"));
  const auto good = folder.write("good.cu8", std::string(4000, '\x80'));
  EXPECT_THAT(complaint(good, {.sample_rate_hz = 0}),
              HasSubstr("good.cu8: the recording does not state"));
  EXPECT_THAT(complaint(good, {.sample_rate_hz = 8000}),
              HasSubstr("good.cu8: a sample rate of 8000"));
  EXPECT_EQ(complaint(good, {}), "");
  const auto done = receive_recording(good, {}, 1024, folder.file("absent/out.wav"));
  EXPECT_THAT(done.error(), HasSubstr("absent/out.wav: cannot be written"));
}

TEST(Reference, warns_of_a_truncated_sample_and_of_clipped_audio) {
  const TemporaryFolder folder;
  const auto odd = receive_recording(folder.write("odd.cu8", std::string(4001, '\x80')), {}, 1024,
                                     folder.file("out.wav"));
  ASSERT_TRUE(odd);
  EXPECT_THAT(odd->warnings, testing::ElementsAre(HasSubstr("1 trailing octet")));
  const Broadcast station({.seconds = 0.2, .low_hz = 100, .high_hz = 200});
  const auto loud =
      receive_recording(station.recording(), {.gain_db = 20}, 1024, station.received());
  ASSERT_TRUE(loud);
  EXPECT_THAT(loud->warnings, testing::ElementsAre(HasSubstr("lower the gain")));
}

}  // namespace
}  // namespace orbweaver::fm
