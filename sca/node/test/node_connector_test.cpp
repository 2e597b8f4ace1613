// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/Port_poa.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

#include "node_connector.hpp"

namespace orbweaver::node {
namespace {

/// A uses port whose connectPort returns when the test lets it.
class Uses final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  void connectPort(CORBA::object_reference<CORBA::Object>, const std::string&) override {
    if (!connecting.try_wait()) connecting.count_down();
    may_connect.wait();
    ++made;
    ++connections;
  }
  void disconnectPort(const std::string&) override { --connections; }

  std::latch connecting{1}, may_connect{1};
  std::atomic<int> made = 0, connections = 0;
};

profile::PortEnd interface_of(const std::string& component) {
  return {profile::PortEnd::Kind::supported, "", profile::InstantiationRef{component}, {}};
}

NodePlan plan_of_one() {
  NodePlan plan;
  plan.connections.push_back({"link", interface_of("one"), interface_of("two"), {}});
  return plan;
}

NodePlan plan_with_the_domain() {
  const profile::FindBy manager{profile::FindBy::Way::domain_finder, "domain", "domainmanager", {}};
  NodePlan plan;
  plan.connections.push_back({"link", interface_of("one"), manager, {}});
  return plan;
}

class AConnector : public testing::Test {
 protected:
  AConnector() {
    const auto root =
        IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    object = root->id_to_reference(root->activate_object(uses));
  }
  ~AConnector() override { orb->destroy(); }
  AConnector(const AConnector&) = delete;
  AConnector& operator=(const AConnector&) = delete;

  NodeConnector connector_for(const NodePlan& planned) {
    return {planned,
            {[this](const std::string&) { return object; },
             [this](const profile::FindBy&) { return object; },
             [](const std::string& line) { ADD_FAILURE() << line; }, std::chrono::seconds{10}}};
  }

  const NodePlan plan = plan_of_one();
  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  std::shared_ptr<Uses> uses = CORBA::make_reference<Uses>();
  ObjectRef object;
  NodeConnector connector = connector_for(plan);
};

TEST_F(AConnector, takes_down_at_its_end_what_another_thread_is_making) {
  std::jthread maker{[&] { connector.connect(); }};
  uses->connecting.wait();
  std::jthread ender{[&] { connector.disconnect(); }};
  uses->may_connect.count_down();
  maker.join();
  ender.join();
  EXPECT_EQ(uses->connections, 0);
}

TEST_F(AConnector, makes_a_connection_again_whose_end_went_while_it_was_made) {
  const auto with_domain = plan_with_the_domain();
  auto to_domain = connector_for(with_domain);
  std::jthread maker{[&] { to_domain.connect(); }};
  uses->connecting.wait();
  to_domain.forget_found();
  uses->may_connect.count_down();
  maker.join();
  EXPECT_EQ(uses->made, 2) << "the first one leads to the domain that is gone";
  EXPECT_EQ(uses->connections, 1);
}

TEST_F(AConnector, calls_no_uses_port_that_went_before_the_other_end) {
  std::jthread maker{[&] { connector.connect(); }};
  uses->connecting.wait();
  connector.forget("one");
  connector.forget("two");
  uses->may_connect.count_down();
  maker.join();
  EXPECT_EQ(uses->made, 2);
  EXPECT_EQ(uses->connections, 2) << "the first port is gone, so disconnectPort is not called";
}

TEST_F(AConnector, makes_no_connection_after_its_end) {
  uses->may_connect.count_down();
  connector.disconnect();
  connector.forget("one");
  connector.connect();
  EXPECT_EQ(uses->connections, 0);
}

TEST_F(AConnector, makes_a_connection_again_when_an_end_came_back) {
  uses->may_connect.count_down();
  connector.connect();
  EXPECT_EQ(uses->connections, 1);
  connector.forget("two");
  EXPECT_EQ(uses->connections, 0);
  EXPECT_EQ(connector.open(), std::vector<std::string>{"link"});
  connector.connect();
  EXPECT_EQ(uses->connections, 1);
  connector.disconnect();
  EXPECT_EQ(uses->connections, 0);
}

TEST_F(AConnector, reports_no_uses_port_that_is_gone) {
  uses->may_connect.count_down();
  connector.connect();
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->deactivate_object(root->reference_to_id(object));
  connector.forget("two");  // before the node learns that "one" has ended, too
  EXPECT_EQ(uses->connections, 1) << "it was not called";
}

}  // namespace
}  // namespace orbweaver::node
