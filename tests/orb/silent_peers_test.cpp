// SPDX-License-Identifier: Apache-2.0
// Peers that connect, and then neither say what they began, nor read, nor end: none of them keeps
// its place for ever, so that others are served. docs/understand/ordering.md, law 7.
#include <orbweaver/os/socket.hpp>

#include <tuple>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

constexpr std::size_t kPlaces = 3;

cdr::Encoder poke(std::uint32_t amount) {
  cdr::Encoder request;
  giop::begin_request(request, 1, giop::ResponseFlags::none, as_bytes(std::string_view{"Echo"}),
                      "poke");
  giop::begin_body(request);
  request.put(amount);
  giop::finish_message(request);
  return request;
}

/// What a silent peer says before it falls silent.
struct Words {
  const char* name;
  std::string (*say)();
};
std::string text_of(const cdr::Encoder& encoder) { return std::string{as_text(encoder.bytes())}; }
const Words kNothing{"nothing", [] { return std::string{}; }};
const Words kHalfOfAMessage{"half_of_a_message", [] { return text_of(poke(1)).substr(0, 30); }};
const Words kFirstFragment{"a_first_fragment", [] {
                             auto message = text_of(poke(1));
                             constexpr std::size_t kFlags = 6;
                             constexpr char kMoreFragments = 2;
                             message[kFlags] |= kMoreFragments;
                             return message;
                           }};

class SilentPeers : public testing::TestWithParam<std::tuple<const char*, Words>> {
 protected:
  /// A call of a client that repeats it if the server has too many connections.
  void require_service() {
    const Orb client{{"-ORBtransport", "tcp"}};
    const auto echo = client.echo(reference);
    spin_until([&] {
      try {
        return echo->add(1, 1) == 2;
      } catch (const CORBA::SystemException&) {
        return false;
      }
    });
  }

  Orb server{{"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBmaxConnections", std::to_string(kPlaces),
              "-ORBserverIdle", "1", "-ORBserverDrain", "1", "-ORBthreading",
              std::get<0>(GetParam())}};
  std::string reference = server.publish_as("Echo", std::make_shared<Probe>());
};

TEST_P(SilentPeers, lose_their_places_after_the_close_connection_and_others_are_served) {
  std::vector<RawPeer> peers;
  for (std::size_t i = 0; i < kPlaces; ++i) {
    peers.push_back(RawPeer::to(reference));
    peers.back().send(std::get<1>(GetParam()).say());
    EXPECT_EQ(peers.back().receive().header.type, giop::MessageType::close_connection);
  }
  require_service();
  for (auto& peer : peers) EXPECT_TRUE(peer.has_ended());
  const auto have_lost = [](const wire::Statistics& counts) {
    return counts.connections_cut + counts.connections_displaced;
  };
  spin_until([&] { return have_lost(server->statistics()) >= kPlaces; });
}

std::string name_of(const testing::TestParamInfo<std::tuple<const char*, Words>>& info) {
  return word(std::get<0>(info.param)) + "_after_" + std::get<1>(info.param).name;
}
INSTANTIATE_TEST_SUITE_P(, SilentPeers,
                         testing::Combine(testing::Values("per-connection", "pool"),
                                          testing::Values(kNothing, kHalfOfAMessage,
                                                          kFirstFragment)),
                         name_of);

class SilentPeer : public testing::TestWithParam<const char*> {};

TEST_P(SilentPeer,
       that_said_a_one_way_call_after_the_close_connection_loses_its_place_but_not_the_call) {
  Journal journal;
  const auto servant = std::make_shared<Probe>();
  servant->on_poke = [&journal](std::uint32_t amount) { journal.add(amount); };
  const Orb server{{"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBserverIdle", "1",
                    "-ORBserverDrain", "1000", "-ORBthreading", GetParam()}};
  auto peer = RawPeer::to(server.publish_as("Echo", servant));
  EXPECT_EQ(peer.receive().header.type, giop::MessageType::close_connection);
  peer.send(poke(7));
  EXPECT_EQ(journal.wait_for(1), (std::vector<std::uint32_t>{7}));
  EXPECT_TRUE(peer.has_ended())
      << "without a second CloseConnection, as more requests may still come";
  EXPECT_EQ(server->statistics().connections_cut, 1U);
}

TEST_P(SilentPeer, that_does_not_even_say_hello_in_shared_memory_loses_its_place) {
  const Orb server{{"-ORBendPoint", "giop:shm:@silent-" + std::to_string(::getpid()),
                    "-ORBserverIdle", "1", "-ORBserverDrain", "1", "-ORBthreading", GetParam()}};
  (void)server.publish(std::make_shared<Probe>());
  const auto socket =
      os::connect_unix("@silent-" + std::to_string(::getpid()), Deadline::never()).value();
  spin_until([&] { return server->statistics().connections_cut == 1; });
}

INSTANTIATE_TEST_SUITE_P(, SilentPeer, testing::Values("per-connection", "pool"), name_of_option);

}  // namespace
}  // namespace orbweaver::orb_test
