// SPDX-License-Identifier: Apache-2.0
// Messages in fragments: those that come, mixed and cancelled, and those that leave.
#include <orbweaver/giop/fragments.hpp>

#include <array>
#include <cstring>
#include <set>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

constexpr std::string_view kKey = "Echo";

std::vector<Bytes> frames_of(Bytes stream) {
  std::vector<Bytes> frames;
  while (!stream.empty()) {
    const auto header = giop::parse_header(stream, stream.size());
    frames.push_back(stream.first(giop::kHeaderSize + header.value().body_size));
    stream = stream.subspan(frames.back().size());
  }
  return frames;
}

/// A request for echo_octets with so many bytes, in fragments.
cdr::Encoder in_fragments(std::uint32_t id, std::size_t bytes, std::size_t most = 64) {
  cdr::Encoder whole, cut;
  giop::begin_request(whole, id, giop::ResponseFlags::with_target, as_bytes(kKey), "echo_octets");
  giop::begin_body(whole);
  whole.put_octets(std::vector<std::byte>(bytes, static_cast<std::byte>(id)));
  giop::finish_message(whole);
  EXPECT_TRUE(giop::cut_into_fragments(cut, std::array{whole.bytes()}, most));
  return cut;
}

class FragmentsToOurServer : public testing::Test {
 protected:
  FragmentsToOurServer() { reference = server.publish_as("Echo", std::make_shared<Probe>()); }
  static void require_echo(RawPeer& peer, std::set<std::uint32_t> ids, std::size_t bytes) {
    while (!ids.empty()) {
      const auto received = peer.receive();
      auto decoder = received.body();
      const auto reply = giop::decode_reply(decoder);
      EXPECT_EQ(ids.erase(reply.request_id), 1U);
      const auto octets = decoder.get_octets();
      ASSERT_EQ(octets.size(), bytes);
      EXPECT_EQ(octets.back(), static_cast<std::byte>(reply.request_id));
    }
  }

  Orb server{{"-ORBendPoint", "giop:tcp:127.0.0.1:0"}};
  std::string reference;
};

TEST_F(FragmentsToOurServer, come_together) {
  auto peer = RawPeer::to(reference);
  peer.send(in_fragments(3, 5000));
  require_echo(peer, {3}, 5000);
}

TEST_F(FragmentsToOurServer, of_several_requests_may_be_mixed) {
  auto peer = RawPeer::to(reference);
  const auto one = in_fragments(1, 2000), two = in_fragments(2, 2000, 128);
  const auto ones = frames_of(one.bytes()), twos = frames_of(two.bytes());
  for (std::size_t i = 0; i < ones.size(); ++i) {
    peer.send(ones[i]);
    if (i < twos.size()) peer.send(twos[i]);
  }
  require_echo(peer, {1, 2}, 2000);
}

TEST_F(FragmentsToOurServer, may_be_cancelled_in_the_middle) {
  auto peer = RawPeer::to(reference);
  const auto one = in_fragments(1, 2000);
  const auto frames = frames_of(one.bytes());
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) peer.send(frames[i]);
  cdr::Encoder cancel;
  giop::put_cancel_request(cancel, 1);
  peer.send(cancel);
  peer.send(one);  // the same id is free again
  require_echo(peer, {1}, 2000);
  EXPECT_EQ(server->statistics().requests_received, 1U);
}

TEST_F(FragmentsToOurServer, without_a_beginning_end_the_connection) {
  auto peer = RawPeer::to(reference);
  const auto one = in_fragments(1, 2000);
  peer.send(frames_of(one.bytes()).at(1));
  EXPECT_EQ(peer.receive().header.type, giop::MessageType::message_error);
  EXPECT_TRUE(peer.has_ended());
}

TEST_F(FragmentsToOurServer, of_1_1_come_together_without_an_id) {
  auto peer = RawPeer::to(reference);
  cdr::Encoder whole;
  giop::begin_request(whole, 9, giop::ResponseFlags::with_target, as_bytes(kKey), "echo_octets", {},
                      {1, 1});
  giop::begin_body(whole);
  whole.put_octets(std::vector<std::byte>(100, std::byte{9}));
  giop::finish_message(whole);
  std::vector first(whole.bytes().begin(), whole.bytes().begin() + 96);
  first[6] |= std::byte{2};
  const std::uint32_t size = 96 - giop::kHeaderSize;
  std::memcpy(first.data() + 8, &size, sizeof size);
  peer.send(Bytes{first});
  cdr::Encoder rest;
  giop::begin_message(rest, giop::MessageType::fragment, {1, 1});
  rest.put_bytes(whole.bytes().subspan(96));
  giop::finish_message(rest);
  peer.send(rest);
  const auto received = peer.receive();
  auto decoder = received.body();
  EXPECT_EQ(giop::decode_reply(decoder, {1, 1}).request_id, 9U);
  EXPECT_EQ(decoder.get_octets().size(), 100U);
}

class FragmentsOfOurs : public TwoOrbs {};

TEST_F(FragmentsOfOurs, carry_every_call_over_every_transport) {
  for (const char* transport : {"tcp", "unix", "shm"})
    for (const char* bytes : {"64", "100", "8192"}) {
      SCOPED_TRACE(testing::Message() << bytes << " over " << transport);
      start({"-ORBfragmentBytes", bytes}, {"-ORBfragmentBytes", bytes, "-ORBtransport", transport});
      const auto echo = publish(std::make_shared<Probe>());
      for (const std::size_t size : {0U, 10U, 1000U, 100'000U}) {
        const Lab::Octets octets(size, 7);
        EXPECT_EQ(echo->echo_octets(octets), octets);
        Lab::Doubles doubles(size);
        for (std::size_t i = 0; i < size; ++i) doubles[i] = static_cast<double>(i) / 3;
        EXPECT_EQ(echo->echo_doubles(doubles), doubles);
      }
      EXPECT_THROW(echo->refuse(std::string(1000, 'x'), 1), Lab::Refused);
      for (const auto scope : {Messaging::SYNC_NONE, Messaging::SYNC_WITH_TRANSPORT,
                               Messaging::SYNC_WITH_SERVER, Messaging::SYNC_WITH_TARGET})
        corba::with_policies(echo, sync_scope(scope))->poke(1);
      echo->nothing();
      EXPECT_EQ(echo->count(), 4U);
      TearDown();
    }
}

TEST_F(FragmentsOfOurs, of_several_threads_do_not_disturb_each_other) {
  start({"-ORBfragmentBytes", "64"}, {"-ORBfragmentBytes", "64", "-ORBtransport", "tcp"});
  const auto echo = publish(std::make_shared<Probe>());
  std::vector<std::jthread> callers;
  for (std::uint8_t i = 0; i < 4; ++i)
    callers.emplace_back([&echo, i] {
      const Lab::Octets octets(3000, i);
      for (int call = 0; call < 50; ++call) EXPECT_EQ(echo->echo_octets(octets), octets);
    });
}

TEST(FragmentOption, refuses_what_holds_no_header) {
  EXPECT_THROW(Orb({"-ORBfragmentBytes", "63"}), CORBA::BAD_PARAM);
  EXPECT_NO_THROW(Orb({"-ORBfragmentBytes", "0"}));
}

}  // namespace
}  // namespace orbweaver::orb_test
