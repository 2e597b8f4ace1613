// SPDX-License-Identifier: Apache-2.0
// The log records that SCA 2.2.2 asks of a domain manager and its applications.
#include "domain_under_test.hpp"
#include "fakes.hpp"

namespace orbweaver::domain::test {
namespace {

class TheLogOfADomain : public ADomain {
 protected:
  ~TheLogOfADomain() override { domain.reset(); }
  [[nodiscard]] std::string last() { return log.all().back(); }
};

TEST_F(TheLogOfADomain, has_the_whole_life_of_an_application) {
  begin();
  install(sad())->create("fm", {}, {})->releaseObject();
  manager->uninstallApplication("radio-id");
  EXPECT_EQ(log.all(),
            (std::vector<std::string>{
                "ADMINISTRATIVE_EVENT application 'radio' was installed from /radio.sad.xml",
                "ADMINISTRATIVE_EVENT application 'fm' was created",
                "ADMINISTRATIVE_EVENT application 'fm' was released",
                "ADMINISTRATIVE_EVENT application 'radio' was uninstalled"}));
}

TEST_F(TheLogOfADomain, has_an_alarm_for_what_an_operator_asked_in_vain) {
  begin();
  EXPECT_ANY_THROW(manager->installApplication("/nowhere.sad.xml"));
  EXPECT_TRUE(
      last().starts_with("FAILURE_ALARM the installation of /nowhere.sad.xml: InvalidFileName"))
      << last();
  EXPECT_ANY_THROW(manager->uninstallApplication("unknown"));
  EXPECT_EQ(last(), "FAILURE_ALARM the removal of application 'unknown': InvalidIdentifier");
  EXPECT_ANY_THROW(install(sad(given("behave", "fail at initialize")))->create("fm", {}, {}));
  log.await_begin("FAILURE_ALARM the creation of application 'fm': CreateApplicationError: ");
}

TEST_F(TheLogOfADomain, has_nodes_devices_and_services_that_come_and_go) {
  auto with = options();
  with.this_machine = DomainOptions::ThisMachine::is_no_device;
  with.nodes = NodeOptions{.lease = std::chrono::seconds{10}};
  begin(std::move(with));
  FakeNode node{files.folder()};
  node.manager->devices = {node.start_gpp()};
  manager->registerDeviceManager(node.reference);
  manager->registerService(node.reference, node.reference, "clock");
  manager->unregisterService(node.reference, "clock");
  manager->unregisterDeviceManager(node.reference);
  EXPECT_ANY_THROW(manager->unregisterDeviceManager(node.reference));
  const auto all = log.all();
  for (const auto* text : {"ADMINISTRATIVE_EVENT node 'n1' registered",
                           "ADMINISTRATIVE_EVENT device 'gpp1' of node 'n1' registered",
                           "ADMINISTRATIVE_EVENT service 'clock' of node 'n1' registered",
                           "ADMINISTRATIVE_EVENT service 'clock' of node 'n1' unregistered",
                           "ADMINISTRATIVE_EVENT node 'n1' unregistered"})
    EXPECT_EQ(log.count(text), 1) << text;
  EXPECT_TRUE(
      all.back().starts_with("FAILURE_ALARM unregisterDeviceManager: "
                             "InvalidObjectReference"))
      << all.back();
}

TEST_F(TheLogOfADomain, has_services_that_belong_to_no_node) {
  begin();
  manager->registerService(manager, nullptr, "clock");
  manager->unregisterService(manager, "clock");
  EXPECT_EQ(log.all(),
            (std::vector<std::string>{"ADMINISTRATIVE_EVENT service 'clock' registered",
                                      "ADMINISTRATIVE_EVENT service 'clock' unregistered"}));
}

TEST_F(TheLogOfADomain, has_an_alarm_for_a_component_that_ends) {
  begin();
  const auto radio = install(sad())->create("fm", {}, {});
  for (const auto& component_process_id : radio->componentProcessIds())
    if (component_process_id.componentId() == "rx:fm")
      ::kill(static_cast<pid_t>(component_process_id.processId()), SIGKILL);
  torn_down.await("fm 0");
  EXPECT_EQ(log.count("FAILURE_ALARM component 'rx' of application 'fm' ended: killed by SIGKILL"),
            1);
  EXPECT_EQ(log.count("ADMINISTRATIVE_EVENT application 'fm' was released"), 1);
}

}  // namespace
}  // namespace orbweaver::domain::test
