// SPDX-License-Identifier: Apache-2.0
// Connections of a SAD, resolved.
#include "sample.hpp"

#include <orbweaver/deploy/plan.hpp>

#include <gtest/gtest.h>

#include <set>

namespace orbweaver::deploy {
namespace {

using profile::InstantiationRef;
using testing::Sample;

class TopologyTest : public ::testing::Test {
 protected:
  TopologyTest() {
    sample_.add("a");
    profile::UsesDevice uses;
    uses.id = "antenna";
    sample_.add("b").spd.uses_devices.push_back(uses);
  }
  Topology topology(const std::string& name = "app") {
    PlanReport report;
    auto plan = make_dry_plan(sample_.request(name), report);
    EXPECT_TRUE(plan.has_value()) << to_text(report);
    return plan ? plan->topology : Topology{};
  }
  std::string fault() {
    PlanReport report;
    auto plan = make_dry_plan(sample_.request(), report);
    return plan ? "" : line(plan.error().failures.at(0));
  }
  profile::ConnectInterface& add() {
    return sample_.connect("c", InstantiationRef{"a"}, "out", InstantiationRef{"b"}, "in");
  }

  Sample sample_;
};

TEST_F(TopologyTest, joins_ports_of_components) {
  add();
  const auto result = topology().connections.at(0);
  EXPECT_EQ(result.id, "c");
  EXPECT_EQ(result.uses, (End{ComponentOwner{"a:app"}, End::Kind::uses_port, "out"}));
  EXPECT_EQ(result.provides, (End{ComponentOwner{"b:app"}, End::Kind::provides_port, "in"}));
}

TEST_F(TopologyTest, knows_every_other_kind_of_end) {
  using Kind = profile::PortEnd::Kind;
  using Way = profile::FindBy::Way;
  const profile::Target b{InstantiationRef{"b"}};
  add().other = profile::PortEnd{Kind::supported, "IDL:CF/Resource:1.0", b, {}};
  add().other = profile::FindBy{Way::naming_service, "Dom/Log", {}, {}};
  add().other = profile::FindBy{Way::stringified_reference, "corbaloc::h/x", {}, {}};
  add().other = profile::FindBy{Way::domain_finder, "ODM_Channel", "eventchannel", {}};
  add().other = profile::PortEnd{Kind::provides, "p", profile::DeviceThatLoaded{"b"}, {}};
  add().other =
      profile::PortEnd{Kind::provides, "p", profile::DeviceUsedByComponent{"b", "antenna"}, {}};
  std::vector<std::string> ends;
  for (const auto& connection : topology().connections)
    ends.push_back(text_of(connection.provides));
  EXPECT_EQ(ends, (std::vector<std::string>{
                      "component 'b:app' as 'IDL:CF/Resource:1.0'",
                      "'Dom/Log' of the naming service",
                      "the reference 'corbaloc::h/x'",
                      "the domain's eventchannel 'ODM_Channel'",
                      "provides port 'p' of device 'gpp'",
                      "provides port 'p' of device 'gpp'",
                  }));
}

TEST_F(TopologyTest, gives_every_connection_an_id_of_its_own) {
  add();
  add();
  add().id = "";
  add().id = "connection_1";
  std::set<std::string> ids;
  for (const auto& connection : topology().connections) ids.insert(connection.id);
  EXPECT_EQ(ids.size(), 4U);
  EXPECT_TRUE(ids.contains("c"));
  EXPECT_TRUE(ids.contains("connection_1"));
}

TEST_F(TopologyTest, gives_ids_that_differ_between_applications_at_ports_that_they_share) {
  add().uses->target = profile::DeviceThatLoaded{"a"};
  EXPECT_NE(topology("one").connections.at(0).id, topology("two").connections.at(0).id);
}

TEST_F(TopologyTest, resolves_external_ports_and_properties) {
  sample_.sad.external_ports.push_back({profile::PortEnd::Kind::provides, "in", "rf", "b", {}, {}});
  sample_.sad.external_properties.push_back({"a", "gain", {}, {}});
  const auto new_topology = topology();
  EXPECT_EQ(new_topology.external_ports.at(0).name, "rf");
  EXPECT_EQ(new_topology.external_ports.at(0).end,
            (End{ComponentOwner{"b:app"}, End::Kind::provides_port, "in"}));
  EXPECT_EQ(new_topology.external_properties.at(0).id, "gain");
  EXPECT_EQ(new_topology.external_properties.at(0).component, "a:app");
}

TEST_F(TopologyTest, names_what_a_connection_refers_to_and_is_not_there) {
  add().uses->target = InstantiationRef{"z"};
  EXPECT_EQ(fault(), "connect: failed: connection 'c': the application has no component 'z'");
  sample_.sad.connections.clear();
  add().uses->target = profile::DeviceUsedByComponent{"b", "dish"};
  EXPECT_EQ(fault(), "connect: failed: connection 'c': component 'b' has no usesdevice 'dish'");
  sample_.sad.connections.clear();
  add().other = std::monostate{};
  EXPECT_EQ(fault(), "connect: failed: connection 'c': it has one end only");
}

}  // namespace
}  // namespace orbweaver::deploy
