// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/metadata.hpp>
#include <orbweaver/packets/metadata_run.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <string>

namespace orbweaver::packets {
namespace {

constexpr auto kNan = std::numeric_limits<double>::quiet_NaN();
constexpr auto kInfinite = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kPs = UtcTime::kPicosecondsPerSecond;

std::string refusal_of(const Metadata& metadata) {
  try {
    require_sendable(metadata);
  } catch (const std::length_error& error) {
    return error.what();
  }
  return "";
}

TEST(Metadata, that_is_default_made_says_nothing) {
  Metadata metadata;
  EXPECT_TRUE(metadata.is_empty());
  metadata.stream_id = "tuner";
  EXPECT_FALSE(metadata.is_empty());
  EXPECT_FALSE(Metadata{.sample_number = 0}.is_empty());
  EXPECT_FALSE((Metadata{.tags = {{"burst", 1.0, 0}}}.is_empty()));
}

TEST(Metadata, decimated_divide_rate_number_and_offsets_and_keep_the_rest) {
  Metadata metadata{.sample_rate = 240e3,
                    .centre_frequency = 98.5e6,
                    .time = UtcTime{7, 8},
                    .sample_number = 1001,
                    .stream_id = "fm",
                    .tags = {{"burst", "on", 12}}};
  metadata.decimate(5);
  EXPECT_EQ(metadata, (Metadata{.sample_rate = 48e3,
                                .centre_frequency = 98.5e6,
                                .time = UtcTime{7, 8},
                                .sample_number = 200,
                                .stream_id = "fm",
                                .tags = {{"burst", "on", 2}}}));
  Metadata none;
  none.decimate(5);
  EXPECT_TRUE(none.is_empty());
}

TEST(Metadata, lose_values_that_mean_nothing) {
  for (const double rate : {0.0, -0.0, -48e3, kNan, kInfinite, -kInfinite}) {
    Metadata metadata{.sample_rate = rate, .sample_number = 1};
    EXPECT_EQ(remove_bad_values(metadata), 1U) << rate;
    EXPECT_EQ(metadata, Metadata{.sample_number = 1});
  }
  Metadata all{.sample_rate = kNan, .centre_frequency = kInfinite, .time = UtcTime{0, kPs}};
  EXPECT_EQ(remove_bad_values(all), 3U);
  EXPECT_TRUE(all.is_empty());
}

TEST(Metadata, keep_values_that_are_only_unusual) {
  const Metadata unusual{.sample_rate = std::numeric_limits<double>::denorm_min(),
                         .centre_frequency = -1e6,
                         .time = UtcTime{INT64_MIN, kPs - 1},
                         .sample_number = UINT64_MAX};
  auto metadata = unusual;
  EXPECT_EQ(remove_bad_values(metadata), 0U);
  EXPECT_EQ(metadata, unusual);
}

TEST(Metadata, that_are_too_long_are_refused_with_what_is_and_how_long_it_may_be) {
  Metadata metadata{.tags = {Metadata::kMostTags, Tag{"burst", 1.0, 0}}};
  EXPECT_EQ(refusal_of(metadata), "");
  metadata.tags.push_back({"burst", 1.0, 0});
  EXPECT_EQ(refusal_of(metadata), "tags: 129, and at most 128 can be sent with a packet");
  metadata.tags = {{std::string(63, 'n'), std::string(255, 't'), 0}};
  EXPECT_EQ(refusal_of(metadata), "");
  metadata.tags[0].name += 'n';
  EXPECT_NE(refusal_of(metadata).find("name of a tag: 64, and at most 63"), std::string::npos);
  metadata.tags = {{"note", std::string(256, 't'), 0}};
  EXPECT_NE(refusal_of(metadata).find("'note': 256, and at most 255"), std::string::npos);
  metadata.tags = {{"", 1.0, 0}};
  EXPECT_EQ(refusal_of(metadata), "a tag has no name");
}

TEST(StreamId, holds_up_to_63_octets) {
  const StreamId longest{std::string(63, 'x')};
  EXPECT_EQ(longest.view().size(), 63U);
  EXPECT_THROW(StreamId{std::string(64, 'x')}, std::length_error);
  StreamId id = "tuner";
  EXPECT_EQ(id, "tuner");
  id = "";
  EXPECT_TRUE(id.empty());
  EXPECT_EQ(id, StreamId{});
}

TEST(UtcTime, of_a_clock_is_that_moment_to_the_nanosecond) {
  using namespace std::chrono;
  const os::WallTime moment{seconds{3} + nanoseconds{4}};
  EXPECT_EQ(UtcTime::of(moment), (UtcTime{3, 4000}));
  EXPECT_EQ(UtcTime::of(os::WallTime{nanoseconds{-1}}), (UtcTime{-1, kPs - 1000}));
  EXPECT_EQ((UtcTime{3, 4999}.nanoseconds()), 3'000'000'004);
  EXPECT_EQ((UtcTime{-1, kPs - 1000}.nanoseconds()), -1);
}

TEST(UtcTime, beyond_64_bits_of_nanoseconds_is_the_first_or_the_last_there_is) {
  EXPECT_EQ((UtcTime{INT64_MAX, kPs - 1}.nanoseconds()), INT64_MAX);
  EXPECT_EQ((UtcTime{INT64_MIN, 0}.nanoseconds()), INT64_MIN);
}

TEST(UtcTime, of_a_sample_is_exact_to_the_picosecond_after_days) {
  EXPECT_EQ(time_of_sample({5, kPs - 1}, 1, 1e12), (UtcTime{6, 0}));
  EXPECT_EQ(time_of_sample({5, 0}, 48'000 * 86'400ULL + 1, 48e3), (UtcTime{86'405, 20'833'333}));
  EXPECT_EQ(time_of_sample({5, 0}, 2'400'000 * 864'000ULL + 1, 2.4e6), (UtcTime{864'005, 416'667}));
}

TEST(UtcTime, of_a_sample_that_no_clock_reaches_is_the_last_there_is) {
  constexpr UtcTime kLast{INT64_MAX, kPs - 1};
  EXPECT_EQ(time_of_sample({INT64_MAX, kPs - 1}, 1, 1.0), kLast);
  EXPECT_EQ(time_of_sample({INT64_MAX, kPs - 1}, 1, 2.0), kLast);
  EXPECT_EQ(time_of_sample({0, 0}, UINT64_MAX, 1e-300), kLast);
  EXPECT_EQ(time_of_sample({0, 0}, 1, std::numeric_limits<double>::denorm_min()), kLast);
}

TEST(MetadataRun, advances_number_and_time_and_drops_tags) {
  MetadataRun run;
  Metadata metadata{.sample_rate = 3.0,
                    .time = UtcTime{1, 0},
                    .sample_number = 10,
                    .stream_id = "a",
                    .tags = {{"burst", 1.0, 0}}};
  run.advance(metadata, 1);
  EXPECT_EQ(metadata, (Metadata{.sample_rate = 3.0,
                                .time = UtcTime{1, 333'333'333'333},
                                .sample_number = 11,
                                .stream_id = "a"}));
}

TEST(MetadataRun, adds_up_no_rounding) {
  MetadataRun run;
  Metadata metadata{.sample_rate = 3.0, .time = UtcTime{0, 0}};
  for (int i = 0; i < 3'000'000; ++i) run.advance(metadata, 1);
  EXPECT_EQ(metadata.time, (UtcTime{1'000'000, 0}));
}

TEST(MetadataRun, begins_anew_at_a_time_or_a_rate_that_is_given) {
  MetadataRun run;
  Metadata metadata{.sample_rate = 2.0, .time = UtcTime{0, 0}};
  run.advance(metadata, 2);
  metadata.time = UtcTime{100, 0};
  run.advance(metadata, 2);
  EXPECT_EQ(metadata.time, (UtcTime{101, 0}));
  metadata.sample_rate = 4.0;
  run.advance(metadata, 2);
  EXPECT_EQ(metadata.time, (UtcTime{101, kPs / 2}));
}

TEST(MetadataRun, knows_no_time_without_a_rate_that_means_something) {
  for (const auto rate :
       {std::optional<double>{}, std::optional{0.0}, std::optional{-1.0}, std::optional{kNan}}) {
    Metadata metadata{.sample_rate = rate, .time = UtcTime{1, 0}, .sample_number = 1};
    MetadataRun{}.advance(metadata, 5);
    EXPECT_FALSE(metadata.time);
    EXPECT_EQ(metadata.sample_number, 6U);
  }
}

}  // namespace
}  // namespace orbweaver::packets
