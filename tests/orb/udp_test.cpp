// SPDX-License-Identifier: Apache-2.0
// One-way calls over a network that loses, doubles and displaces: what arrives is in order, and
// what does not is counted.
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/generated/lab/pipeline.hpp>

#include <gmock/gmock.h>

#include <numeric>

#include "lossy_relay.hpp"
#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

class Udp : public TwoOrbs {
 protected:
  void start_with(Mischief mischief, Options server_options) {
    // A lane that holds what a portion sends, unless a test wants it otherwise.
    server_options.insert(server_options.begin(),
                          {"-ORBlaneDepth", "4096", "-ORBendPoint", "giop:udp:127.0.0.1:0"});
    start(server_options, {"-ORBtransport", "udp"});
    servant->on_poke = [this](std::uint32_t number) { journal.add(number); };
    relay.emplace(server->publish(servant), mischief);
    echo = client->echo(relay->reference());
  }
  void TearDown() override {
    echo.reset();
    relay.reset();
    TwoOrbs::TearDown();
  }
  /// In portions that the sockets' buffers hold, so that nothing is lost but by mischief.
  void poke(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t number = first; number <= last; ++number) {
      echo->poke(number);
      ++sent;
      if (number % 32 == 0) settle();
    }
    settle();
  }
  void settle() {
    spin_until([&] { return relay->received == sent; });
    spin_until([&] { return statistics().datagrams_received == relay->forwarded; });
  }
  [[nodiscard]] wire::Statistics statistics() const { return (*server)->statistics(); }
  /// By a two-way call, which has the next number, so that all before it are delivered or missing.
  void finish() {
    relay->let_all_go();
    settle();
    echo->nothing();
  }

  std::shared_ptr<Probe> servant = std::make_shared<Probe>();
  Journal journal;
  std::optional<LossyRelay> relay;
  EchoReference echo;
  std::uint64_t sent = 0;
};

TEST_F(Udp, restores_order_within_the_window) {
  start_with({.seed = 7, .displace_percent = 30, .most_displaced = 8},
             {"-ORBorderWait", "3600000", "-ORBorderWindow", "64"});
  poke(1, 1000);
  finish();
  std::vector<std::uint32_t> all(1000);
  std::iota(all.begin(), all.end(), 1U);
  EXPECT_EQ(journal.entries(), all);
  EXPECT_GT(statistics().requests_held, 100U);
  EXPECT_EQ(statistics().requests_missing, 0U);
  EXPECT_EQ(statistics().requests_late, 0U);
}

TEST_F(Udp, counts_losses_exactly) {
  start_with({.seed = 8, .lose_percent = 10}, {"-ORBorderWait", "1", "-ORBorderWindow", "16"});
  poke(1, 1000);
  finish();
  EXPECT_GT(relay->lost, 0U);
  EXPECT_EQ(statistics().requests_missing, relay->lost);
  EXPECT_EQ(journal.entries().size(), 1000 - relay->lost);
  EXPECT_TRUE(std::ranges::is_sorted(journal.entries()));
}

TEST_F(Udp, delivers_once_what_comes_twice) {
  start_with({.seed = 9, .double_percent = 20}, {});
  poke(1, 1000);
  finish();
  EXPECT_EQ(journal.entries().size(), 1000U);
  EXPECT_GT(relay->doubled, 0U);
  EXPECT_EQ(statistics().requests_late, relay->doubled);
}

TEST_F(Udp, keeps_its_laws_under_all_of_it_at_once) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    start_with({.seed = seed,
                .lose_percent = 5,
                .double_percent = 5,
                .displace_percent = 20,
                .most_displaced = 20},
               {"-ORBorderWait", "1", "-ORBorderWindow", "8"});
    poke(1, 500);
    finish();
    const auto delivered = journal.entries();
    EXPECT_TRUE(std::ranges::is_sorted(delivered));
    EXPECT_EQ(std::ranges::adjacent_find(delivered), delivered.end()) << "delivered twice";
    EXPECT_EQ(delivered.size() + statistics().requests_missing, 500U);
    EXPECT_EQ(delivered.size() + statistics().requests_late, relay->forwarded);
    TearDown();
    servant = std::make_shared<Probe>();
    journal.clear();
    sent = 0;
  }
}

TEST_F(Udp, skips_what_does_not_come_in_time_and_drops_it_later) {
  start_with({.displace_percent = 100, .most_displaced = 1000},
             {"-ORBorderWait", "1", "-ORBorderWindow", "4"});
  echo->poke(1);  // is held back
  spin_until([&] { return relay->received == 1; });
  echo->nothing();  // over tcp, with the next number
  EXPECT_EQ(statistics().requests_missing, 1U);
  relay->let_all_go();
  spin_until([&] { return statistics().requests_late == 1; });
  EXPECT_TRUE(journal.entries().empty());
}

TEST_F(Udp, carries_only_calls_that_want_no_reply_and_orders_them_with_the_others) {
  start_with({}, {"-ORBorderWait", "3600000"});
  for (const auto scope : {Messaging::SYNC_NONE, Messaging::SYNC_WITH_TRANSPORT,
                           Messaging::SYNC_WITH_SERVER, Messaging::SYNC_WITH_TARGET})
    corba::with_policies(echo, sync_scope(scope))->poke(static_cast<std::uint32_t>(scope));
  EXPECT_EQ(echo->add(1, 1), 2);
  EXPECT_EQ(journal.entries(), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(relay->received, 2U);
}

TEST_F(Udp, says_what_to_use_for_a_request_that_no_datagram_holds) {
  start_with({}, {});
  const auto sink = corba::StubFactory::unchecked_narrow<Lab::PacketSink>(echo);
  try {
    sink->send_packet({}, Lab::Samples(10'000));
    FAIL() << "was sent";
  } catch (const CORBA::IMP_LIMIT& refusal) {
    EXPECT_THAT(refusal.detail(), testing::HasSubstr("65507"));
    EXPECT_THAT(refusal.detail(), testing::HasSubstr("-ORBtransport auto"));
  }
  sink->send_packet({}, Lab::Samples(8'000));  // is received, and refused by the servant
  ++sent;
  poke(1, 1);
  (void)journal.wait_for(1);
}

TEST_F(Udp, is_used_only_where_both_sides_ask_for_it) {
  start({"-ORBendPoint", "giop:udp:127.0.0.1:0"}, {});
  servant->on_poke = [this](std::uint32_t number) { journal.add(number); };
  const auto text = server->publish(servant);
  client->echo(text)->poke(1);
  (void)journal.wait_for(1);
  EXPECT_EQ(statistics().datagrams_received, 0U);
  start({}, {"-ORBtransport", "udp"});
  client->echo(server->publish(servant))->poke(2);
  EXPECT_EQ(journal.wait_for(2).size(), 2U);
}

TEST_F(Udp, says_once_for_each_server_that_calls_take_another_way) {
  const StandardError log;
  start({}, {"-ORBtransport", "udp"});
  const auto first = server->publish(std::make_shared<Probe>());
  const auto second = server->publish(std::make_shared<Probe>());
  const auto own = corba::with_policies(client->echo(second),
                                        {std::make_shared<RTCORBA::PrivateConnectionPolicy>()});
  for (const auto& called : {client->echo(first), client->echo(second), own})
    EXPECT_EQ(called->add(1, 2), 3);
  EXPECT_EQ(log.count("-ORBtransport udp: the server at shm:@"), 1U);
  EXPECT_EQ(log.count("offers no datagrams"), 1U);
}

TEST_F(Udp, says_nothing_of_another_way_where_datagrams_are_taken_or_not_asked_for) {
  const StandardError log;
  start({}, {});
  EXPECT_EQ(client->echo(server->publish(std::make_shared<Probe>()))->add(1, 2), 3);
  start_with({}, {});
  poke(1, 1);
  EXPECT_EQ(echo->add(1, 2), 3);
  EXPECT_FALSE(log.has("offers no datagrams"));
}

TEST_F(Udp, is_unharmed_by_hostile_datagrams) {
  start_with({}, {});
  const auto profile =
      *giop::read_iiop_profile(giop::parse_reference(relay->reference())->profiles.at(0));
  transport::UdpAddress address;
  for (const auto& component : profile.components)
    if (const auto endpoint = giop::read_udp_component(component))
      address = {endpoint->host, endpoint->port};
  const auto attacker = std::move(*transport::DatagramSender::open(address));
  std::mt19937 random{1};
  for (int i = 0; i < 500; ++i) {
    std::string noise(random() % 2000, '\0');
    for (auto& letter : noise) letter = static_cast<char>(random());
    if (i % 2 == 0) noise.replace(0, std::min<std::size_t>(noise.size(), 8), "GIOP\1\2\1\0", 8);
    ASSERT_TRUE(attacker->send(std::array{as_bytes(noise)}));
    sent += noise.empty() ? 0U : 1U;
    settle();
  }
  spin_until([&] { return statistics().datagrams_refused == sent; });  // after they are received
  poke(501, 502);
  EXPECT_EQ(journal.wait_for(2), (std::vector<std::uint32_t>{501, 502}));
}

TEST_F(Udp, drops_and_counts_what_finds_its_lane_full_and_delays_no_other_object) {
  start_with({}, {"-ORBlaneDepth", "4", "-ORBorderWait", "1"});
  const ScopedGate gate;
  servant->on_poke = [this, door = gate.share()](std::uint32_t number) {
    door.pass();
    journal.add(number);
  };
  echo->poke(1);
  ++sent;
  settle();
  gate.wait_for_arrivals(1);
  poke(2, 21);
  spin_until([&] { return statistics().datagrams_dropped == 16; });
  Journal others;
  auto other = std::make_shared<Probe>();
  other->on_poke = [&](std::uint32_t number) { others.add(number); };
  client->echo(server->publish(other))->poke(5);
  EXPECT_EQ(others.wait_for(1), (std::vector<std::uint32_t>{5}));
  gate.open();
  echo->nothing();
  EXPECT_EQ(journal.entries().size() + statistics().requests_missing, 21U);
}

}  // namespace
}  // namespace orbweaver::orb_test
