// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/datagram.hpp>
#include <orbweaver/giop/ior.hpp>

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace orbweaver::giop {
namespace {

std::vector<std::byte> request(ResponseFlags response, bool has_place) {
  const auto key = std::array{std::byte{'k'}};
  const auto stamp = encode(OrderStamp{7, 3});
  const std::array contexts{ServiceContext{kContextOrder, stamp}};
  cdr::Encoder encoder;
  begin_request(
      encoder, 1, response, key, "poke",
      has_place ? std::span<const ServiceContext>{contexts} : std::span<const ServiceContext>{});
  begin_body(encoder);
  encoder.put(std::uint32_t{42});
  finish_message(encoder);
  return {encoder.bytes().begin(), encoder.bytes().end()};
}

TEST(Datagram, is_read_as_a_request_with_its_place) {
  const auto bytes = request(ResponseFlags::none, true);
  auto read = read_datagram(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->stamp, (OrderStamp{7, 3}));
  EXPECT_EQ(read->header.operation, "poke");
  EXPECT_EQ(read->arguments.get<std::uint32_t>(), 42U);
}

TEST(Datagram, that_is_cut_off_or_too_long_is_refused) {
  const auto whole = request(ResponseFlags::none, true);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(read_datagram(Bytes{whole}.first(size)).error(), DatagramError::not_one_message);
  auto longer = whole;
  longer.push_back(std::byte{0});
  EXPECT_EQ(read_datagram(longer).error(), DatagramError::not_one_message);
}

TEST(Datagram, that_is_a_part_of_a_message_is_refused) {
  auto part = request(ResponseFlags::none, true);
  part[6] |= std::byte{2};
  EXPECT_EQ(read_datagram(part).error(), DatagramError::not_one_message);
}

TEST(Datagram, must_not_want_a_reply_and_must_have_a_place) {
  EXPECT_EQ(read_datagram(request(ResponseFlags::with_target, true)).error(),
            DatagramError::wants_a_reply);
  EXPECT_EQ(read_datagram(request(ResponseFlags::none, false)).error(), DatagramError::no_place);
  cdr::Encoder encoder;
  put_close_connection(encoder);
  EXPECT_EQ(read_datagram(encoder.bytes()).error(), DatagramError::not_a_request);
}

TEST(UdpComponent, comes_back_as_it_was_made) {
  const UdpEndpoint endpoint{"radio.local", 4711};
  EXPECT_EQ(read_udp_component(make_component(endpoint)), endpoint);
  auto other = make_component(endpoint);
  other.tag = kTagOmniUnix;
  EXPECT_EQ(read_udp_component(other), std::nullopt);
  auto cut = make_component(endpoint);
  cut.data.pop_back();
  EXPECT_EQ(read_udp_component(cut), std::nullopt);
}

}  // namespace
}  // namespace orbweaver::giop
