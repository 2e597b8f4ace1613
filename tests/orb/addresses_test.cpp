// SPDX-License-Identifier: Apache-2.0
// Where an ORB listens and what its references say of it: IPv6, several addresses, and parts of
// references that it does not know.
#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

class Addresses : public TwoOrbs {};

TEST_F(Addresses, may_be_ipv6) {
  start({"-ORBendPoint", "giop:tcp:[::1]:0"}, {"-ORBtransport", "tcp"});
  const auto text = server->publish_as("Echo", std::make_shared<Probe>());
  const auto profile = giop::read_iiop_profile(giop::parse_reference(text)->profiles.at(0));
  EXPECT_EQ(profile->host, "::1");
  EXPECT_EQ(client->echo(text)->add(40, 2), 42);
  const auto url = "corbaloc:iiop:1.2@[::1]:" + std::to_string(profile->port) + "/Echo";
  const auto by_url = client->echo(url);
  EXPECT_EQ(by_url->add(40, 2), 42);
  EXPECT_EQ(by_url->_transport(), "tcp");
  EXPECT_EQ(client->shared()->statistics().connections_opened, 1U);
}

TEST_F(Addresses, are_all_published_and_the_first_that_answers_is_taken) {
  start({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBendPoint", "giop:tcp:[::1]:0"},
        {"-ORBtransport", "tcp"});
  const auto text = server->publish(std::make_shared<Probe>());
  auto ior = *giop::parse_reference(text);
  auto profile = *giop::read_iiop_profile(ior.profiles.at(0));
  EXPECT_EQ(profile.host, "127.0.0.1");
  std::vector<giop::AlternateAddress> alternates;
  for (const auto& component : profile.components)
    if (const auto alternate = giop::read_alternate_address(component))
      alternates.push_back(*alternate);
  ASSERT_EQ(alternates.size(), 1U);
  EXPECT_EQ(alternates.at(0).host, "::1");
  {
    const RawServer gone;
    profile.port =
        giop::read_iiop_profile(giop::parse_reference(gone.reference())->profiles.at(0))->port;
  }
  ior.profiles.at(0) = giop::make_profile(profile);
  EXPECT_EQ(client->echo(giop::to_string(ior))->add(40, 2), 42);
}

TEST_F(Addresses, that_this_orb_does_not_know_stay_in_a_reference_bit_for_bit) {
  start();
  const auto echo = publish(std::make_shared<Probe>());
  giop::IiopProfile iiop{{1, 2}, "elsewhere", 2809, {std::byte{1}, std::byte{2}}, {}};
  iiop.components = {{0x4711, {std::byte{0xff}, std::byte{0}, std::byte{7}}}, {34, {}}};
  auto odd = giop::make_profile(iiop);
  odd.data.push_back(std::byte{9});  // behind the last component: ignored
  const giop::Ior ior{"IDL:Lab/Counter:1.0",
                      {{0x54414f00, {std::byte{3}, std::byte{1}}},
                       odd,
                       giop::make_multiple_components(iiop.components),
                       {0, {std::byte{1}, std::byte{2}, std::byte{0}}}}};  // IIOP 2.0
  const auto text = giop::to_string(ior);
  const auto object = (*client)->string_to_object(text);
  EXPECT_EQ((*client)->object_to_string(object), text);
  const auto counter = corba::StubFactory::unchecked_narrow<Lab::Counter>(object);
  EXPECT_EQ((*client)->object_to_string(echo->echo_reference(counter)), text);
}

}  // namespace
}  // namespace orbweaver::orb_test
