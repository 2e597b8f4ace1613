// SPDX-License-Identifier: Apache-2.0
// Events of a domain on its event channels, and the consumers that get them.
#include "domain_under_test.hpp"
#include "fakes.hpp"

#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/corba/CosEventChannelAdmin.hpp>
#include <orbweaver/generated/corba/CosEventComm_poa.hpp>
#include <orbweaver/generated/sca/StandardEvent.hpp>

namespace orbweaver::domain::test {
namespace {

using DomainErrors = CF::DomainManager;
using StandardEvent::DomainManagementObjectAddedEventType;
using StandardEvent::DomainManagementObjectRemovedEventType;
using StandardEvent::SourceCategoryType;
using StandardEvent::StateChangeEventType;

constexpr const char* kOutgoing = "ODM_Channel";
constexpr const char* kIncoming = "IDM_Channel";

std::string kind_of(SourceCategoryType kind) {
  static const std::map<SourceCategoryType, std::string> kNames{
      {SourceCategoryType::DEVICE_MANAGER, "node"},
      {SourceCategoryType::DEVICE, "device"},
      {SourceCategoryType::APPLICATION_FACTORY, "factory"},
      {SourceCategoryType::APPLICATION, "application"},
      {SourceCategoryType::SERVICE, "service"}};
  return kNames.at(kind);
}

std::string line_of(const CORBA::Any& event) {
  if (DomainManagementObjectAddedEventType added; event >>= added)
    return added.producerId() + ": " + kind_of(added.sourceCategory()) + " " + added.sourceName() +
           (added.sourceIOR() ? " is there" : " is nil");
  if (DomainManagementObjectRemovedEventType removed; event >>= removed)
    return removed.producerId() + ": " + kind_of(removed.sourceCategory()) + " " +
           removed.sourceName() + " has left";
  if (StateChangeEventType changed; event >>= changed)
    return changed.sourceId() + ": " + std::to_string(static_cast<int>(changed.stateChangeFrom())) +
           " to " + std::to_string(static_cast<int>(changed.stateChangeTo()));
  return "something else";
}

class Listener final : public CORBA::servant_traits<CosEventComm::PushConsumer>::base_type {
 public:
  Reports events;
  void push(const CORBA::Any& data) override { events.add(line_of(data)); }
  void disconnect_push_consumer() override { events.add("disconnected"); }
};

class AListener : public ADomain {
 protected:
  [[nodiscard]] CORBA::object_reference<CORBA::Object> serve(
      const PortableServer::Servant& servant) const {
    const auto root =
        IDL::traits<PortableServer::POA>::narrow(client->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    return root->servant_to_reference(servant);
  }
  void listen(const std::string& channel) {
    manager->registerWithEventChannel(serve(listener), "me", channel);
  }
  Reports& heard() { return listener->events; }

  std::shared_ptr<Listener> listener = CORBA::make_reference<Listener>();
};

TEST_F(AListener, hears_of_applications_and_their_factories) {
  begin();
  listen(kOutgoing);
  const auto factory = install(sad());
  const auto name = factory->name();
  const auto radio = factory->create("one", {}, {});
  radio->releaseObject();
  manager->uninstallApplication(factory->identifier());
  heard().await("Orbweaver: factory " + name + " has left");
  EXPECT_EQ(heard().all(), (std::vector<std::string>{"Orbweaver: factory " + name + " is there",
                                                     "Orbweaver: application one is there",
                                                     "Orbweaver: application one has left",
                                                     "Orbweaver: factory " + name + " has left"}));
}

TEST_F(AListener, hears_of_nodes_devices_and_services) {
  auto with = options();
  with.this_machine = DomainOptions::ThisMachine::is_no_device;
  with.nodes = NodeOptions{.lease = std::chrono::seconds{10}, .timeout = std::chrono::seconds{60}};
  begin(std::move(with));
  listen(kOutgoing);
  FakeNode node{files.folder()};
  node.manager->devices = {node.start_gpp()};
  node.manager->services.emplace_back(node.reference, "clock");
  const auto its_domain = node.seen_by(*node.orb, domain->manager());
  its_domain->registerDeviceManager(IDL::traits<CF::DeviceManager>::narrow(node.reference));
  heard().await("Orbweaver: node node1 is there");
  heard().await("Orbweaver: device gpp is there");
  heard().await("Orbweaver: service clock is there");
  its_domain->unregisterDevice(node.gpp);
  heard().await("Orbweaver: device gpp has left");
  its_domain->unregisterDeviceManager(node.reference);
  heard().await("Orbweaver: node node1 has left");
}

TEST_F(AListener, hears_of_the_states_of_this_machine) {
  begin();
  listen(kIncoming);
  const auto device = manager->deviceManagers().front()->registeredDevices().front();
  device->adminState(CF::Device::AdminType::LOCKED);
  device->adminState(CF::Device::AdminType::UNLOCKED);
  heard().await("Orbweaver:this_machine: 0 to 1");  // unlocked; from locked
}

TEST_F(AListener, that_has_left_hears_nothing_more) {
  begin();
  listen(kOutgoing);
  const auto other = CORBA::make_reference<Listener>();
  manager->registerWithEventChannel(serve(other), "other", kOutgoing);
  manager->unregisterFromEventChannel("me", kOutgoing);
  const auto factory = install(sad());
  other->events.await("Orbweaver: factory " + factory->name() + " is there");
  EXPECT_TRUE(heard().all().empty());
}

TEST_F(AListener, is_refused_by_name) {
  begin();
  EXPECT_THROW(listen("no_channel"), DomainErrors::InvalidEventChannelName);
  EXPECT_THROW(manager->registerWithEventChannel(nullptr, "me", kOutgoing),
               CF::InvalidObjectReference);
  EXPECT_THROW(manager->registerWithEventChannel(manager, "me", kOutgoing),
               CF::InvalidObjectReference)
      << "a domain manager is no consumer";
  EXPECT_THROW(manager->unregisterFromEventChannel("me", "no_channel"),
               DomainErrors::InvalidEventChannelName);
  EXPECT_THROW(manager->unregisterFromEventChannel("me", kOutgoing), DomainErrors::NotConnected);
  listen(kOutgoing);
  EXPECT_THROW(listen(kOutgoing), DomainErrors::AlreadyConnected);
  EXPECT_NO_THROW(listen(kIncoming)) << "an id is of one channel";
}

TEST_F(AListener, that_crashed_can_register_again) {
  begin();
  const auto crashed = CORBA::ORB_init();
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(crashed->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  const auto its = root->servant_to_reference(CORBA::make_reference<Listener>());
  manager->registerWithEventChannel(client->string_to_object(crashed->object_to_string(its)), "me",
                                    kOutgoing);
  crashed->destroy();
  EXPECT_NO_THROW(listen(kOutgoing));
  EXPECT_THROW(listen(kOutgoing), DomainErrors::AlreadyConnected) << "this one lives";
  const auto factory = install(sad());
  heard().await("Orbweaver: factory " + factory->name() + " is there");
}

TEST_F(AListener, finds_the_channels_at_the_naming_service) {
  begin();
  using CosEventChannelAdmin::EventChannel;
  const auto channel =
      IDL::traits<EventChannel>::narrow(names->resolve_str("Orbweaver/ODM_Channel"));
  const auto proxy = channel->for_consumers()->obtain_push_supplier();
  proxy->connect_push_consumer(IDL::traits<CosEventComm::PushConsumer>::narrow(serve(listener)));
  const auto factory = install(sad());
  heard().await("Orbweaver: factory " + factory->name() + " is there");
  EXPECT_THROW(channel->destroy(), CORBA::NO_PERMISSION) << "the channel is the domain's";
}

TEST_F(AListener, learns_of_the_end_of_the_domain) {
  begin();
  listen(kOutgoing);
  domain.reset();
  heard().await("disconnected");
}

}  // namespace
}  // namespace orbweaver::domain::test
