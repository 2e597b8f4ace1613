// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <thread>

#include "domain_under_test.hpp"

namespace orbweaver::domain::test {
namespace {

CF::DataType value(const std::string& id, auto of) {
  CORBA::Any any;
  any <<= of;
  return CF::DataType{id, std::move(any)};
}

TEST_F(ADomain, takes_an_application_through_its_whole_life) {
  begin();
  const auto factory = install(sad(given("gain", "2.5")));
  EXPECT_EQ(factory->identifier(), "radio-id");
  EXPECT_EQ(factory->name(), "radio");
  EXPECT_EQ(factory->softwareProfile(), "/radio.sad.xml");
  const auto radio = factory->create("my radio", {value("level", std::int32_t{7})}, {});
  EXPECT_EQ(radio->name(), "my radio");
  EXPECT_EQ(radio->identifier(), "radio-id:my radio");
  EXPECT_EQ(radio->profile(), "/radio.sad.xml");
  lines.await(R"(rx: {"event":"connected","id":"data","nil":false})");
  lines.await(R"(tx: {"event":"initialize"})");
  EXPECT_EQ(manager->applications().size(), 1U);

  CF::Properties asked{CF::DataType{"gain", {}}, CF::DataType{"level", {}}};
  radio->query(asked);
  float gain = 0;
  std::int32_t level = 0;
  EXPECT_TRUE(asked[0].value() >>= gain);
  EXPECT_TRUE(asked[1].value() >>= level);
  EXPECT_EQ(gain, 2.5F);
  EXPECT_EQ(level, 7);

  radio->start();
  lines.await(R"(rx: {"event":"start"})");
  radio->stop();
  lines.await(R"(rx: {"event":"stop"})");
  EXPECT_EQ(lines.count(R"(tx: {"event":"start"})"), 0) << "the assembly controller alone";
  radio->releaseObject();
  EXPECT_THROW(radio->start(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(radio->releaseObject(), CORBA::OBJECT_NOT_EXIST);
  lines.await(R"(rx: {"event":"disconnected","id":"data"})");
  lines.await(R"(tx: {"event":"release"})");
  EXPECT_EQ(what_is_left(), "");
  EXPECT_TRUE(ends.all().empty()) << "their ends were expected";
  manager->uninstallApplication("radio-id");
  EXPECT_TRUE(manager->applicationFactories().empty());
  EXPECT_THROW(manager->uninstallApplication("radio-id"), CF::DomainManager::InvalidIdentifier);
}

TEST_F(ADomain, says_of_an_application_where_its_components_are) {
  begin();
  const auto radio = install(sad())->create("radio", {}, {});
  const auto contexts = radio->componentNamingContexts();
  ASSERT_EQ(contexts.size(), 2U);
  EXPECT_EQ(contexts[0].componentId(), "rx:radio");
  const auto rx = names->resolve_str(contexts[0].elementId().substr(1));
  EXPECT_EQ(IDL::traits<CF::Resource>::narrow(rx)->identifier(), "rx:radio");
  const auto processes = radio->componentProcessIds();
  ASSERT_EQ(processes.size(), 2U);
  EXPECT_NE(processes[0].processId(), processes[1].processId());
  const auto devices = radio->componentDevices();
  ASSERT_EQ(devices.size(), 2U);
  EXPECT_EQ(devices[0].assignedDeviceId(), "Orbweaver:this_machine");
  const auto implementations = radio->componentImplementations();
  ASSERT_EQ(implementations.size(), 2U);
  EXPECT_EQ(implementations[1].elementId(), "here");
  EXPECT_TRUE(radio->getPort("in"));
  EXPECT_THROW((void)radio->getPort("out"), CF::PortSupplier::UnknownPort) << "it is not external";
  CF::Properties tests;
  EXPECT_THROW(radio->runTest(1, tests), CF::TestableObject::UnknownTest);
}

TEST_F(ADomain, gives_external_properties_of_other_components) {
  begin();
  const auto radio = install(sad({}, given("level", "4"), R"(
  <externalproperties>
    <property comprefid="tx" propid="level" externalpropid="tx_level"/>
  </externalproperties>)"))
                         ->create("radio", {}, {});
  CF::Properties all;
  radio->query(all);
  const auto is_external = [](const CF::DataType& property) { return property.id() == "tx_level"; };
  const auto found = std::ranges::find_if(all, is_external);
  ASSERT_NE(found, all.end());
  std::int32_t level = 0;
  EXPECT_TRUE(found->value() >>= level);
  EXPECT_EQ(level, 4);
  radio->configure({value("tx_level", std::int32_t{9}), value("level", std::int32_t{2})});
  CF::Properties asked{CF::DataType{"tx_level", {}}, CF::DataType{"level", {}}};
  radio->query(asked);
  EXPECT_TRUE(asked[0].value() >>= level);
  EXPECT_EQ(level, 9);
  EXPECT_TRUE(asked[1].value() >>= level);
  EXPECT_EQ(level, 2);
  try {
    radio->configure({value("tx_level", std::string{"much"}), value("level", std::int32_t{3})});
    ADD_FAILURE() << "a string is no long";
  } catch (const CF::PropertySet::PartialConfiguration& error) {
    ASSERT_EQ(error.invalidProperties().size(), 1U);
    EXPECT_EQ(error.invalidProperties()[0].id(), "tx_level");
  }
  CF::Properties unknown{CF::DataType{"colour", {}}};
  EXPECT_THROW(radio->query(unknown), CF::UnknownProperties);
}

TEST_F(ADomain, creates_from_eight_clients_at_once) {
  begin();
  const auto factory = install(sad());
  std::vector<CORBA::object_reference<CF::Application>> radios(8);
  {
    std::vector<std::jthread> clients;
    for (auto& radio : radios)
      clients.emplace_back([&] { radio = factory->create("radio", {}, {}); });
  }
  std::vector<std::string> identifiers;
  for (const auto& radio : radios) {
    ASSERT_TRUE(radio);
    EXPECT_EQ(radio->name(), "radio");
    identifiers.push_back(radio->identifier());
  }
  std::ranges::sort(identifiers);
  EXPECT_EQ(std::ranges::unique(identifiers).size(), 0U) << "each has names of its own";
  EXPECT_EQ(manager->applications().size(), 8U);
  {
    std::vector<std::jthread> clients;
    for (const auto& radio : radios)
      clients.emplace_back([&] {
        radio->start();
        radio->releaseObject();
      });
  }
  EXPECT_EQ(what_is_left(), "");
}

std::ptrdiff_t open_descriptors() {
  const std::filesystem::directory_iterator all{"/proc/self/fd"};
  return std::distance(begin(all), end(all));
}

// An ORB notices within a part of this time that a server has closed a connection.
TEST_F(ADomain, gives_the_descriptors_of_its_connections_back) {
  server->destroy();
  server = CORBA::ORB_init({"-ORBclientIdle", "400"});
  begin();
  const auto factory = install(sad());
  const auto live_once = [&] {
    const auto radio = factory->create("radio", {}, {});
    radio->start();
    radio->releaseObject();
  };
  const auto before = open_descriptors();
  for (int i = 0; i < 10; ++i) live_once();
  constexpr std::ptrdiff_t kGuardAndOutput = 10;  // of the device, from its first program on
  while (open_descriptors() > before + kGuardAndOutput) std::this_thread::yield();
}

TEST_F(ADomain, releases_an_application_once_for_two_clients) {
  begin();
  const auto radio = install(sad())->create("radio", {}, {});
  {
    const auto release = [&] {
      try {
        radio->releaseObject();
      } catch (const CORBA::OBJECT_NOT_EXIST&) {
      }
    };
    const std::jthread one{release}, other{release};
  }
  EXPECT_EQ(what_is_left(), "");
}

TEST_F(ADomain, ends_with_applications_that_run) {
  begin();
  const auto factory = install(sad(given("child", "true")));
  factory->create("radio", {}, {})->start();
  (void)factory->create("radio", {}, {});
  domain.reset();
  EXPECT_THROW((void)manager->identifier(), CORBA::OBJECT_NOT_EXIST);
}

TEST_F(ADomain, refuses_wrong_assignments_and_configurations) {
  begin();
  const auto factory = install(sad());
  try {
    (void)factory->create("radio", {}, {CF::DeviceAssignmentType{"rx", "no device"}});
    ADD_FAILURE();
  } catch (const CF::ApplicationFactory::CreateApplicationRequestError& error) {
    ASSERT_EQ(error.invalidAssignments().size(), 1U);
    EXPECT_EQ(error.invalidAssignments()[0].componentId(), "rx");
  }
  try {
    (void)factory->create("radio", {value("colour", std::int32_t{1})}, {});
    ADD_FAILURE();
  } catch (const CF::ApplicationFactory::InvalidInitConfiguration& error) {
    ASSERT_EQ(error.invalidProperties().size(), 1U);
    EXPECT_EQ(error.invalidProperties()[0].id(), "colour");
  }
  EXPECT_EQ(what_is_left(), "");
  EXPECT_NO_THROW(
      factory->create("radio", {}, {CF::DeviceAssignmentType{"rx", "Orbweaver:this_machine"}}));
}

TEST_F(ADomain, gives_applications_names_that_devices_do_not_take_for_each_other) {
  begin();
  const auto factory = install(sad());
  const std::pair<std::string, std::string> cases[]{
      {"fm", ":fm"}, {"x:fm", ":x:fm_2"}, {"fm:", ":fm:_2"}, {"y:am", ":y:am"}};
  for (const auto& [wished, given] : cases) {
    const auto identifier = factory->create(wished, {}, {})->identifier();
    EXPECT_TRUE(identifier.ends_with(given)) << wished << ": " << identifier;
  }
}

}  // namespace
}  // namespace orbweaver::domain::test
