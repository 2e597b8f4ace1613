// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/recording/reader.hpp>

#include <array>
#include <bit>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace orbweaver::recording {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string error_of(const std::filesystem::path& path) {
  const auto reader = Reader::open(path);
  return reader ? "" : reader.error().message;
}

std::vector<std::int16_t> samples_of(Reader& reader) {
  std::vector<std::int16_t> iq(2 * reader.samples());
  const auto samples = reader.read(iq);
  EXPECT_TRUE(samples && *samples == reader.samples());
  return iq;
}

std::string cf32(std::initializer_list<float> values) {
  std::string octets;
  for (const float value : values) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8) {
      octets += static_cast<char>(static_cast<unsigned char>(bits >> shift));
    }
  }
  return octets;
}

std::string sigmf(std::string_view global) {
  return R"({"global": {)" + std::string(global) + R"(}, "captures": [], "annotations": []})";
}

TEST(RecordingReader, converts_every_format_to_the_same_scale) {
  const TemporaryFolder folder;
  auto cu8 = Reader::open(folder.write("a.cu8", std::string("\x00\xff\x80\x7f", 4)));
  ASSERT_TRUE(cu8);
  EXPECT_THAT(samples_of(*cu8), ElementsAre(-32640, 32640, 128, -128));
  auto cs8 = Reader::open(folder.write("a.cs8", std::string("\x80\x7f\x00\xff", 4)));
  ASSERT_TRUE(cs8);
  EXPECT_THAT(samples_of(*cs8), ElementsAre(-32768, 32512, 0, -256));
  auto cs16 = Reader::open(folder.write("a.cs16", std::string("\x01\x02\xff\xff", 4)));
  ASSERT_TRUE(cs16);
  EXPECT_THAT(samples_of(*cs16), ElementsAre(0x0201, -1));
  auto floats = Reader::open(folder.write("a.cf32", cf32({1, -0.5})));
  ASSERT_TRUE(floats);
  EXPECT_THAT(samples_of(*floats), ElementsAre(32767, -16384));
}

TEST(RecordingReader, reads_on_in_packets_until_the_end) {
  const TemporaryFolder folder;
  auto reader = Reader::open(folder.write("a.cs8", std::string("\1\2\3\4\5\6", 6)));
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->samples(), 3U);
  std::array<std::int16_t, 4> packet{};
  EXPECT_EQ(reader->read(packet), 2U);
  EXPECT_EQ(reader->read(packet), 1U);
  EXPECT_EQ(packet[1], 6 * 256);
  EXPECT_EQ(reader->read(packet), 0U);
  EXPECT_THAT(reader->warnings(), IsEmpty());
}

TEST(RecordingReader, warns_of_an_odd_trailing_octet_and_reads_the_rest) {
  const TemporaryFolder folder;
  auto reader = Reader::open(folder.write("a.cu8", std::string(5, '\x80')));
  ASSERT_TRUE(reader);
  EXPECT_EQ(samples_of(*reader).size(), 4U);
  EXPECT_THAT(reader->warnings(), ElementsAre(HasSubstr("1 trailing octet")));
}

TEST(RecordingReader, names_the_file_and_the_fix_when_it_cannot_read) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of(folder.file("absent.cu8")), HasSubstr("absent.cu8: no such file"));
  EXPECT_THAT(error_of(folder.write("void.cu8", "")), HasSubstr("void.cu8: the file is empty"));
  EXPECT_THAT(error_of(folder.write("b.wav", "RIFF")), HasSubstr("unknown kind of recording"));
  EXPECT_THAT(error_of(folder.write("one.cu8", "x")), HasSubstr("shorter than one sample"));
  std::filesystem::create_directory(folder.file("folder.cu8"));
  EXPECT_THAT(error_of(folder.file("folder.cu8")), HasSubstr("not a regular file"));
}

TEST(RecordingReader, refuses_other_content_behind_a_samples_name) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of(folder.write("w.cu8", std::string("RIFF\x24\0\0\0WAVEfmt ", 16))),
              HasSubstr("a WAV file"));
  EXPECT_THAT(error_of(folder.write("z.cs16", "\x1f\x8b\x08 and so on")), HasSubstr("gzip"));
  EXPECT_THAT(error_of(folder.write("t.cf32", std::string(100, 'a'))), HasSubstr("this is text"));
}

TEST(RecordingReader, refuses_floats_that_are_no_numbers) {
  const TemporaryFolder folder;
  const auto nan = std::numeric_limits<float>::quiet_NaN();
  auto reader = Reader::open(folder.write("a.cf32", cf32({0.5, nan})));
  ASSERT_TRUE(reader);
  std::array<std::int16_t, 2> packet{};
  const auto samples = reader->read(packet);
  ASSERT_FALSE(samples);
  EXPECT_THAT(samples.error().message, HasSubstr("no numbers"));
}

TEST(RecordingReader, warns_of_floats_beyond_full_scale) {
  const TemporaryFolder folder;
  auto reader = Reader::open(folder.write("a.cf32", cf32({2, -2})));
  ASSERT_TRUE(reader);
  EXPECT_THAT(samples_of(*reader), ElementsAre(32767, -32767));
  EXPECT_THAT(reader->warnings(), ElementsAre(HasSubstr("2 values beyond full scale")));
}

TEST(RecordingReader, fails_when_the_file_shrinks_under_it) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.cu8", std::string(200'000, '\x80'));
  auto reader = Reader::open(path);
  ASSERT_TRUE(reader);
  std::filesystem::resize_file(path, 1000);
  std::vector<std::int16_t> iq(200'000);
  EXPECT_FALSE(reader->read(iq));
}

TEST(RecordingReader, follows_sigmf_metadata_to_its_data) {
  const TemporaryFolder folder;
  const auto meta = folder.write("a.sigmf-meta",
                                 sigmf(R"("core:datatype": "ci8", "core:sample_rate": 2000000.0)"));
  EXPECT_THAT(error_of(meta), HasSubstr("a.sigmf-data: no such file"));
  folder.write("a.sigmf-data", "\1\2");
  auto reader = Reader::open(meta);
  ASSERT_TRUE(reader);
  EXPECT_THAT(samples_of(*reader), ElementsAre(256, 512));
}

TEST(RecordingReader, gives_floats_of_the_same_scale) {
  const TemporaryFolder folder;
  const auto floats_of = [](std::expected<Reader, RecordingError> reader) {
    std::vector<std::complex<float>> iq(reader->samples());
    EXPECT_EQ(reader->read(iq), iq.size());
    return iq;
  };
  using Sample = std::complex<float>;
  EXPECT_THAT(floats_of(Reader::open(folder.write("a.cu8", std::string("\x00\xff", 2)))),
              ElementsAre(Sample(-32640 / 32767.F, 32640 / 32767.F)));
  EXPECT_THAT(floats_of(Reader::open(folder.write("a.cs16", std::string("\xff\x7f\x01\x80", 4)))),
              ElementsAre(Sample(1, -1)));
  EXPECT_THAT(floats_of(Reader::open(folder.write("a.cf32", cf32({0.25, -3})))),
              ElementsAre(Sample(0.25, -3)));
}

TEST(RecordingReader, knows_the_rate_that_sigmf_metadata_states) {
  const TemporaryFolder folder;
  folder.write("a.sigmf-data", "\1\2");
  const auto rate_of = [&](std::string_view global) {
    return Reader::open(folder.write("a.sigmf-meta", sigmf(global)))->sample_rate_hz();
  };
  EXPECT_EQ(rate_of(R"("core:datatype": "ci8", "core:sample_rate": 240000)"), 240'000);
  EXPECT_EQ(rate_of(R"("core:datatype": "ci8")"), std::nullopt);
  EXPECT_EQ(Reader::open(folder.write("a.cu8", "\1\2"))->sample_rate_hz(), std::nullopt);
}

}  // namespace
}  // namespace orbweaver::recording
