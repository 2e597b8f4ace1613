// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/metadata_context.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <string>
#include <vector>

namespace orbweaver::packets {
namespace {

using Octets = std::vector<std::byte>;

const Metadata kWhole{.sample_rate = 2.4e6,
                      .centre_frequency = 1.09e9,
                      .time = UtcTime{1'700'000'000, 123'456'789'012},
                      .sample_number = 987'654'321,
                      .stream_id = "antenna 1",
                      .tags = {{"gain", -3.5, 7},
                               {"burst", std::int64_t{-42}, 0},
                               {"antenna", "north", 4095},
                               {"gain", -3.5, 7},
                               {"note", "", 1}}};

Octets octets_of(const Metadata& metadata) {
  const MetadataContext context{metadata};
  return {context.data().begin(), context.data().end()};
}

/// Contexts that are made by hand, in the byte order `order` (0: the highest octet first).
class Made {
 public:
  explicit Made(std::uint8_t order = std::endian::native == std::endian::little ? 1 : 0)
      : order_(order) {
    put(order).put(std::uint8_t{0}).put(std::uint8_t{0}).put(std::uint8_t{0});
  }
  template <class T>
  Made& put(T value) {
    std::array<std::byte, sizeof value> octets =
        std::bit_cast<std::array<std::byte, sizeof value>>(value);
    if ((order_ == 1) != (std::endian::native == std::endian::little)) std::ranges::reverse(octets);
    made_.insert(made_.end(), octets.begin(), octets.end());
    return *this;
  }
  Made& text(std::string_view text) {
    for (const char character : text) made_.push_back(static_cast<std::byte>(character));
    return *this;
  }
  Made& section(std::uint32_t kind, std::string_view content) {
    return put(kind).put(static_cast<std::uint32_t>(content.size())).text(content).pad();
  }
  Made& pad() {
    while (made_.size() % 8 != 0) made_.push_back(std::byte{0});
    return *this;
  }
  Made& tag(std::uint64_t offset, std::uint32_t kind, std::uint32_t name, std::uint64_t value,
            std::string_view rest) {
    put(std::uint32_t{2}).put(static_cast<std::uint32_t>(24 + rest.size()));
    return put(offset).put(kind).put(name).put(value).text(rest).pad();
  }
  [[nodiscard]] const Octets& made() const { return made_; }

 private:
  std::uint8_t order_;
  Octets made_;
};

TEST(MetadataContext, is_read_as_it_was_written) {
  EXPECT_EQ(read_metadata(octets_of(kWhole)), kWhole);
  EXPECT_EQ(read_metadata(octets_of({})), Metadata{});
}

TEST(MetadataContext, of_each_value_alone_is_read_as_it_was_written) {
  for (const auto& metadata :
       {Metadata{.sample_rate = 1.0}, Metadata{.centre_frequency = 2.0},
        Metadata{.time = UtcTime{3, 4}}, Metadata{.sample_number = 5}, Metadata{.stream_id = "6"},
        Metadata{.tags = {{"t", 7.0, 8}}}, Metadata{.sample_rate = 1.0, .sample_number = 5}})
    EXPECT_EQ(read_metadata(octets_of(metadata)), metadata);
}

TEST(MetadataContext, has_a_multiple_of_8_octets) {
  EXPECT_EQ(octets_of({}).size(), 8U);
  EXPECT_EQ(octets_of({.sample_rate = 1.0}).size(), 16U);
  EXPECT_EQ(octets_of({.stream_id = "12345678"}).size(), 24U);
  EXPECT_EQ(octets_of({.stream_id = "123456789"}).size(), 32U);
  EXPECT_EQ(octets_of(kWhole).size() % 8, 0U);
}

TEST(MetadataContext, of_the_largest_there_are_is_read_as_it_was_written) {
  Metadata metadata{.stream_id = std::string(63, 'x')};
  metadata.tags.assign(Metadata::kMostTags,
                       {std::string(63, 'n'), std::string(255, 't'), UINT64_MAX});
  EXPECT_EQ(read_metadata(octets_of(metadata)), metadata);
}

TEST(MetadataContext, of_either_byte_order_is_read) {
  for (const auto order : {std::uint8_t{0}, std::uint8_t{1}}) {
    Made result(order);
    result.put(0x1fU).put(48e3).put(98.5e6).put(std::int64_t{-7}).put(std::uint64_t{8});
    result.put(std::uint64_t{9})
        .section(1, "fm")
        .tag(3, 1, 4, std::bit_cast<std::uint64_t>(2.5), "gain");
    result.tag(4, 2, 1, 2, "nab");
    EXPECT_EQ(read_metadata(result.made()), (Metadata{.sample_rate = 48e3,
                                                      .centre_frequency = 98.5e6,
                                                      .time = UtcTime{-7, 8},
                                                      .sample_number = 9,
                                                      .stream_id = "fm",
                                                      .tags = {{"gain", 2.5, 3}, {"n", "ab", 4}}}));
  }
}

TEST(MetadataContext, of_a_newer_sender_is_read_without_what_is_new) {
  Made result;
  result.put(0x80000021U).put(48e3).put(std::uint64_t{1}).put(std::uint64_t{2});
  result.section(3, "something new").section(1, "fm").section(0xffffffffU, "");
  result.tag(3, 9, 4, 5, "gain and more").tag(4, 0, 1, 6, "n and more");
  EXPECT_EQ(
      read_metadata(result.made()),
      (Metadata{.sample_rate = 48e3, .stream_id = "fm", .tags = {{"n", std::int64_t{6}, 4}}}));
}

TEST(MetadataContext, that_is_cut_off_anywhere_is_broken_or_ends_between_sections) {
  const auto whole = octets_of(kWhole);
  std::size_t sound = 0;
  for (std::size_t size = 0; size < whole.size(); ++size)
    if (read_metadata(Bytes{whole}.first(size))) ++sound;
  EXPECT_EQ(sound, 1 + kWhole.tags.size());  // without any section, and behind each but the last
}

TEST(MetadataContext, with_a_wrong_length_is_broken) {
  EXPECT_FALSE(read_metadata(Made().put(0U).put(1U).put(0xffffffffU).made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).put(1U).put(9U).put(std::uint64_t{0}).made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).put(1U).made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).tag(0, 0, 64, 0, std::string(64, 'n')).made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).tag(0, 0, 0, 0, "").made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).tag(0, 0, 5, 0, "name").made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).tag(0, 2, 4, 1, "name").made()));
  EXPECT_FALSE(
      read_metadata(Made().put(0U).tag(0, 2, 4, 256, "name" + std::string(256, 't')).made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).tag(0, 2, 4, UINT64_MAX, "name").made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).section(2, "short").made()));
}

TEST(MetadataContext, with_a_stream_id_that_is_empty_too_long_or_there_twice_is_broken) {
  EXPECT_FALSE(read_metadata(Made().put(0U).section(1, "").made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).section(1, std::string(64, 'x')).made()));
  EXPECT_FALSE(read_metadata(Made().put(0U).section(1, "a").section(1, "a").made()));
}

TEST(MetadataContext, with_half_a_time_is_broken) {
  EXPECT_FALSE(read_metadata(Made().put(4U).put(std::int64_t{1}).made()));
  EXPECT_FALSE(read_metadata(Made().put(8U).put(std::int64_t{1}).made()));
}

TEST(MetadataContext, with_too_many_tags_is_broken) {
  Made result;
  result.put(0U);
  for (std::size_t i = 0; i < Metadata::kMostTags; ++i) result.tag(i, 0, 1, i, "n");
  EXPECT_EQ(read_metadata(result.made()).value().tags.size(), Metadata::kMostTags);
  EXPECT_FALSE(read_metadata(result.tag(0, 0, 1, 0, "n").made()));
}

TEST(MetadataContext, of_no_byte_order_is_broken) {
  auto octets = octets_of(kWhole);
  octets[0] = std::byte{2};
  EXPECT_FALSE(read_metadata(octets));
}

TEST(CarriedMetadata, of_nothing_are_none) {
  const auto none = CarriedMetadata::of_context({});
  EXPECT_FALSE(none.is_given());
  EXPECT_FALSE(none.is_broken());
  EXPECT_TRUE(none.get().is_empty());
  EXPECT_FALSE(CarriedMetadata::of_context(octets_of({})).is_given());
}

TEST(CarriedMetadata, of_a_context_are_what_it_says) {
  const auto carried = CarriedMetadata::of_context(octets_of(kWhole));
  EXPECT_TRUE(carried.is_given());
  EXPECT_EQ(carried.get(), kWhole);
}

TEST(CarriedMetadata, of_a_broken_context_are_none_and_say_so) {
  const auto whole = octets_of(kWhole);
  const auto broken = CarriedMetadata::of_context(Bytes{whole}.first(12));
  EXPECT_FALSE(broken.is_given());
  EXPECT_TRUE(broken.is_broken());
  EXPECT_TRUE(broken.get().is_empty());
}

}  // namespace
}  // namespace orbweaver::packets
