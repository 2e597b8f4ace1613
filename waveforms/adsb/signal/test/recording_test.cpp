#include <orbweaver/adsb/recording.hpp>

#include <array>
#include <bit>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_files.hpp"

namespace orbweaver::adsb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string error_of(const std::filesystem::path& path) {
  const auto reader = RecordingReader::open(path);
  return reader ? "" : reader.error().message;
}

std::vector<std::int16_t> samples_of(RecordingReader& reader) {
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
  auto cu8 = RecordingReader::open(folder.write("a.cu8", std::string("\x00\xff\x80\x7f", 4)));
  ASSERT_TRUE(cu8);
  EXPECT_THAT(samples_of(*cu8), ElementsAre(-32640, 32640, 128, -128));
  auto cs8 = RecordingReader::open(folder.write("a.cs8", std::string("\x80\x7f\x00\xff", 4)));
  ASSERT_TRUE(cs8);
  EXPECT_THAT(samples_of(*cs8), ElementsAre(-32768, 32512, 0, -256));
  auto cs16 = RecordingReader::open(folder.write("a.cs16", std::string("\x01\x02\xff\xff", 4)));
  ASSERT_TRUE(cs16);
  EXPECT_THAT(samples_of(*cs16), ElementsAre(0x0201, -1));
  auto floats = RecordingReader::open(folder.write("a.cf32", cf32({1, -0.5})));
  ASSERT_TRUE(floats);
  EXPECT_THAT(samples_of(*floats), ElementsAre(32767, -16384));
}

TEST(RecordingReader, reads_on_in_packets_until_the_end) {
  const TemporaryFolder folder;
  auto reader = RecordingReader::open(folder.write("a.cs8", std::string("\1\2\3\4\5\6", 6)));
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
  auto reader = RecordingReader::open(folder.write("a.cu8", std::string(5, '\x80')));
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
  auto reader = RecordingReader::open(folder.write("a.cf32", cf32({0.5, nan})));
  ASSERT_TRUE(reader);
  std::array<std::int16_t, 2> packet{};
  const auto samples = reader->read(packet);
  ASSERT_FALSE(samples);
  EXPECT_THAT(samples.error().message, HasSubstr("no numbers"));
}

TEST(RecordingReader, warns_of_floats_beyond_full_scale) {
  const TemporaryFolder folder;
  auto reader = RecordingReader::open(folder.write("a.cf32", cf32({2, -2})));
  ASSERT_TRUE(reader);
  EXPECT_THAT(samples_of(*reader), ElementsAre(32767, -32767));
  EXPECT_THAT(reader->warnings(), ElementsAre(HasSubstr("2 values beyond full scale")));
}

TEST(RecordingReader, fails_when_the_file_shrinks_under_it) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.cu8", std::string(200'000, '\x80'));
  auto reader = RecordingReader::open(path);
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
  auto reader = RecordingReader::open(meta);
  ASSERT_TRUE(reader);
  EXPECT_THAT(samples_of(*reader), ElementsAre(256, 512));
}

TEST(SigmfMetadata, of_another_rate_or_type_is_refused_with_the_fix) {
  const auto complaint = [](std::string_view json) {
    const auto format = parse_sigmf_meta(json);
    return format ? "" : format.error();
  };
  EXPECT_THAT(complaint(sigmf(R"("core:datatype": "cu8", "core:sample_rate": 2400000)")),
              HasSubstr("core:sample_rate is 2400000, the receiver needs 2000000"));
  EXPECT_THAT(complaint(sigmf(R"("core:datatype": "cu8")")),
              HasSubstr("core:sample_rate is missing"));
  EXPECT_THAT(complaint(sigmf(R"("core:datatype": "rf32_le", "core:sample_rate": 2e6)")),
              HasSubstr("\"rf32_le\" is not supported"));
  EXPECT_THAT(complaint(sigmf(R"("core:datatype": 8, "core:sample_rate": 2e6)")),
              HasSubstr("core:datatype is missing"));
  EXPECT_THAT(complaint(sigmf(R"("core:num_channels": 2, "core:sample_rate": 2e6)")),
              HasSubstr("core:num_channels"));
  EXPECT_THAT(complaint("[]"), HasSubstr("no \"global\" object"));
  EXPECT_THAT(complaint("samples"), HasSubstr("not JSON"));
}

}  // namespace
}  // namespace orbweaver::adsb
