// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/device/state_event.hpp>
#include <orbweaver/generated/corba/CosEventChannelAdmin_poa.hpp>
#include <orbweaver/node/state_port.hpp>

#include <gtest/gtest.h>

#include <condition_variable>
#include <string>
#include <vector>

namespace orbweaver::node {
namespace {

using StandardEvent::StateChangeEventType;

/// The events that came in at a channel.
class Received {
 public:
  void add(const std::string& what) {
    const std::scoped_lock lock{mutex_};
    all_.push_back(what);
    changed_.notify_all();
  }
  std::vector<std::string> await(std::size_t count) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return all_.size() >= count; });
    return all_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> all_;
};

class WayIn final
    : public CORBA::servant_traits<CosEventChannelAdmin::ProxyPushConsumer>::base_type {
 public:
  explicit WayIn(Received& received) : received_(&received) {}
  void connect_push_supplier(CORBA::object_reference<CosEventComm::PushSupplier>) override {}
  void push(const CORBA::Any& data) override {
    StateChangeEventType event;
    const bool is_one = data >>= event;
    const bool is_active = event.stateChangeTo() == StandardEvent::StateChangeType::ACTIVE;
    received_->add(is_one ? event.sourceId() + (is_active ? " is active" : " is idle") : "?");
  }
  void disconnect_push_consumer() override { received_->add("disconnected"); }

 private:
  Received* received_;
};

class Suppliers final
    : public CORBA::servant_traits<CosEventChannelAdmin::SupplierAdmin>::base_type {
 public:
  CORBA::object_reference<CosEventChannelAdmin::ProxyPushConsumer> obtain_push_consumer() override {
    return way_in;
  }
  CORBA::object_reference<CosEventChannelAdmin::ProxyPullConsumer> obtain_pull_consumer() override {
    throw CORBA::NO_IMPLEMENT();
  }
  CORBA::object_reference<CosEventChannelAdmin::ProxyPushConsumer> way_in;
};

class Channel final : public CORBA::servant_traits<CosEventChannelAdmin::EventChannel>::base_type {
 public:
  CORBA::object_reference<CosEventChannelAdmin::ConsumerAdmin> for_consumers() override {
    throw CORBA::NO_IMPLEMENT();
  }
  CORBA::object_reference<CosEventChannelAdmin::SupplierAdmin> for_suppliers() override {
    return suppliers;
  }
  void destroy() override {}
  CORBA::object_reference<CosEventChannelAdmin::SupplierAdmin> suppliers;
};

/// A device's port in one ORB, a channel in another.
class AStatePort : public testing::Test {
 protected:
  AStatePort() {
    const auto root =
        IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto served = [&](const auto& entry) {
      return root->id_to_reference(root->activate_object(entry));
    };
    using namespace CosEventChannelAdmin;
    suppliers->way_in =
        IDL::traits<ProxyPushConsumer>::narrow(served(CORBA::make_reference<WayIn>(received)));
    servant->suppliers = IDL::traits<SupplierAdmin>::narrow(served(suppliers));
    channel = client->string_to_object(server->object_to_string(served(servant)));
    port = StatePort::serve(client, "mast:device").servant;
  }
  ~AStatePort() override {
    client->destroy();
    server->destroy();
  }
  AStatePort(const AStatePort&) = delete;
  AStatePort& operator=(const AStatePort&) = delete;

  void report(device::UsageState from, device::UsageState to) {
    port->report(device::Change{from, to});
  }

  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  Received received;
  std::shared_ptr<Suppliers> suppliers = CORBA::make_reference<Suppliers>();
  std::shared_ptr<Channel> servant = CORBA::make_reference<Channel>();
  CORBA::object_reference<CORBA::Object> channel;
  std::shared_ptr<StatePort> port;
};

using enum device::UsageState;

TEST_F(AStatePort, sends_each_change_to_the_channel_in_order) {
  report(idle, active);  // without a connection it goes nowhere
  port->connectPort(channel, "states");
  report(idle, active);
  report(active, idle);
  EXPECT_EQ(received.await(2),
            (std::vector<std::string>{"mast:device is active", "mast:device is idle"}));
  port->disconnectPort("states");
  EXPECT_EQ(received.await(3).back(), "disconnected");
}

TEST_F(AStatePort, has_one_connection) {
  port->connectPort(channel, "states");
  EXPECT_THROW(port->connectPort(channel, "again"), CF::Port::OccupiedPort);
  EXPECT_THROW(port->disconnectPort("again"), CF::Port::InvalidPort);
  port->disconnectPort("states");
  EXPECT_NO_THROW(port->connectPort(channel, "again"));
}

TEST_F(AStatePort, refuses_what_is_no_channel) {
  EXPECT_THROW(port->connectPort(nullptr, "states"), CF::Port::InvalidPort);
  EXPECT_THROW(port->connectPort(suppliers->way_in, "states"), CF::Port::InvalidPort);
}

TEST_F(AStatePort, lets_a_channel_go_that_is_gone) {
  port->connectPort(channel, "states");
  server->shutdown(true);
  report(idle, active);
  EXPECT_NO_THROW(port->disconnectPort("states"));
}

}  // namespace
}  // namespace orbweaver::node
