// SPDX-License-Identifier: Apache-2.0
// Calls that their clients give up.
#include <orbweaver/engine/orb_core.hpp>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

constexpr std::string_view kKey = "Echo";

/// A server whose servant stands at a gate in `nothing`, and a peer that speaks by hand.
class Cancelling : public testing::TestWithParam<const char*> {
 protected:
  Cancelling() {
    const auto servant = std::make_shared<Probe>();
    servant->on_nothing = [door = gate.share()] { door.pass(); };
    reference = server.publish_as("Echo", servant);
  }
  ~Cancelling() override { gate.open(); }

  static cdr::Encoder request(std::uint32_t id) {
    cdr::Encoder encoder;
    giop::begin_request(encoder, id, giop::ResponseFlags::with_target, as_bytes(kKey), "nothing");
    giop::finish_message(encoder);
    return encoder;
  }
  static cdr::Encoder cancel(std::uint32_t id) {
    cdr::Encoder encoder;
    giop::put_cancel_request(encoder, id);
    return encoder;
  }
  /// Returns when all that was sent before has been read.
  static void wait_until_read(RawPeer& peer) {
    cdr::Encoder encoder;
    giop::put_locate_request(encoder, 99, as_bytes(kKey));
    peer.send(encoder);
    EXPECT_EQ(peer.receive().header.type, giop::MessageType::locate_reply);
  }
  [[nodiscard]] std::uint64_t cancelled() const { return server->statistics().requests_cancelled; }

  ScopedGate gate;
  Orb server{
      {"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBdispatch", GetParam(), "-ORBthreads", "1"}};
  std::string reference;
};

INSTANTIATE_TEST_SUITE_P(Each, Cancelling, testing::Values("lane", "pool"), name_of_option);

TEST_P(Cancelling, a_request_that_has_not_begun_drops_it) {
  auto peer = RawPeer::to(reference);
  peer.send(request(1));
  gate.wait_for_arrivals(1);
  peer.send(request(2));
  peer.send(request(3));
  peer.send(cancel(2));
  wait_until_read(peer);
  gate.open();
  EXPECT_EQ(peer.receive().request_id(), 1U);
  EXPECT_EQ(peer.receive().request_id(), 3U);
  EXPECT_EQ(gate.arrived(), 2U);
  EXPECT_EQ(cancelled(), 1U);
}

TEST_P(Cancelling, a_request_that_has_begun_leaves_its_reply_unsent) {
  auto peer = RawPeer::to(reference);
  peer.send(request(1));
  gate.wait_for_arrivals(1);
  peer.send(cancel(1));
  wait_until_read(peer);
  gate.open();
  peer.send(request(2));
  EXPECT_EQ(peer.receive().request_id(), 2U);
  EXPECT_EQ(cancelled(), 1U);
}

TEST_P(Cancelling, what_has_been_answered_means_nothing_to_a_later_request_with_the_same_id) {
  gate.open();
  auto peer = RawPeer::to(reference);
  for (int round = 0; round < 3; ++round) {
    peer.send(request(1));
    EXPECT_EQ(peer.receive().request_id(), 1U);
    peer.send(cancel(1));
  }
  EXPECT_EQ(cancelled(), 0U);
}

TEST_P(Cancelling, more_than_is_remembered_does_no_harm) {
  auto peer = RawPeer::to(reference);
  for (std::uint32_t id = 1000; id < 3000; ++id) peer.send(cancel(id));
  gate.open();
  peer.send(request(5));
  EXPECT_EQ(peer.receive().request_id(), 5U);
}

}  // namespace
}  // namespace orbweaver::orb_test
