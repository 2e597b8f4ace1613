// SPDX-License-Identifier: Apache-2.0
// A uses port says where it leads; and a tap is a connection of its own kind.
#include <orbweaver/generated/sca/ExtendedCF.hpp>
#include <orbweaver/ports/control_port.hpp>

#include <array>

#include "rig.hpp"

namespace orbweaver::ports {
namespace {

using Interface = standardInterfaces::realLong;

constexpr std::array<std::int32_t, 4> kSamples{1, 2, 3, 4};

class UsesPortsOverAWire : public testing::TestWithParam<const char*> {
 protected:
  Ends ends{GetParam()};
  Journal journal;
  ProvidesPort<Interface> provides{
      {.queue = {.depth = 8}}, [this](auto& packet, const auto&) { journal.add(packet.I.size()); }};

  CORBA::object_reference<CORBA::Object> object() {
    return ends.seen(provides.activate(ends.receiver().poa()));
  }
  /// The port, as an operator sees it.
  CORBA::object_reference<ExtendedCF::QueryablePort> asked(UsesPort<Interface>& uses) {
    return IDL::traits<ExtendedCF::QueryablePort>::narrow(
        ends.receiver().import(ends.sender(), uses.activate(ends.sender().poa())));
  }
};
INSTANTIATE_TEST_SUITE_P(Transport, UsesPortsOverAWire, testing::Values("unix", "inproc"));

TEST_P(UsesPortsOverAWire, list_their_connections) {
  UsesPort<Interface> uses;
  const auto port = asked(uses);
  ASSERT_TRUE(port);
  EXPECT_TRUE(port->connections().empty());
  uses.connect(object(), "a");
  uses.connect(object(), "tap:b");
  const auto listed = port->connections();
  ASSERT_EQ(listed.size(), 2U);
  EXPECT_EQ(listed[0].connectionId(), "a");
  EXPECT_EQ(listed[1].connectionId(), "tap:b");
  for (const auto& text : listed) EXPECT_TRUE(text.port()->_is_equivalent(object()));
  uses.disconnect("a");
  EXPECT_EQ(port->connections().size(), 1U);
}

TEST_P(UsesPortsOverAWire, feed_a_tap_beside_the_others) {
  UsesPort<Interface> uses;
  uses.connect(object(), "a");
  uses.connect(object(), "tap:b");
  uses.push(kSamples);
  EXPECT_EQ(journal.wait_for(2), (std::vector<std::uint64_t>{4, 4}));
}

TEST(AUsesPort, names_the_standard_s_interface_so_that_a_client_of_it_need_not_ask) {
  constexpr const char* kPortInHexadecimal = "49444c3a43462f506f72743a312e30";  // IDL:CF/Port:1.0
  TestOrb orb;
  UsesPort<Interface> data;
  EXPECT_TRUE(orb->object_to_string(data.activate(orb.poa())).contains(kPortInHexadecimal));
  ControlUsesPort<Interface> control;
  EXPECT_TRUE(orb->object_to_string(control.activate(orb.poa())).contains(kPortInHexadecimal));
}

TEST(AControlUsesPort, lists_its_connections) {
  TestOrb orb;
  ProvidesPort<Interface> provides({}, [](auto&, const auto&) {});
  ControlUsesPort<Interface> uses("control");
  const auto object = provides.activate(orb.poa());
  uses.connect(object, "a");
  const auto port = IDL::traits<ExtendedCF::QueryablePort>::narrow(uses.activate(orb.poa()));
  ASSERT_TRUE(port);
  const auto listed = port->connections();
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].connectionId(), "a");
  EXPECT_TRUE(listed[0].port()->_is_equivalent(object));
}

TEST(ATap, that_is_gone_is_disconnected) {
  UsesPort<Interface> uses({.name = "out", .connections = {{"tap:a", {}}}});
  TestOrb sender;
  {
    TestOrb receiver;
    ProvidesPort<Interface> provides({}, [](auto&, const auto&) {});
    uses.connect(sender.import(receiver, provides.activate(receiver.poa())), "tap:a");
  }
  EXPECT_EQ(uses.statistics().size(), 1U);
  spin_until([&] { return uses.statistics().empty(); });  // also though no packet is sent
}

}  // namespace
}  // namespace orbweaver::ports
