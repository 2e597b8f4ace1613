#include <orbweaver/generated/sca/CF/Port_poa.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

#include "connector.hpp"

namespace orbweaver::node {
namespace {

/// A uses port whose connectPort returns when the test lets it.
class Uses final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  void connectPort(CORBA::object_reference<CORBA::Object>, const std::string&) override {
    connecting.count_down();
    may_connect.wait();
    ++connections;
  }
  void disconnectPort(const std::string&) override { --connections; }

  std::latch connecting{1}, may_connect{1};
  std::atomic<int> connections = 0;
};

profile::PortEnd interface_of(const std::string& component) {
  return {profile::PortEnd::Kind::supported, "", profile::InstantiationRef{component}, {}};
}

NodePlan plan_of_one() {
  NodePlan plan;
  plan.connections.push_back({"link", interface_of("one"), interface_of("two"), {}});
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

  const NodePlan plan = plan_of_one();
  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  std::shared_ptr<Uses> uses = CORBA::make_reference<Uses>();
  ObjectRef object;
  Connector connector{
      plan,
      {[this](const std::string&) { return object; },
       [](const profile::FindBy&) -> ObjectRef { return nullptr; },
       [](const std::string& line) { ADD_FAILURE() << line; }, std::chrono::seconds{10}}};
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

}  // namespace
}  // namespace orbweaver::node
