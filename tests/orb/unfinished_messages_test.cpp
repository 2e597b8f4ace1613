// SPDX-License-Identifier: Apache-2.0
// Many clients that send large messages in part: their memory is bounded over all connections, a
// client that goes on is served, and the servant gets every message that becomes whole.
#include <orbweaver/giop/fragments.hpp>

#include "raw_peer.hpp"
#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

constexpr std::size_t kMessage = std::size_t{1} << 20;
constexpr std::size_t kRoomFor = 2;

Bytes key() { return as_bytes(std::string_view{"Echo"}); }

cdr::Encoder large_call() {
  cdr::Encoder request;
  giop::begin_request(request, 1, giop::ResponseFlags::with_target, key(), "echo_octets");
  giop::begin_body(request);
  cdr::encode(request, Lab::Octets(kMessage));
  giop::finish_message(request);
  return request;
}

class UnfinishedMessages : public testing::TestWithParam<const char*> {
 protected:
  void start(const Options& more) {
    Options options{"-ORBendPoint",           "giop:tcp:127.0.0.1:0",
                    "-ORBthreading",          GetParam(),
                    "-ORBmaxMessageSize",     std::to_string(kMessage + 4096),
                    "-ORBmaxUnfinishedBytes", std::to_string(kRoomFor * (kMessage + 4096))};
    options.insert(options.end(), more.begin(), more.end());
    server.emplace(options);
    reference = server->publish_as("Echo", std::make_shared<Probe>());
  }
  struct Begun {
    RawPeer peer;
    std::size_t sent;
  };
  /// Clients that have sent up to half of a large message each, and leave it at that.
  std::vector<Begun> begin_large_messages(std::size_t count) {
    const auto call = large_call();
    std::vector<Begun> begun;
    for (std::size_t i = 0; i < count; ++i) {
      auto peer = RawPeer::to(reference);
      speak(peer);
      const auto sent = peer.send_by(call.bytes().first(kMessage / 2), Deadline::at(now()));
      begun.push_back({std::move(peer), sent});
    }
    return begun;
  }
  /// So that the client is no longer one that has sent nothing.
  static void speak(RawPeer& peer) {
    cdr::Encoder question;
    giop::put_locate_request(question, 7, key());
    peer.send(question);
    EXPECT_EQ(peer.receive().header.type, giop::MessageType::locate_reply);
  }
  static void finish(Begun& begun) {
    const auto call = large_call();
    begun.peer.send(call.bytes().subspan(begun.sent));
    EXPECT_GT(begun.peer.receive().frame.size(), kMessage);
  }
  [[nodiscard]] wire::Statistics statistics() const { return (*server)->statistics(); }
  void wait_until_held_back(std::uint64_t count) const {
    spin_until([&] { return statistics().messages_held_back >= count; });
  }
  void require_small_calls() {
    const Orb client{{"-ORBtransport", "tcp"}};
    EXPECT_EQ(client.echo(reference)->add(1, 1), 2);
  }
  void require_large_calls() {
    const Orb client{{"-ORBtransport", "tcp"}};
    EXPECT_EQ(client.echo(reference)->echo_octets(Lab::Octets(kMessage)).size(), kMessage);
  }

  std::optional<Orb> server;
  std::string reference;
};

TEST_P(UnfinishedMessages, beyond_the_bound_wait_and_small_ones_are_served) {
  start({});
  auto peers = begin_large_messages(kRoomFor + 3);
  wait_until_held_back(3);
  require_small_calls();
  EXPECT_EQ(statistics().bad_messages, 0U);
}

TEST_P(UnfinishedMessages, that_wait_are_served_when_others_are_whole) {
  start({});
  auto begun = begin_large_messages(kRoomFor + 1);
  wait_until_held_back(1);
  std::vector<std::thread> clients;
  for (int i = 0; i < 3; ++i) clients.emplace_back([this] { require_large_calls(); });
  wait_until_held_back(4);
  for (auto& one : begun) clients.emplace_back([&one] { finish(one); });
  for (auto& client : clients) client.join();
  EXPECT_EQ(statistics().bad_messages, 0U);
}

TEST_P(UnfinishedMessages, of_silent_clients_end_when_another_one_needs_their_memory) {
  const StandardError log;
  start({"-ORBmessageTimeout", "50"});
  auto silent = begin_large_messages(kRoomFor + 1);
  wait_until_held_back(1);
  require_large_calls();
  EXPECT_GE(statistics().bad_messages, 1U);
  log.wait_for("a part of a large message, and then nothing for 50 ms (-ORBmessageTimeout)");
  EXPECT_TRUE(log.has("-ORBmaxUnfinishedBytes"));
}

TEST_P(UnfinishedMessages, of_clients_that_leave_make_room) {
  start({"-ORBmessageTimeout", "0"});
  auto leaving = begin_large_messages(kRoomFor + 1);
  wait_until_held_back(1);
  leaving.clear();
  require_large_calls();
}

TEST_P(UnfinishedMessages, that_wait_do_not_keep_the_server_from_ending) {
  start({"-ORBmessageTimeout", "0"});
  auto peers = begin_large_messages(kRoomFor + 2);
  wait_until_held_back(2);
  server.reset();
  for (auto& one : peers) spin_until([&] { return one.peer.has_input(); });
}

TEST_P(UnfinishedMessages, in_fragments_are_refused_beyond_the_bound_over_all_connections) {
  const StandardError log;
  start({});
  const auto call = large_call();
  cdr::Encoder cut;
  ASSERT_TRUE(giop::cut_into_fragments(cut, std::array{call.bytes()}, 65536));
  const auto all_but_the_last = cut.bytes().first(cut.bytes().size() - 65536);
  std::vector<RawPeer> peers;
  for (std::size_t i = 0; i < kRoomFor + 1; ++i) {
    peers.push_back(RawPeer::to(reference));
    (void)peers.back().send_by(all_but_the_last, Deadline::after(std::chrono::seconds(60)));
  }
  log.wait_for("more bytes than -ORBmaxUnfinishedBytes");
  EXPECT_GE(statistics().bad_messages, 1U);
  require_small_calls();
}

INSTANTIATE_TEST_SUITE_P(, UnfinishedMessages, testing::Values("per-connection", "pool"),
                         name_of_option);

class SilentNewcomers : public testing::TestWithParam<const char*> {
 protected:
  void start(const Options& more) {
    Options options{"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBthreading",
                    GetParam(),     "-ORBmaxConnections",   "3"};
    options.insert(options.end(), more.begin(), more.end());
    server.emplace(options);
    reference = server->publish_as("Echo", std::make_shared<Probe>());
  }
  [[nodiscard]] wire::Statistics statistics() const { return (*server)->statistics(); }
  void wait_until_accepted(std::uint64_t count) const {
    spin_until([&] { return statistics().connections_accepted >= count; });
  }

  std::optional<Orb> server;
  std::string reference;
};

TEST_P(SilentNewcomers, lose_their_places_to_clients_that_come_later) {
  const StandardError log;
  start({});
  std::vector<RawPeer> silent;
  for (std::uint64_t i = 1; i <= 3; ++i) {
    silent.push_back(RawPeer::to(reference));
    wait_until_accepted(i);
  }
  const Orb one{{"-ORBtransport", "tcp"}}, two{{"-ORBtransport", "tcp"}};
  const auto echo = one.echo(reference);
  EXPECT_EQ(echo->add(1, 1), 2);
  EXPECT_EQ(silent.front().receive().header.type, giop::MessageType::close_connection);
  EXPECT_TRUE(silent.front().has_ended());
  EXPECT_EQ(two.echo(reference)->add(1, 1), 2);
  EXPECT_EQ(echo->add(2, 2), 4) << "a client that has sent a message keeps its place";
  EXPECT_EQ(statistics().connections_displaced, 2U);
  EXPECT_EQ(statistics().connections_refused, 0U);
  EXPECT_TRUE(log.has("it has sent no message yet, and another client needs its place"));
}

TEST_P(SilentNewcomers, are_closed_soon_though_clients_that_have_spoken_are_not) {
  start({"-ORBmessageTimeout", "50", "-ORBserverDrain", "50"});
  const Orb client{{"-ORBtransport", "tcp"}};
  const auto echo = client.echo(reference);
  EXPECT_EQ(echo->add(1, 1), 2);
  auto silent = RawPeer::to(reference);
  EXPECT_EQ(silent.receive().header.type, giop::MessageType::close_connection);
  EXPECT_TRUE(silent.has_ended());
  spin_until([&] { return statistics().connections_cut == 1; });
  EXPECT_EQ(echo->add(1, 1), 2);
  EXPECT_EQ(client->statistics().connections_opened, 1U);
}

// Their first message may be under way when the server says CloseConnection.
TEST_P(SilentNewcomers, that_were_closed_are_still_read) {
  const auto probe = std::make_shared<Probe>();
  start({"-ORBmessageTimeout", "20", "-ORBserverDrain", "600000"});
  const auto sink = server->publish_as("Sink", probe);
  auto late = RawPeer::to(sink);
  EXPECT_EQ(late.receive().header.type, giop::MessageType::close_connection);
  for (int i = 0; i < 3; ++i) {  // each takes as long as the first one had to be silent
    auto other = RawPeer::to(sink);
    EXPECT_EQ(other.receive().header.type, giop::MessageType::close_connection);
  }
  cdr::Encoder one_way;
  giop::begin_request(one_way, 1, giop::ResponseFlags::none, as_bytes(std::string_view{"Sink"}),
                      "poke");
  giop::begin_body(one_way);
  one_way.put(std::uint32_t{7});
  giop::finish_message(one_way);
  late.send(one_way);
  spin_until([&] { return probe->count() == 7; });
}

TEST_P(SilentNewcomers, of_one_peer_are_refused_beyond_its_bound) {
  const StandardError log;
  start({"-ORBmaxPeerConnections", "1"});
  const Orb first{{"-ORBtransport", "tcp"}};
  EXPECT_EQ(first.echo(reference)->add(1, 1), 2);
  auto second = RawPeer::to(reference);
  EXPECT_EQ(second.receive().header.type, giop::MessageType::close_connection);
  EXPECT_TRUE(second.has_ended());
  EXPECT_EQ(statistics().connections_refused, 1U);
  log.wait_for("1 of 127.0.0.1 are open (-ORBmaxPeerConnections)");
}

INSTANTIATE_TEST_SUITE_P(, SilentNewcomers, testing::Values("per-connection", "pool"),
                         name_of_option);

TEST(ConnectionsOfAProcess, are_bounded_over_unix_sockets) {
  const auto name = "@bounded-" + std::to_string(::getpid());
  const Orb server{{"-ORBendPoint", "giop:unix:" + name, "-ORBmaxConnections", "4"}};
  (void)server.publish_as("Echo", std::make_shared<Probe>());
  std::vector<RawPeer> peers;
  for (int i = 0; i < 3; ++i) peers.push_back(RawPeer::to(transport::UnixAddress{name}));
  EXPECT_EQ(peers.front().receive().header.type, giop::MessageType::close_connection)
      << "by default a process has half of the places";
  EXPECT_EQ(server->statistics().connections_displaced, 1U);
}

}  // namespace
}  // namespace orbweaver::orb_test
