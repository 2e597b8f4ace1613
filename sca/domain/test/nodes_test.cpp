// SPDX-License-Identifier: Apache-2.0
// Nodes of other ORBs in a domain: they come, answer, lie, hang, leave and die.
#include <orbweaver/registry/program_ends.hpp>
#include "domain_under_test.hpp"
#include "fakes.hpp"

#include <orbweaver/device/end_reports.hpp>

#include <sys/types.h>

#include <atomic>
#include <csignal>
#include <functional>

namespace orbweaver::domain::test {
namespace {

using DomainErrors = CF::DomainManager;

constexpr Nanoseconds kLong = std::chrono::seconds{10};

class ADomainOfNodes : public ADomain {
 protected:
  ~ADomainOfNodes() override { domain.reset(); }

  DomainOptions options_with(Nanoseconds lease) {
    auto new_options = options();
    new_options.this_machine = DomainOptions::ThisMachine::is_no_device;
    new_options.nodes = NodeOptions{.lease = lease, .timeout = std::chrono::seconds{60}};
    new_options.events.on_node_change = [this](const NodeChange& change) {
      changes.add(line_of(change));
    };
    return new_options;
  }
  void begin_with(Nanoseconds lease) { begin(options_with(lease)); }
  /// As its process would do it: by a client of its own ORB.
  CORBA::object_reference<CF::DomainManager> domain_of(FakeNode& which) {
    return IDL::traits<CF::DomainManager>::narrow(
        which.orb->string_to_object(server->object_to_string(domain->manager())));
  }
  void join(FakeNode& which) { domain_of(which)->registerDeviceManager(which.reference); }
  /// Another client releases one component of an application, whose process does not end.
  void release_component(CF::Application& application, std::size_t index) {
    const auto name = application.componentNamingContexts()[index].elementId().substr(1);
    IDL::traits<CF::Resource>::narrow(names->resolve_str(name))->releaseObject();
  }
  [[nodiscard]] bool has_program(std::int64_t process) const {
    return std::filesystem::exists("/proc/" + std::to_string(process));
  }
  void join_with_gpp(FakeNode& which) {
    which.manager->devices = {which.start_gpp()};
    join(which);
  }
  [[nodiscard]] std::optional<CF::ErrorNumberType> number_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const DomainErrors::RegisterError& error) {
      last_message = error.msg();
      return error.errorNumber();
    }
    return {};
  }

  Reports changes;
  std::string last_message;
  FakeNode node{files.folder()};
};

TEST_F(ADomainOfNodes, lists_a_device_of_another_node_with_that_node_alone) {
  auto with = options_with(kLong);
  with.this_machine = DomainOptions::ThisMachine::is_a_device;
  begin(std::move(with));
  join_with_gpp(node);
  const auto managers = manager->deviceManagers();
  ASSERT_EQ(managers.size(), 2U);
  for (const auto& one : managers) EXPECT_EQ(one->registeredDevices().size(), 1U);
}

TEST_F(ADomainOfNodes, lists_a_service_of_another_node_with_that_node_alone) {
  auto with = options_with(kLong);
  with.this_machine = DomainOptions::ThisMachine::is_a_device;
  begin(std::move(with));
  node.manager->services.emplace_back(node.reference, "clock");
  join_with_gpp(node);
  const auto managers = manager->deviceManagers();
  ASSERT_EQ(managers.size(), 2U);
  const bool is_own_first = managers.front()->identifier() != node.manager->identifier();
  const auto& own = managers.at(is_own_first ? 0 : 1);
  const auto& other = managers.at(is_own_first ? 1 : 0);
  own->registerService(own, "log");
  const auto name_of_the_only = [](auto& one) {
    const auto services = one->registeredServices();
    return services.size() == 1 ? services.front().serviceName() : "";
  };
  EXPECT_EQ(name_of_the_only(own), "log");
  EXPECT_EQ(name_of_the_only(other), "clock");
}

TEST_F(ADomainOfNodes, takes_a_node_with_all_that_it_has) {
  begin_with(kLong);
  EXPECT_TRUE(manager->deviceManagers().empty()) << "it has no device of its own";
  node.manager->services.emplace_back(node.reference, "clock");
  join_with_gpp(node);
  ASSERT_EQ(manager->deviceManagers().size(), 1U);
  EXPECT_EQ(manager->deviceManagers().front()->identifier(), "n1");
  EXPECT_TRUE(manager->fileMgr()->exists("/Orbweaver/node1/gpp/gpp.spd.xml"));
  changes.await("node 'n1' registered");
  changes.await("device 'gpp1' of node 'n1' registered");
  changes.await("service 'clock' of node 'n1' registered");
}

CORBA::StringSeq problems_said_by(CF::DomainManager& manager) {
  CF::Properties asked{CF::DataType{resource::kProblemsId, CORBA::Any{}}};
  manager.query(asked);
  CORBA::StringSeq said;
  EXPECT_TRUE(asked.front().value() >>= said);
  return said;
}

TEST_F(ADomainOfNodes, says_which_nodes_and_devices_it_lost) {
  begin_with(std::chrono::seconds{1});
  join_with_gpp(node);
  EXPECT_TRUE(problems_said_by(*manager).empty());
  node.gpp->releaseObject();
  changes.await_begin("device 'gpp1' of node 'n1' left");
  ASSERT_EQ(problems_said_by(*manager).size(), 1U);
  EXPECT_TRUE(problems_said_by(*manager)[0].starts_with("device 'gpp1' of node 'n1' is lost: "));
  domain_of(node)->registerDevice(node.start_gpp(), node.reference);
  EXPECT_TRUE(problems_said_by(*manager).empty());
  node.end();
  changes.await_begin("node 'n1' left");
  ASSERT_EQ(problems_said_by(*manager).size(), 1U);
  EXPECT_TRUE(problems_said_by(*manager)[0].starts_with("node 'n1' is lost: "));
}

TEST_F(ADomainOfNodes, forgets_a_lost_node_that_does_not_come_back) {
  begin_with(std::chrono::seconds{1});
  join_with_gpp(node);
  const auto forget = [this](const std::string& id) {
    CORBA::Any value;
    value <<= id;
    manager->configure({CF::DataType{resource::kForgetLossId, std::move(value)}});
  };
  EXPECT_THROW(forget("n1"), CF::PropertySet::InvalidConfiguration) << "it is there";
  node.end();
  changes.await_begin("node 'n1' left");
  ASSERT_EQ(problems_said_by(*manager).size(), 1U);
  forget("n1");
  EXPECT_TRUE(problems_said_by(*manager).empty());
}

TEST_F(ADomainOfNodes, lists_a_node_once_its_devices_can_be_used) {
  begin_with(kLong);
  const auto device = CORBA::make_reference<FakeDevice>();
  std::optional<std::size_t> listed;
  device->when_asked = [&] { listed = manager->deviceManagers().size(); };
  node.manager->devices = {node.serve_device(device)};
  join(node);
  EXPECT_EQ(listed, 0U);
  EXPECT_EQ(manager->deviceManagers().size(), 1U);
}

TEST_F(ADomainOfNodes, deploys_on_a_device_of_another_orb) {
  begin_with(kLong);
  join_with_gpp(node);
  const auto radio = install(sad())->create("radio", {}, {});
  ASSERT_EQ(radio->componentDevices().size(), 2U);
  EXPECT_EQ(radio->componentDevices()[0].assignedDeviceId(), "gpp1");
  radio->start();
  radio->stop();
  radio->releaseObject();
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE);
  EXPECT_TRUE(torn_down.all().empty());
}

TEST_F(ADomainOfNodes, says_how_a_component_ended_before_it_was_there) {
  begin_with(kLong);  // a step has a minute
  join_with_gpp(node);
  const auto error = error_of_create(install(sad(given("behave", "end at construct"))));
  EXPECT_NE(error.find("the component ended: exit status 3; it printed last: at construct"),
            std::string::npos)
      << error;
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE);
  manager->uninstallApplication("radio-id");
  const auto killed = error_of_create(install(sad(given("behave", "die at construct"))));
  EXPECT_NE(killed.find("the component ended: killed by SIGKILL"), std::string::npos) << killed;
}

TEST_F(ADomainOfNodes, takes_devices_and_services_of_a_node_that_is_there) {
  begin_with(kLong);
  const auto device = node.start_gpp();
  const auto its_domain = domain_of(node);
  EXPECT_THROW(its_domain->registerDevice(device, node.reference),
               DomainErrors::DeviceManagerNotRegistered);
  EXPECT_THROW(its_domain->registerService(node.reference, node.reference, "clock"),
               DomainErrors::DeviceManagerNotRegistered);
  join(node);
  its_domain->registerDevice(device, node.reference);
  its_domain->registerDevice(device, node.reference);
  its_domain->registerService(node.reference, node.reference, "clock");
  changes.await("service 'clock' of node 'n1' registered");
  EXPECT_EQ(changes.count("device 'gpp1' of node 'n1' registered"), 1) << "once is enough";
  EXPECT_NO_THROW(install(sad())->create("radio", {}, {})->releaseObject());
  its_domain->unregisterService(node.reference, "clock");
  changes.await("service 'clock' of node 'n1' unregistered");
}

TEST_F(ADomainOfNodes, plans_with_the_profile_and_what_the_device_says) {
  begin_with(kLong);
  const auto device = CORBA::make_reference<FakeDevice>();
  node.manager->devices = {node.serve_device(device)};
  join(node);
  EXPECT_NE(error_of_create(install(sad())).find("VxWorks"), std::string::npos)
      << "the profile's default, as the device says nothing";
  const auto number = CORBA::make_reference<FakeDevice>();
  number->id = "liar";
  CORBA::Any any;
  any <<= std::int32_t{7};
  number->answers = {CF::DataType{"os_name", any}};
  domain_of(node)->registerDevice(node.serve_device(number), node.reference);
  EXPECT_NE(error_of_create(manager->applicationFactories().front()).find("VxWorks"),
            std::string::npos)
      << "a number is no name";
  const auto linux_device = CORBA::make_reference<FakeDevice>();
  linux_device->id = "linux";
  any <<= std::string{"Linux"};
  linux_device->answers = {CF::DataType{"os_name", any}};
  linux_device->has_room = false;
  domain_of(node)->registerDevice(node.serve_device(linux_device), node.reference);
  (void)error_of_create(manager->applicationFactories().front());
  EXPECT_FALSE(linux_device->calls.empty()) << "it was asked for its capacity";
  EXPECT_TRUE(device->calls.empty());
}

TEST_F(ADomainOfNodes, refuses_what_is_no_good) {
  begin_with(kLong);
  const auto its_domain = domain_of(node);
  EXPECT_THROW(manager->registerDeviceManager(nullptr), CF::InvalidObjectReference);
  EXPECT_THROW(manager->registerDevice(nullptr, nullptr), CF::InvalidObjectReference);
  EXPECT_THROW(its_domain->unregisterDeviceManager(node.reference), CF::InvalidObjectReference);
  node.manager->name = "a/b";
  EXPECT_EQ(number_of([&] { join(node); }), CF::ErrorNumberType::CF_EINVAL);
  EXPECT_NE(last_message.find("'a/b'"), std::string::npos);
  node.manager->name = "node1";
  node.manager->id.clear();
  EXPECT_EQ(number_of([&] { join(node); }), CF::ErrorNumberType::CF_EINVAL);
  node.manager->id = "n1";
  const auto files_of_node = std::exchange(node.manager->files, nullptr);
  EXPECT_EQ(number_of([&] { join(node); }), CF::ErrorNumberType::CF_EINVAL);
  node.manager->files = files_of_node;
  join(node);
  const auto failing = CORBA::make_reference<FakeDevice>();
  const auto device = node.serve_device(failing);
  EXPECT_THROW(its_domain->unregisterDevice(device), CF::InvalidObjectReference);
  failing->fails = true;
  EXPECT_THROW(its_domain->registerDevice(device, node.reference), CF::InvalidObjectReference);
  failing->fails = false;
  failing->id.clear();
  EXPECT_EQ(number_of([&] { its_domain->registerDevice(device, node.reference); }),
            CF::ErrorNumberType::CF_EINVAL);
  failing->id = "d";
  failing->profile = "/gpp/gpp.prf.xml";
  EXPECT_THROW(its_domain->registerDevice(device, node.reference), CF::InvalidProfile);
  problems.await("device 'd': /gpp/gpp.prf.xml: it is no SPD");
  failing->profile = "/none.spd.xml";
  EXPECT_THROW(its_domain->registerDevice(device, node.reference), CF::InvalidProfile);
  EXPECT_TRUE(manager->deviceManagers().front()->registeredDevices().empty());
}

TEST_F(ADomainOfNodes, takes_nothing_of_a_node_whose_device_is_no_good) {
  begin_with(kLong);
  const auto device = CORBA::make_reference<FakeDevice>();
  node.manager->devices = {node.start_gpp(), node.serve_device(device)};
  device->profile = "/none.spd.xml";
  EXPECT_THROW(join(node), CF::InvalidProfile);
  EXPECT_TRUE(manager->deviceManagers().empty());
  EXPECT_FALSE(manager->fileMgr()->exists("/Orbweaver/node1"));
  device->profile = "/gpp/gpp.spd.xml";
  EXPECT_NO_THROW(join(node));
}

TEST_F(ADomainOfNodes, has_one_node_and_one_device_of_an_identifier) {
  begin_with(kLong);
  join_with_gpp(node);
  EXPECT_NO_THROW(join(node)) << "it is registered already";
  FakeNode other{files.folder()};
  EXPECT_EQ(number_of([&] { join(other); }), CF::ErrorNumberType::CF_EEXIST);
  other.manager->id = "n2";
  EXPECT_EQ(number_of([&] { join(other); }), CF::ErrorNumberType::CF_EEXIST)
      << "its label is taken";
  other.manager->name = "node2";
  join(other);
  const auto device = CORBA::make_reference<FakeDevice>();
  device->id = "gpp1";
  const auto its_device = other.serve_device(device);
  EXPECT_EQ(number_of([&] { domain_of(other)->registerDevice(its_device, other.reference); }),
            CF::ErrorNumberType::CF_EEXIST);
  EXPECT_EQ(manager->deviceManagers().size(), 2U);
}

TEST_F(ADomainOfNodes, lets_a_node_that_was_started_again_take_its_place) {
  begin_with(kLong);
  join_with_gpp(node);
  node.end();
  FakeNode again{files.folder()};
  again.manager->devices = {again.start_gpp()};
  join(again);
  EXPECT_EQ(manager->deviceManagers().size(), 1U);
  changes.await("node 'n1' left the domain: it cannot be reached, and another has its identifier");
  EXPECT_NO_THROW(install(sad())->create("radio", {}, {})->releaseObject());
}

TEST_F(ADomainOfNodes, is_not_held_up_by_a_node_that_hangs) {
  auto with = options_with(kLong);
  with.nodes->timeout = std::chrono::milliseconds{50};
  begin(std::move(with));
  const auto its_domain = domain_of(node);
  node.hang();
  EXPECT_THROW(its_domain->registerDeviceManager(node.reference), CF::InvalidObjectReference);
  EXPECT_EQ(manager->identifier(), "Orbweaver");
  node.go_on();
}

TEST_F(ADomainOfNodes, notices_a_node_that_hangs) {
  begin_with(std::chrono::milliseconds{500});
  join(node);
  node.hang();
  changes.await("node 'n1' left the domain: it did not answer within 750 ms");
  EXPECT_TRUE(manager->deviceManagers().empty());
  EXPECT_FALSE(manager->fileMgr()->exists("/Orbweaver/node1"));
  node.go_on();
}

TEST_F(ADomainOfNodes, releases_what_ran_on_a_node_that_is_gone) {
  begin_with(std::chrono::seconds{1});
  join_with_gpp(node);
  const auto radio = install(sad())->create("radio", {}, {});
  radio->start();
  node.end();
  // A call of the release that meets the device's end is reported as failed: then it is "radio 1".
  torn_down.await_begin("radio ");
  EXPECT_TRUE(manager->applications().empty());
  // The device has a lease of its own: the domain may lose it, and release, before it loses the
  // node.
  changes.await_begin("node 'n1' left the domain");
  EXPECT_TRUE(manager->deviceManagers().empty());
  EXPECT_NE(error_of_create(manager->applicationFactories().front()), "")
      << "its capacity has left the domain";
}

TEST_F(ADomainOfNodes, loses_a_device_and_keeps_its_node) {
  begin_with(std::chrono::seconds{1});
  join(node);
  FakeNode process{files.folder()};
  domain_of(process)->registerDevice(process.start_gpp(), node.reference);
  install(sad())->create("radio", {}, {})->start();
  process.end();
  // The device reports how its programs end: the release may meet the device's end.
  torn_down.await_begin("radio ");
  // The device cannot be reached; on a busy machine the domain may first notice that it does not
  // answer.
  changes.await_begin("device 'gpp1' of node 'n1' left the domain: it ");
  EXPECT_EQ(manager->deviceManagers().size(), 1U);
}

TEST_F(ADomainOfNodes, gives_back_what_a_device_has_that_outlives_its_node) {
  begin_with(std::chrono::seconds{1});
  join(node);
  FakeNode process{files.folder()};
  domain_of(process)->registerDevice(process.start_gpp(), node.reference);
  install(sad())->create("radio", {}, {})->start();
  node.end();
  torn_down.await("radio 0");
  EXPECT_TRUE(manager->deviceManagers().empty());
  EXPECT_EQ(process.gpp->usageState(), CF::Device::UsageType::IDLE);
  FakeNode again{files.folder()};
  again.manager->devices = {process.seen_by<CF::Device>(*again.orb, process.gpp)};
  join(again);
  EXPECT_NO_THROW(
      manager->applicationFactories().front()->create("radio", {}, {})->releaseObject());
}

TEST_F(ADomainOfNodes, takes_what_a_node_has_got_when_it_registers_again) {
  begin_with(kLong);
  join(node);
  join_with_gpp(node);
  changes.await("device 'gpp1' of node 'n1' registered");
  EXPECT_EQ(changes.count("node 'n1' registered"), 1);
}

TEST_F(ADomainOfNodes, notices_a_component_that_ends_on_another_node) {
  begin_with(std::chrono::seconds{1});
  join_with_gpp(node);
  const auto radio = install(sad())->create("radio", {}, {});
  radio->start();
  const auto process = radio->componentProcessIds()[1].processId();
  ASSERT_EQ(::kill(static_cast<pid_t>(process), SIGKILL), 0);
  torn_down.await("radio 0");
  ASSERT_EQ(ends.all().size(), 1U);
  EXPECT_EQ(ends.all().front(), "tx: killed by SIGKILL") << "its device reports it";
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE) << "all was given back";
}

TEST_F(ADomainOfNodes, keeps_the_rest_when_a_component_of_another_node_ends) {
  auto with = options_with(std::chrono::seconds{1});
  with.deployment.on_end = deploy::DeploymentOptions::OnEnd::keep;
  begin(std::move(with));
  join_with_gpp(node);
  const auto radio = install(sad())->create("radio", {}, {});
  const auto process = radio->componentProcessIds()[1].processId();
  ASSERT_EQ(::kill(static_cast<pid_t>(process), SIGKILL), 0);
  while (ends.all().empty()) std::this_thread::yield();
  EXPECT_NO_THROW(radio->start());
  EXPECT_NO_THROW(radio->releaseObject());
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE);
}

TEST_F(ADomainOfNodes, terminates_a_component_that_has_no_object_any_more) {
  begin_with(std::chrono::seconds{1});
  join_with_gpp(node);
  const auto radio = install(sad({}, given("behave", "hang at end")))->create("radio", {}, {});
  const auto process = radio->componentProcessIds()[1].processId();
  release_component(*radio, 1);
  torn_down.await("radio 0");
  EXPECT_FALSE(has_program(process));
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE);
}

TEST_F(ADomainOfNodes, terminates_such_a_component_at_once_when_it_keeps_the_rest) {
  auto with = options_with(std::chrono::seconds{1});
  with.deployment.on_end = deploy::DeploymentOptions::OnEnd::keep;
  begin(std::move(with));
  join_with_gpp(node);
  const auto radio = install(sad({}, given("behave", "hang at end")))->create("radio", {}, {});
  const auto process = radio->componentProcessIds()[1].processId();
  release_component(*radio, 1);
  while (has_program(process)) std::this_thread::yield();
  EXPECT_EQ(manager->applications().size(), 1U);
  EXPECT_NO_THROW(radio->releaseObject());
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE);
}

TEST_F(ADomainOfNodes, gives_back_what_a_device_has_before_it_unregisters) {
  begin_with(kLong);
  join_with_gpp(node);
  install(sad())->create("radio", {}, {})->start();
  domain_of(node)->unregisterDevice(node.gpp);
  EXPECT_TRUE(manager->applications().empty());
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE);
  torn_down.await("radio 0");
  changes.await("device 'gpp1' of node 'n1' unregistered");
  EXPECT_NE(error_of_create(manager->applicationFactories().front()), "");
  domain_of(node)->registerDevice(node.gpp, node.reference);
  EXPECT_NO_THROW(
      manager->applicationFactories().front()->create("radio", {}, {})->releaseObject());
}

/// A device that asks to report ends of programs, and the object that the domain gives it for them.
class ALyingDevice : public ADomainOfNodes {
 protected:
  CORBA::object_reference<Orbweaver::ProgramEnds> join_with_liar() {
    const auto liar = CORBA::make_reference<FakeDevice>();
    CORBA::Any yes;
    yes <<= true;
    liar->answers = {CF::DataType{device::kReportsEnds, yes}};
    node.manager->devices = {node.start_gpp(), node.serve_device(liar)};
    join(node);
    CORBA::object_reference<CORBA::Object> listener;
    for (const auto& value : liar->values)
      if (value.id() == device::kReportsEnds) (void)(value.value() >>= listener);
    return IDL::traits<Orbweaver::ProgramEnds>::narrow(listener);
  }
};

TEST_F(ALyingDevice, ends_no_program_of_another_device) {
  begin_with(kLong);
  const auto ends_of_liar = join_with_liar();
  ASSERT_TRUE(ends_of_liar);
  const auto radio = install(sad())->create(
      "radio", {},
      {CF::DeviceAssignmentType{"rx", "gpp1"}, CF::DeviceAssignmentType{"tx", "gpp1"}});
  for (const auto& component_naming_context : radio->componentNamingContexts()) {
    const auto name = component_naming_context.elementId().substr(
        component_naming_context.elementId().rfind('/') + 1);
    ends_of_liar->ended({Orbweaver::ProgramEnd{name, "killed by SIGKILL"}});
  }
  EXPECT_NO_THROW(radio->start());
  EXPECT_NO_THROW(radio->stop());
  EXPECT_TRUE(ends.all().empty());
  EXPECT_TRUE(torn_down.all().empty());
  domain_of(node)->unregisterDevice(node.manager->devices[1]);
  EXPECT_THROW(ends_of_liar->ended({Orbweaver::ProgramEnd{"x", "exit status 0"}}),
               CORBA::OBJECT_NOT_EXIST);
  radio->releaseObject();
}

TEST(TheEndOfAProgram, is_one_line_of_a_bounded_length) {
  std::string said;
  registry::ProgramEnds ends{[&](const std::vector<registry::EndOfProgram>& programs) {
    said = programs.at(0).program + ": " + programs.at(0).how;
  }};
  ends.ended({Orbweaver::ProgramEnd{"rx_1", "exit status 1\n\x1b[2Jforged"}});
  EXPECT_EQ(said.find_first_of("\n\x1b"), std::string::npos) << said;
  EXPECT_TRUE(said.starts_with("rx_1: exit status 1")) << said;
  ends.ended({Orbweaver::ProgramEnd{"rx_1", std::string(100'000, 'x')}});
  EXPECT_LE(said.size(), registry::ProgramEnds::kMostBytes + 10);
}

TEST_F(ADomainOfNodes, keeps_the_rest_as_was_said_when_the_application_was_created) {
  auto with = options_with(kLong);
  std::atomic<bool> keeps = true;
  with.keeps_rest = [&](const std::string&) { return keeps.load(); };
  begin(std::move(with));
  join_with_gpp(node);
  (void)install(sad())->create("radio", {}, {});
  keeps = false;
  domain_of(node)->unregisterDevice(node.gpp);
  EXPECT_EQ(manager->applications().size(), 1U) << "as when its component ends";
  EXPECT_TRUE(torn_down.all().empty());
  domain.reset();
}

TEST_F(ADomainOfNodes, lets_a_node_go) {
  begin_with(kLong);
  node.manager->services.emplace_back(node.reference, "clock");
  join_with_gpp(node);
  (void)install(sad())->create("radio", {}, {});
  domain_of(node)->unregisterDeviceManager(node.reference);
  changes.await("node 'n1' unregistered");
  EXPECT_TRUE(manager->applications().empty());
  EXPECT_TRUE(manager->deviceManagers().empty());
  EXPECT_FALSE(manager->fileMgr()->exists("/Orbweaver/node1"));
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE);
  EXPECT_THROW(manager->unregisterService(node.reference, "clock"), CF::InvalidObjectReference)
      << "its services went with it";
}

TEST_F(ADomainOfNodes, ends_with_nodes_that_hang_and_applications_that_run) {
  auto with = options_with(kLong);
  using deploy::Step;
  for (const auto step : {Step::terminate, Step::unload, Step::deallocate})
    with.deployment.timeouts.set(step, std::chrono::milliseconds{100});
  begin(std::move(with));
  join_with_gpp(node);
  install(sad())->create("radio", {}, {})->start();
  node.hang();
  domain.reset();
  EXPECT_THROW((void)manager->identifier(), CORBA::OBJECT_NOT_EXIST);
  node.go_on();
}

}  // namespace
}  // namespace orbweaver::domain::test
