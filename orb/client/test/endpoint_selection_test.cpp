// SPDX-License-Identifier: Apache-2.0
#include "endpoint_selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orbweaver::client {
namespace {

using testing::_;
using testing::ElementsAre;
using transport::Address;
using transport::ShmAddress;
using transport::TcpAddress;
using transport::UnixAddress;

const Address kShm{ShmAddress{"@s"}}, kUnix{UnixAddress{"@u"}}, kTcp{TcpAddress{"radio1", 2809}};

giop::IiopProfile profile_of(const std::string& host, std::uint16_t port = 2809) {
  giop::IiopProfile profile;
  profile.version = {1, 2};
  profile.host = host;
  profile.port = port;
  profile.object_key = {std::byte{1}};
  return profile;
}

/// As our servers publish themselves.
giop::IiopProfile profile_with_all_ways(const std::string& host) {
  auto profile = profile_of(host);
  profile.components.push_back(giop::make_component(giop::UnixEndpoint{host, "@u"}));
  profile.components.push_back(giop::make_component(giop::ShmEndpoint{host, "@s"}));
  return profile;
}

giop::Ior ior_of(const std::vector<giop::IiopProfile>& profiles) {
  giop::Ior ior{"IDL:X:1.0", {}};
  for (const auto& profile : profiles) ior.profiles.push_back(giop::make_profile(profile));
  return ior;
}

const Here kRadio1{wire::TransportChoice::automatic, {}, "radio1"};

Here here(wire::TransportChoice choice, wire::LocalTransports transports = {}) {
  return {choice, transports, "radio1"};
}

std::vector<Address> addresses(const giop::Ior& ior, const Here& from) {
  return addresses_of(usable_profiles(ior), from);
}

std::string why(const giop::Ior& ior, const Address& taken, const Here& from,
                const std::vector<UnreachedAddress>& refusals = {}) {
  return choice_of_endpoint(ior, taken, Reference::Sharing::shared, refusals, from).why;
}

TEST(EndpointSelection, are_tried_fastest_first_on_the_same_host) {
  const auto ior = ior_of({profile_with_all_ways("radio1")});
  EXPECT_THAT(addresses(ior, kRadio1), ElementsAre(kShm, kUnix, kTcp));
  EXPECT_EQ(choice_of_endpoint(ior, kShm, Reference::Sharing::shared, {}, kRadio1),
            (Choice{"connection to shm:@s", "shm",
                    "the fastest way, and the reference offers it on this host"}));
  EXPECT_EQ(choice_of_endpoint(ior, kShm, Reference::Sharing::own, {}, kRadio1).what,
            "private connection to shm:@s");
}

TEST(EndpointSelection, of_a_reference_with_tcp_only_have_no_faster_one) {
  const auto ior = ior_of({profile_of("radio1")});
  EXPECT_THAT(addresses(ior, kRadio1), ElementsAre(kTcp));
  EXPECT_EQ(why(ior, kTcp, kRadio1),
            "no shm: the reference offers none; no unix: the reference offers none");
}

TEST(EndpointSelection, of_another_host_are_tcp) {
  const auto ior = ior_of({profile_with_all_ways("radio2")});
  const Address tcp{TcpAddress{"radio2", 2809}};
  EXPECT_THAT(addresses(ior, kRadio1), ElementsAre(tcp));
  EXPECT_EQ(why(ior, tcp, kRadio1),
            "no shm: the reference names host radio2, this is radio1; "
            "no unix: the reference names host radio2, this is radio1");
}

TEST(EndpointSelection, may_be_forced) {
  const auto ior = ior_of({profile_with_all_ways("radio1")});
  const auto forced = here(wire::TransportChoice::tcp);
  EXPECT_THAT(addresses(ior, forced), ElementsAre(kTcp));
  EXPECT_EQ(why(ior, kTcp, forced), "set by -ORBtransport tcp");
  EXPECT_THAT(addresses(ior, here(wire::TransportChoice::udp)), ElementsAre(kShm, kUnix, kTcp));
}

TEST(EndpointSelection, that_were_forced_and_are_not_there_are_named_beside_those_that_are) {
  EXPECT_EQ(why_no_address(ior_of({profile_of("radio1")}), here(wire::TransportChoice::shm)),
            "no way to the object by -ORBtransport shm (no shm: the reference offers none); the "
            "reference has tcp");
  EXPECT_EQ(
      why_no_address(ior_of({profile_with_all_ways("radio2")}), here(wire::TransportChoice::shm)),
      "no way to the object by -ORBtransport shm (no shm: the reference names host radio2, "
      "this is radio1); the reference has shm, unix, tcp");
  EXPECT_EQ(why_no_address(ior_of({}), kRadio1),
            "no way to the object: the reference has no IIOP profile");
}

TEST(EndpointSelection, that_refused_are_named_with_what_they_said) {
  const auto ior = ior_of({profile_with_all_ways("radio1")});
  EXPECT_EQ(why(ior, kUnix, kRadio1, {{kShm, "shm:@s: no server listens there"}}),
            "shm:@s: no server listens there");
  EXPECT_EQ(why(ior, kTcp, kRadio1, {{kShm, "shm:@s: refused"}, {kUnix, "unix:@u: refused"}}),
            "shm:@s: refused; unix:@u: refused");
}

TEST(EndpointSelection, that_this_machine_lacks_are_not_tried) {
  const auto ior = ior_of({profile_with_all_ways("radio1")});
  const auto no_shm = here(wire::TransportChoice::automatic, {.shm = false});
  EXPECT_THAT(addresses(ior, no_shm), ElementsAre(kUnix, kTcp));
  EXPECT_EQ(why(ior, kUnix, no_shm), "no shm: this machine makes no sealed memory to share");
  const auto tcp_only =
      here(wire::TransportChoice::automatic, {.shm = false, .unix_socket = false});
  EXPECT_THAT(addresses(ior, tcp_only), ElementsAre(kTcp));
}

TEST(EndpointSelection, of_several_profiles_are_taken_in_the_order_of_the_reference) {
  const auto ior = ior_of({profile_of("radio1"), profile_with_all_ways("radio1")});
  EXPECT_THAT(addresses(ior, kRadio1), ElementsAre(kTcp, kShm, kUnix, kTcp));
  EXPECT_EQ(why(ior, kTcp, kRadio1),
            "no shm: a later profile of the reference offers it; "
            "no unix: a later profile of the reference offers it");
}

TEST(EndpointSelection, of_a_reference_that_leads_nowhere_are_none) {
  EXPECT_TRUE(addresses({}, kRadio1).empty());
  EXPECT_TRUE(addresses(ior_of({profile_of("radio1", 0)}), kRadio1).empty());
}

TEST(EndpointSelection, that_hold_for_all_profiles_are_there_once) {
  const std::vector shared{giop::make_component(giop::UnixEndpoint{"radio1", "@u"})};
  auto ior = ior_of({profile_of("radio1"), profile_of("radio1", 2), profile_of("radio1", 3)});
  ior.profiles.push_back(giop::make_multiple_components(shared));
  std::size_t components = 0;
  for (const auto& profile : usable_profiles(ior)) components += profile.components.size();
  EXPECT_EQ(components, 1U);
  EXPECT_THAT(addresses(ior, kRadio1), ElementsAre(kUnix, kTcp, _, _));
}

TEST(EndpointSelection, to_other_objects_do_not_count) {
  auto other = profile_with_all_ways("radio1");
  other.object_key = {std::byte{2}};
  EXPECT_THAT(addresses(ior_of({profile_of("radio1"), other}), kRadio1), ElementsAre(kTcp));
}

}  // namespace
}  // namespace orbweaver::client
