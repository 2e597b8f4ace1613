#include <orbweaver/giop/packet_stamp.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace orbweaver::giop {
namespace {

constexpr PacketStamp kStamp{1, 2, 3, 4, 5, 6, 7};

TEST(PacketStamp, is_read_as_it_was_written) {
  EXPECT_EQ(read_packet_stamp(encode(kStamp)), kStamp);
}

TEST(PacketStamp, of_the_other_byte_order_is_read) {
  auto data = encode(kStamp);
  data[0] ^= std::byte{1};
  for (std::size_t at = 8; at < data.size(); at += 8)
    std::reverse(data.begin() + static_cast<std::ptrdiff_t>(at),
                 data.begin() + static_cast<std::ptrdiff_t>(at) + 8);
  EXPECT_EQ(read_packet_stamp(data), kStamp);
}

TEST(PacketStamp, that_is_short_has_no_number_or_a_negative_time_is_none) {
  const auto data = encode(kStamp);
  EXPECT_FALSE(read_packet_stamp(Bytes{data}.first(data.size() - 1)));
  EXPECT_FALSE(read_packet_stamp({}));
  EXPECT_FALSE(read_packet_stamp(encode({.number = 0})));
  EXPECT_FALSE(read_packet_stamp(encode({.number = 1, .born_ns = -1})));
  EXPECT_FALSE(read_packet_stamp(encode({.number = 1, .sent_ns = -1})));
  EXPECT_FALSE(read_packet_stamp(encode({.number = 1, .expires_ns = -1})));
  EXPECT_FALSE(read_packet_stamp(encode({.number = 1, .due_ns = -1})));
}

}  // namespace
}  // namespace orbweaver::giop
