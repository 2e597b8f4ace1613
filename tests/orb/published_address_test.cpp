// SPDX-License-Identifier: Apache-2.0
// A server whose references carry another address than the one at which it listens
// (-ORBendPointPublish), and clients that reach it there through a relay.
#include "cutting_relay.hpp"
#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

// Of TEST-NET-1, RFC 5737: no machine has it.
constexpr const char* kNowhere = "giop:tcp:192.0.2.1:2809";

class PublishedAddress : public TwoOrbs {
 protected:
  [[nodiscard]] static giop::IiopProfile profile_of(const std::string& reference) {
    return *giop::read_iiop_profile(giop::parse_reference(reference)->profiles.at(0));
  }
  [[nodiscard]] static std::vector<giop::AlternateAddress> alternates_of(
      const giop::IiopProfile& profile) {
    std::vector<giop::AlternateAddress> alternates;
    for (const auto& component : profile.components)
      if (const auto alternate = giop::read_alternate_address(component))
        alternates.push_back(*alternate);
    return alternates;
  }
};

TEST_F(PublishedAddress, is_where_clients_connect_to) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBendPointPublish", "giop:tcp:127.0.0.2"},
        {"-ORBtransport", "tcp"});
  const auto text = server->publish(std::make_shared<Probe>());
  const auto profile = profile_of(text);
  EXPECT_EQ(profile.host, "127.0.0.2");
  EXPECT_TRUE(alternates_of(profile).empty());
  EXPECT_THROW(client->echo(text)->add(40, 2), CORBA::TRANSIENT) << "the server is not there";
  CuttingRelay relay({"127.0.0.2", profile.port}, transport::TcpAddress{"127.0.0.1", profile.port});
  EXPECT_EQ(client->echo(text)->add(40, 2), 42);
  EXPECT_EQ(relay.connections(), 1U);
}

TEST_F(PublishedAddress, is_in_the_references_that_a_server_returns) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBendPointPublish", "giop:tcp:127.0.0.2:0"},
        {"-ORBtransport", "tcp"});
  const auto text = server->publish_as("Echo", std::make_shared<Probe>());
  const auto port = profile_of(text).port;
  CuttingRelay relay({"127.0.0.2", port}, transport::TcpAddress{"127.0.0.1", port});
  const auto by_url = client->echo("corbaloc:iiop:1.2@127.0.0.2:" + std::to_string(port) + "/Echo");
  EXPECT_EQ(by_url->add(40, 2), 42);
  EXPECT_EQ(client->echo(text)->add(40, 2), 42);
  EXPECT_EQ(relay.connections(), 1U) << "both lead to the same address";
}

TEST_F(PublishedAddress, may_lead_to_a_unix_socket) {
  const std::string path = "@orbweaver-published-" + std::to_string(getpid());
  CuttingRelay relay({"127.0.0.1", 0}, transport::UnixAddress{path});
  start({"-ORBendPoint", "giop:unix:" + path, "-ORBendPointPublish",
         "giop:tcp:127.0.0.1:" + std::to_string(relay.port())},
        {"-ORBtransport", "tcp"});
  EXPECT_EQ(publish(std::make_shared<Probe>())->add(40, 2), 42);
  EXPECT_EQ(relay.connections(), 1U);
}

TEST_F(PublishedAddress, may_be_several_of_which_the_first_that_answers_is_taken) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBendPointPublish", "giop:tcp:127.0.0.3",
         "-ORBendPointPublish", "giop:tcp:127.0.0.1"},
        {"-ORBtransport", "tcp"});
  const auto text = server->publish(std::make_shared<Probe>());
  const auto profile = profile_of(text);
  EXPECT_EQ(profile.host, "127.0.0.3");
  EXPECT_EQ(alternates_of(profile),
            (std::vector<giop::AlternateAddress>{{"127.0.0.1", profile.port}}));
  EXPECT_EQ(client->echo(text)->add(40, 2), 42);
}

TEST_F(PublishedAddress, replaces_the_address_of_datagrams_too) {
  start({"-ORBendPoint", "giop:udp:127.0.0.1:0", "-ORBendPointPublish", "giop:udp:radio.example"});
  const auto profile = profile_of(server->publish(std::make_shared<Probe>()));
  std::vector<giop::UdpEndpoint> datagrams;
  for (const auto& component : profile.components)
    if (const auto endpoint = giop::read_udp_component(component)) datagrams.push_back(*endpoint);
  ASSERT_EQ(datagrams.size(), 1U);
  EXPECT_EQ(datagrams.at(0).host, "radio.example");
  EXPECT_NE(datagrams.at(0).port, 0);
}

TEST_F(PublishedAddress, that_does_not_resolve_is_reported_with_the_option) {
  StandardError log;
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBendPointPublish",
         "giop:tcp:no-such-host.invalid"});
  (void)server->publish(std::make_shared<Probe>());
  EXPECT_EQ(log.count("the host 'no-such-host.invalid' of -ORBendPointPublish does not resolve"),
            1U);
}

TEST_F(PublishedAddress, leaves_a_client_of_the_same_host_its_faster_ways) {
  for (const std::string transport : {"shm", "unix"}) {
    start({"-ORBendPointPublish", kNowhere},
          {"-ORBtransport", transport == "shm" ? "auto" : transport});
    const auto echo = publish(std::make_shared<Probe>());
    EXPECT_EQ(echo->add(40, 2), 42);
    EXPECT_EQ(echo->_transport(), transport);
    TearDown();
  }
}

TEST_F(PublishedAddress, leaves_an_object_of_the_same_orb_local) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBendPointPublish", kNowhere});
  for (const auto& text : {server->publish(std::make_shared<Probe>()),
                           server->publish_as("Echo", std::make_shared<Probe>())}) {
    const auto echo = server->echo(text);
    EXPECT_EQ(echo->add(40, 2), 42);
    EXPECT_EQ(echo->_transport(), "inproc");
  }
}

}  // namespace
}  // namespace orbweaver::orb_test
