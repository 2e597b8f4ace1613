// SPDX-License-Identifier: Apache-2.0
// The contract of Listener and connect(), applied to every transport.
#include <orbweaver/transport/local_peers.hpp>

#include <future>
#include <latch>
#include <vector>

#include "transport_under_test.hpp"

namespace orbweaver::transport::conformance {
namespace {

class ListenerContract : public TransportTest {};
INSTANTIATE_TEST_SUITE_P(Every, ListenerContract, testing::ValuesIn(transports()), name_of);

ConnectionFault fault_of_accept(Listener& listener) {
  const auto accepted = listener.accept();
  EXPECT_FALSE(accepted);
  return accepted ? ConnectionFault::closed : accepted.error().fault;
}

TEST_P(ListenerContract, wakes_a_blocked_accept_when_stopped) {
  std::latch accepting{1};
  auto fault = std::async(std::launch::async, [&] {
    accepting.count_down();
    return fault_of_accept(*listener);
  });
  accepting.wait();
  listener->stop();
  EXPECT_EQ(fault.get(), ConnectionFault::broken);
}

TEST_P(ListenerContract, accepts_no_peer_once_stopped) {
  listener->stop();
  listener->stop();
  EXPECT_EQ(fault_of_accept(*listener), ConnectionFault::broken);
  const auto late = connect_here();
  ASSERT_FALSE(late);
  EXPECT_TRUE(late.error().fault == ConnectionFault::refused ||
              late.error().fault == ConnectionFault::unreachable)
      << describe(late.error());
}

TEST_P(ListenerContract, turns_away_peers_that_were_not_accepted_before_its_stop) {
  if (!GetParam().connects_alone) GTEST_SKIP() << "no client is connected before it is accepted";
  const auto waiting = connect_here();
  ASSERT_TRUE(waiting);
  listener->stop();
  const auto fault = fault_of_receive(**waiting);
  EXPECT_TRUE(fault == ConnectionFault::closed || fault == ConnectionFault::broken);
}

TEST_P(ListenerContract, leaves_its_connections_alone_when_stopped) {
  listener.reset();
  ASSERT_TRUE(send_text(*client, frame_of(10)));
  EXPECT_EQ(receive_text(*server), frame_of(10));
}

TEST_P(ListenerContract, refuses_an_address_in_use) {
  const auto second = listen(listener->address(), rule(), GetParam().traits);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().fault, ConnectionFault::address_in_use);
  connect_and_accept();
}

TEST_P(ListenerContract, frees_its_address_when_stopped) {
  listener->stop();
  auto second = listen(listener->address(), rule(), GetParam().traits);
  ASSERT_TRUE(second) << describe(second.error());
  EXPECT_EQ((*second)->address(), listener->address());
  listener = std::move(*second);  // the end of the first leaves the second alone
  connect_and_accept();
}

TEST_P(ListenerContract, accepts_many_at_once) {
  constexpr unsigned kPeers = 50;
  std::vector<std::unique_ptr<Connection>> clients;
  std::jthread connecting{[&] {
    for (unsigned i = 0; i < kPeers; ++i) {
      auto connected = connect_here();
      ASSERT_TRUE(connected);
      ASSERT_TRUE(send_text(**connected, frame_of(100, i)));
      clients.push_back(std::move(*connected));
    }
  }};
  for (unsigned i = 0; i < kPeers; ++i) {
    const auto accepted = listener->accept();
    ASSERT_TRUE(accepted);
    EXPECT_EQ(receive_text(**accepted), frame_of(100, i));
  }
}

TEST_P(ListenerContract, accepts_the_next_when_one_left_before_it_was_accepted) {
  if (!GetParam().connects_alone) GTEST_SKIP() << "no client is connected before it is accepted";
  ASSERT_TRUE(connect_here());
  ASSERT_TRUE(connect_here());
  for (int i = 0; i < 2; ++i) {
    const auto accepted = listener->accept();
    ASSERT_TRUE(accepted);
    EXPECT_EQ(fault_of_receive(**accepted), ConnectionFault::closed);
  }
  connect_and_accept();
}

TEST_P(ListenerContract, lets_its_own_user_in_without_a_question) {
  struct LetsNoneIn final : PeerAdmission {
    bool admits(const security::Identity& /*peer*/) noexcept override { return false; }
    [[nodiscard]] std::string why_not(const security::Identity& /*peer*/) const override {
      return "a test";
    }
  } admission;
  auto traits = GetParam().traits;
  traits.admission = &admission;
  auto guarded = listen(GetParam().unused_address(), rule(), traits);
  ASSERT_TRUE(guarded) << describe(guarded.error());
  listener = std::move(*guarded);
  connect_and_accept();
  EXPECT_EQ(listener->refused_peers(), 0U);
  ASSERT_TRUE(send_text(*client, frame_of(10)));
  EXPECT_EQ(receive_text(*server), frame_of(10));
}

TEST_P(ListenerContract, has_refused_no_peer_at_first) { EXPECT_EQ(listener->refused_peers(), 0U); }

TEST(Connecting, is_unreachable_without_such_a_host_or_path) {
  const Address addresses[] = {TcpAddress{"no-such-host.invalid", 1},
                               TcpAddress{"300.1.2.3.4", 1},
                               UnixAddress{testing::TempDir() + "no-such-folder/socket"},
                               UnixAddress{std::string(200, 'x')},
                               UnixAddress{""},
                               UnixAddress{std::string("a\0b", 3)}};
  for (const auto& address : addresses) {
    const auto connected = connect(address, kLengthPrefixed, test_deadline());
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().fault, ConnectionFault::unreachable)
        << to_string(address) << ": " << describe(connected.error());
  }
}

TEST(Connecting, is_refused_where_no_process_listens) {
  for (const auto& transport : transports()) {
    auto listening = listen(transport.unused_address(), kLengthPrefixed, transport.traits);
    ASSERT_TRUE(listening);
    const auto address = (*listening)->address();
    listening->reset();
    const auto connected = connect(address, kLengthPrefixed, test_deadline(), transport.traits);
    ASSERT_FALSE(connected);
    const bool is_file = std::string_view{transport.name} == "unix_file";
    EXPECT_EQ(connected.error().fault,
              is_file ? ConnectionFault::unreachable : ConnectionFault::refused)
        << describe(connected.error());
  }
}

TEST(Listening, is_unreachable_where_no_such_interface_or_path_is) {
  const Address addresses[] = {TcpAddress{"192.0.2.1", 0}, TcpAddress{"no-such-host.invalid", 0},
                               UnixAddress{testing::TempDir() + "no-such-folder/socket"},
                               UnixAddress{"@" + std::string(107, 'x')}};
  for (const auto& address : addresses) {
    const auto listening = listen(address, kLengthPrefixed);
    ASSERT_FALSE(listening);
    EXPECT_EQ(listening.error().fault, ConnectionFault::unreachable)
        << to_string(address) << ": " << describe(listening.error());
  }
}

TEST(Listening, takes_the_longest_abstract_name) {
  auto name = "@" + unused_name();
  name.resize(107, 'x');
  const auto listening = listen(UnixAddress{name}, kLengthPrefixed);
  ASSERT_TRUE(listening) << describe(listening.error());
  EXPECT_TRUE(connect(UnixAddress{name}, kLengthPrefixed, test_deadline()));
  auto shorter = name;
  shorter.pop_back();
  EXPECT_FALSE(connect(UnixAddress{shorter}, kLengthPrefixed, test_deadline()));
}

TEST(Listening, on_every_interface_serves_ipv4) {
  const auto listening = listen(TcpAddress{"", 0}, kLengthPrefixed);
  ASSERT_TRUE(listening) << describe(listening.error());
  const auto port = std::get<TcpAddress>((*listening)->address()).port;
  EXPECT_NE(port, 0);
  const auto client = connect(TcpAddress{"127.0.0.1", port}, kLengthPrefixed, test_deadline());
  ASSERT_TRUE(client) << describe(client.error());
  const auto server = (*listening)->accept();
  ASSERT_TRUE(server);
  EXPECT_TRUE((*server)->peer().starts_with("tcp:127.0.0.1:"));
}

TEST(Failures, are_described_in_one_line) {
  for (int fault = 0; fault <= static_cast<int>(ConnectionFault::no_room); ++fault) {
    const auto line = describe(ConnectionFailure{static_cast<ConnectionFault>(fault), 111, true});
    EXPECT_FALSE(line.empty());
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_NE(line.find("Connection refused"), std::string::npos);
  }
}

}  // namespace
}  // namespace orbweaver::transport::conformance
