// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/packet_stamp.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace orbweaver::giop {
namespace {

constexpr PacketStamp kTimed{1, 2, 3, 4, 5, 6, 7};
constexpr PacketStamp kUntimed{.connection = 2, .number = 3};

std::optional<PacketStamp> sent(const PacketStamp& stamp) {
  return read_packet_stamp(PacketContext{stamp}.data());
}

TEST(PacketStamp, is_read_as_it_was_written) { EXPECT_EQ(sent(kTimed), kTimed); }

TEST(PacketStamp, without_times_is_shorter_and_names_no_clock) {
  EXPECT_EQ(PacketContext{kTimed}.data().size(), 64U);
  EXPECT_EQ(PacketContext{kUntimed}.data().size(), 24U);
  EXPECT_EQ(sent({.clock = 1, .connection = 2, .number = 3}), kUntimed);
}

TEST(PacketStamp, with_one_time_of_any_kind_is_whole) {
  for (auto PacketStamp::*time : {&PacketStamp::born_ns, &PacketStamp::sent_ns,
                                  &PacketStamp::expires_ns, &PacketStamp::due_ns}) {
    PacketStamp stamp{.clock = 1, .connection = 2, .number = 3};
    stamp.*time = 4;
    EXPECT_EQ(sent(stamp), stamp);
  }
}

TEST(PacketStamp, whole_but_with_no_times_names_no_clock) {
  const PacketContext context{kTimed};
  std::vector<std::byte> data(context.data().begin(), context.data().end());
  std::fill(data.begin() + 32, data.end(), std::byte{0});
  EXPECT_EQ(read_packet_stamp(data), kUntimed);
}

TEST(PacketStamp, of_the_other_byte_order_is_read) {
  for (const auto& stamp : {kTimed, kUntimed}) {
    const PacketContext context{stamp};
    std::vector<std::byte> data(context.data().begin(), context.data().end());
    data[0] ^= std::byte{1};
    for (auto field = data.begin() + 8; field != data.end(); field += 8)
      std::reverse(field, field + 8);
    EXPECT_EQ(read_packet_stamp(data), stamp);
  }
}

TEST(PacketStamp, of_another_size_is_none) {
  const PacketContext context{kTimed};
  for (std::size_t size = 0; size < context.data().size(); ++size) {
    const bool is_one = read_packet_stamp(context.data().first(size)).has_value();
    EXPECT_EQ(is_one, size == 24) << size;
  }
}

TEST(PacketStamp, that_has_no_number_or_a_negative_time_is_none) {
  EXPECT_FALSE(sent({.number = 0}));
  EXPECT_FALSE(sent({.number = 0, .born_ns = 1}));
  EXPECT_FALSE(sent({.number = 1, .born_ns = -1}));
  EXPECT_FALSE(sent({.number = 1, .sent_ns = -1}));
  EXPECT_FALSE(sent({.number = 1, .expires_ns = -1}));
  EXPECT_FALSE(sent({.number = 1, .due_ns = -1}));
}

}  // namespace
}  // namespace orbweaver::giop
