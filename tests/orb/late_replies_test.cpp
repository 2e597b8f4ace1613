// SPDX-License-Identifier: Apache-2.0
// Clients that do not read their replies: no other client waits for them, and a client that reads
// late gets all of them. No test here ends by a time limit, unless it says so: if it fails, it
// hangs.
#include <orbweaver/giop/fragments.hpp>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

constexpr std::size_t kMuch = std::size_t{20} << 20;  // more than a transport holds

Bytes key() { return as_bytes(std::string_view{"Echo"}); }

void put_echo(cdr::Encoder& request, std::uint32_t id, std::size_t octets) {
  giop::begin_request(request, id, giop::ResponseFlags::with_target, key(), "echo_octets");
  giop::begin_body(request);
  cdr::encode(request, Lab::Octets(octets));
  giop::finish_message(request);
}
void ask_for_echo(RawPeer& peer, std::uint32_t id, std::size_t octets) {
  cdr::Encoder request;
  put_echo(request, id, octets);
  peer.send(request);
}
void ask_where(RawPeer& peer, std::uint32_t id) {
  cdr::Encoder question;
  giop::put_locate_request(question, id, key());
  peer.send(question);
}

struct Setting {
  const char* transport;
  const char* threading;
};
std::string name_of_setting(const testing::TestParamInfo<Setting>& info) {
  return std::string{info.param.transport} + "_" + word(info.param.threading);
}
void PrintTo(const Setting& one, std::ostream* out) {
  *out << one.transport << ' ' << one.threading;
}

class LateReplies : public TwoOrbs {
 protected:
  void start_at(const std::string& transport, const Options& more) {
    auto endpoint = "giop:" + transport + ":127.0.0.1:0";
    if (transport != "tcp") {
      local_name = "@orbweaver-late-" + std::to_string(::getpid());
      endpoint = "giop:" + transport + ":" + local_name;
    }
    Options options{"-ORBendPoint", endpoint, "-ORBshmBytes", "1048576"};
    options.insert(options.end(), more.begin(), more.end());
    start(options);
    reference = server->publish_as("Echo", std::make_shared<Probe>());
  }
  [[nodiscard]] RawPeer connect(const std::string& transport) const {
    if (transport == "unix") return RawPeer::to(transport::UnixAddress{local_name});
    if (transport == "shm") return RawPeer::to(transport::ShmAddress{local_name});
    return RawPeer::to(reference);
  }
  [[nodiscard]] wire::Statistics statistics() const { return server->shared()->statistics(); }
  void wait_until_late(std::uint64_t replies) const {
    spin_until([&] { return statistics().replies_late >= replies; });
  }
  static void expect_echo(RawPeer& peer, std::uint32_t id, std::size_t octets) {
    const auto reply = peer.receive();
    EXPECT_EQ(reply.request_id(), id);
    EXPECT_GT(reply.frame.size(), octets);
  }

  std::string local_name, reference;
};

class LateRepliesOverEach : public LateReplies, public testing::WithParamInterface<Setting> {
 protected:
  void start_patiently() {
    start_at(GetParam().transport, {"-ORBthreading", GetParam().threading, "-ORBthreads", "2",
                                    "-ORBreplyTimeout", "3600000"});
  }
  RawPeer connect() { return LateReplies::connect(GetParam().transport); }
};
INSTANTIATE_TEST_SUITE_P(Each, LateRepliesOverEach,
                         testing::Values(Setting{"tcp", "per-connection"}, Setting{"tcp", "pool"},
                                         Setting{"unix", "per-connection"}, Setting{"unix", "pool"},
                                         Setting{"shm", "per-connection"}, Setting{"shm", "pool"}),
                         name_of_setting);

TEST_P(LateRepliesOverEach, keep_no_other_client_from_the_object_nor_from_the_threads) {
  start_patiently();
  std::vector<RawPeer> deaf;
  for (int i = 0; i < 3; ++i) {
    deaf.push_back(connect());
    ask_for_echo(deaf.back(), 1, kMuch);
  }
  wait_until_late(3);
  EXPECT_EQ(client->echo(reference)->add(1, 1), 2);
  EXPECT_EQ(statistics().replies_dropped, 0U);
}

TEST_P(LateRepliesOverEach, arrive_whole_and_in_order_once_they_are_read) {
  start_patiently();
  auto peer = connect();
  ask_for_echo(peer, 1, kMuch);
  wait_until_late(1);
  for (std::uint32_t id = 2; id < 200; ++id)
    id % 2 == 0 ? ask_where(peer, id) : ask_for_echo(peer, id, 100);
  expect_echo(peer, 1, kMuch);
  std::vector<std::uint32_t> calls;
  for (std::uint32_t id = 2; id < 200; ++id)
    if (const auto came = peer.receive(); came.header.type == giop::MessageType::reply)
      calls.push_back(came.request_id());
  EXPECT_EQ(calls.size(), 99U);
  EXPECT_TRUE(std::ranges::is_sorted(calls));
  spin_until([&] { return statistics().replies_sent == 199; });
}

TEST_P(LateRepliesOverEach, arrive_at_a_client_that_has_finished_sending) {
  start_patiently();
  auto peer = connect();
  ask_for_echo(peer, 1, kMuch);
  wait_until_late(1);
  peer.finish_sending();
  expect_echo(peer, 1, kMuch);
  EXPECT_TRUE(peer.has_ended());
}

TEST_P(LateRepliesOverEach, of_a_client_that_goes_are_counted) {
  start_patiently();
  {
    auto peer = connect();
    ask_for_echo(peer, 1, kMuch);
    wait_until_late(1);
  }
  spin_until([&] { return statistics().replies_dropped == 1; });
  EXPECT_EQ(client->echo(reference)->add(1, 1), 2);
}

TEST_P(LateRepliesOverEach, hold_who_asks_for_more) {
  constexpr std::size_t kOctets = 32 * 1024;
  start_patiently();
  auto peer = connect();
  cdr::Encoder request;
  put_echo(request, 1, kOctets);
  std::size_t asked = 0, taken = request.size();
  for (; taken == request.size() && asked * kOctets < 2 * kMuch; ++asked)
    taken = peer.send_by(request.bytes(), Deadline::after(std::chrono::milliseconds(20)));
  EXPECT_LT(asked * kOctets, kMuch) << "held before it had asked for so much";
  EXPECT_EQ(client->echo(reference)->add(1, 1), 2);
  std::jthread sender{[&] { peer.send(request.bytes().subspan(taken)); }};
  for (std::size_t i = 0; i < asked; ++i) expect_echo(peer, 1, kOctets);
  EXPECT_EQ(statistics().replies_dropped, 0U);
}

TEST_F(LateReplies, beyond_their_limit_end_the_connection_to_which_most_is_due) {
  start_at("tcp", {"-ORBmaxMessageSize", std::to_string(2 * kMuch), "-ORBlateReplyBytes",
                   std::to_string(2 * kMuch), "-ORBreplyTimeout", "3600000"});
  auto more = connect("tcp"), less = connect("tcp");
  ask_for_echo(less, 1, kMuch);
  ask_for_echo(more, 1, 2 * kMuch - 1024);
  spin_until([&] { return statistics().replies_dropped == 1; });
  EXPECT_THROW((void)more.receive(), std::runtime_error);
  expect_echo(less, 1, kMuch);
}

TEST_F(LateReplies, do_not_hold_the_end_of_their_server_for_longer_than_their_time) {
  start_at("tcp", {"-ORBreplyTimeout", "20"});
  auto deaf = connect("tcp");
  ask_for_echo(deaf, 1, kMuch);
  spin_until([&] { return statistics().requests_received == 1; });
  server->shared()->shutdown(true);
  EXPECT_EQ(statistics().replies_dropped, 1U);
}

TEST_F(LateReplies, to_a_client_whose_buffers_are_just_full_come_before_the_close_connection) {
  start_at("unix", {"-ORBreplyTimeout", "3600000"});
  std::uint32_t most = 0;
  for (auto peer = connect("unix"); statistics().replies_late == 0; ++most) {
    ask_where(peer, most);
    spin_until([&] { return statistics().replies_sent + statistics().replies_late > most; });
  }
  auto peer = connect("unix");
  for (std::uint32_t id = 1; id < most; ++id) ask_where(peer, id);
  spin_until([&] { return statistics().replies_sent == 2 * (most - 1); });
  std::jthread ending{[&] { server->shared()->shutdown(true); }};
  for (std::uint32_t id = 1; id < most; ++id)
    EXPECT_EQ(peer.receive().header.type, giop::MessageType::locate_reply);
  EXPECT_EQ(peer.receive().header.type, giop::MessageType::close_connection);
}

TEST_F(LateReplies, leave_before_their_server_ends) {
  start_at("tcp", {"-ORBreplyTimeout", "3600000"});
  auto peer = connect("tcp");
  ask_for_echo(peer, 1, kMuch);
  wait_until_late(1);
  std::jthread ending{[&] { server->shared()->shutdown(true); }};
  expect_echo(peer, 1, kMuch);
  EXPECT_EQ(peer.receive().header.type, giop::MessageType::close_connection);
}

}  // namespace
}  // namespace orbweaver::orb_test
