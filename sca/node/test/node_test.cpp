// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb_idl.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include <sched.h>

#include <csignal>

#include "node_under_test.hpp"

namespace orbweaver::node {
namespace {

using namespace test;
using Calls = std::vector<std::string>;

bool is_there(const std::string& process) { return ::kill(std::stoi(process), 0) == 0; }

/// The processors of a process; none: it is not there.
std::vector<unsigned> cpus_of(int process) {
  cpu_set_t set;
  std::vector<unsigned> found;
  if (::sched_getaffinity(process, sizeof set, &set) != 0) return found;
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) found.push_back(cpu);
  return found;
}

TEST_F(ANode, says_what_its_dcd_says) {
  make(options(dcd(device("gpp"))));
  EXPECT_EQ(manager->identifier(), "DCE:node");
  EXPECT_EQ(manager->label(), "Node");
  EXPECT_EQ(manager->deviceConfigurationProfile(), "/node.dcd.xml");
  EXPECT_TRUE(manager->fileSys()->exists("/device/device.spd.xml"));
  EXPECT_EQ(manager->getComponentImplementationId("gpp"), "linux");
  EXPECT_EQ(manager->getComponentImplementationId("other"), "");
  EXPECT_TRUE(manager->registeredDevices().empty());
  EXPECT_TRUE(manager->registeredServices().empty());
  EXPECT_THROW((void)manager->getPort("x"), CF::PortSupplier::UnknownPort);
}

TEST_F(ANode, has_the_properties_of_its_package) {
  make(options(dcd({})));
  CF::Properties values;
  manager->query(values);
  ASSERT_EQ(values.size(), 1U);
  std::string site;
  EXPECT_TRUE(values.front().value() >>= site);
  EXPECT_EQ(site, "roof");
  values.front().value() <<= std::string{"cellar"};
  manager->configure(values);
  manager->query(values);
  EXPECT_TRUE(values.front().value() >>= site);
  EXPECT_EQ(site, "cellar");
}

TEST_F(ANode, serves_further_folders_of_the_machine) {
  auto with = options(dcd({}));
  with.mounts = {{"/more", files.root() / "device"}};
  make(std::move(with));
  EXPECT_TRUE(manager->fileSys()->exists("/more/run"));
  EXPECT_TRUE(manager->fileSys()->exists("/node.dcd.xml"));
}

TEST_F(ANode, lets_clients_change_files_of_its_mounts_alone) {
  auto with = options(dcd({}));
  with.mounts = {{"/more", files.root() / "device"}};
  make(std::move(with));
  const auto served = manager->fileSys();
  EXPECT_THROW((void)served->create("/new"), CF::FileException);
  EXPECT_THROW(served->remove("/node.dcd.xml"), CF::FileException);
  EXPECT_THROW((void)served->open("/node.dcd.xml", false), CF::FileException);
  served->create("/more/new")->close();
  EXPECT_TRUE(served->exists("/device/new"));
}

TEST_F(ANode, lets_clients_change_no_file_if_it_is_asked) {
  auto with = options(dcd({}));
  with.mounts = {{"/more", files.root() / "device"}};
  with.mounts_are_read_only = true;
  make(std::move(with));
  EXPECT_THROW((void)manager->fileSys()->create("/more/new"), CF::FileException);
  EXPECT_TRUE(manager->fileSys()->exists("/more/run"));
}

TEST_F(ANode, registers_then_starts_initialises_configures_and_registers_its_devices) {
  bring_up(dcd(device("one", value("gain", "2")) + device("two")));
  EXPECT_EQ(calls.all().front(), "registerDeviceManager DCE:node");
  calls.await("registerDevice one");
  calls.await("registerDevice two");
  lines.await("one: initialize");
  lines.await("one: configure gain");
  lines.await("two: initialize");
  ASSERT_EQ(manager->registeredDevices().size(), 2U);
  for (const auto& registered_device : manager->registeredDevices()) {
    EXPECT_EQ(registered_device->label(), "the " + registered_device->identifier());
    EXPECT_EQ(registered_device->softwareProfile(), "/device/device.spd.xml");
  }
  EXPECT_TRUE(components.has("one started"));
  EXPECT_TRUE(components.has("one ready"));
  EXPECT_TRUE(problems.all().empty());
}

TEST_F(ANode, ends_in_order_and_leaves_no_process) {
  bring_up(dcd(device("one") + device("two")));
  node->end();
  node->end();  // the second call does nothing
  EXPECT_EQ(calls.all().back(), "unregisterDeviceManager");
  EXPECT_TRUE(components.has("one ended: exit status 0")) << components.all().back();
  EXPECT_TRUE(components.has("two ended: exit status 0")) << components.all().back();
  lines.await("one: releaseObject");
  for (const auto& process : processes.all()) EXPECT_FALSE(is_there(process));
  EXPECT_TRUE(problems.all().empty()) << problems.all().front();
  EXPECT_THROW((void)manager->identifier(), CORBA::OBJECT_NOT_EXIST);
}

TEST_F(ANode, goes_on_without_a_device_that_fails) {
  std::filesystem::copy(files.root() / "device", files.root() / "broken");
  std::filesystem::remove(files.root() / "broken/run");
  auto text = dcd(device("raises", behave("fail initialize")) + device("exits", behave("exit")) +
                  device("good"));
  text.insert(text.find("</componentfiles>"),
              "<componentfile id=\"broken\" type=\"SPD\"><localfile "
              "name=\"/broken/device.spd.xml\"/></componentfile>");
  text.insert(text.find("</partitioning>"),
              "<componentplacement><componentfileref refid=\"broken\"/>"
              "<componentinstantiation id=\"missing\"/></componentplacement>");
  bring_up(text);
  EXPECT_TRUE(components.has("raises failed: initialize: InitializeError: no antenna"));
  EXPECT_TRUE(components.has("good ready"));
  EXPECT_NE(components.await("missing failed").find("run' is not there"), std::string::npos);
  problems.await("device 'exits' ended before it registered: exit status 3");
  components.await("raises ended");
  EXPECT_EQ(manager->registeredDevices().size(), 1U);
  EXPECT_FALSE(calls.has("registerDevice raises"));
}

TEST_F(ANode, reports_a_device_that_does_not_register_in_time) {
  auto with = options(dcd(device("silent", behave("silent")) + device("good")));
  with.registration_timeout = std::chrono::milliseconds{1};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  problems.await("device 'silent' has not registered in time; it is taken if it still does");
  calls.await("registerDevice good");  // it came later, and was taken
}

TEST_F(ANode, takes_a_device_that_died_from_the_domain) {
  bring_up(dcd(device("one")));
  ::kill(std::stoi(processes.all().front()), SIGKILL);
  calls.await("unregisterDevice one");
  problems.await("device 'one' ended: killed by SIGKILL");
  components.await("one ended: killed by SIGKILL");
  EXPECT_TRUE(manager->registeredDevices().empty());
}

CORBA::StringSeq problems_said_by(CF::DeviceManager& manager) {
  CF::Properties asked{CF::DataType{resource::kProblemsId, CORBA::Any{}}};
  manager.query(asked);
  CORBA::StringSeq said;
  EXPECT_TRUE(asked.front().value() >>= said);
  return said;
}

TEST_F(ANode, says_which_device_is_missing) {
  bring_up(dcd(device("one")));
  EXPECT_TRUE(problems_said_by(*manager).empty());
  ::kill(std::stoi(processes.all().front()), SIGKILL);
  components.await("one ended: killed by SIGKILL");
  EXPECT_EQ(problems_said_by(*manager),
            CORBA::StringSeq{"device 'one' is not there: killed by SIGKILL"});
}

TEST_F(ANode, does_not_miss_a_device_that_unregistered) {
  bring_up(dcd(device("one")));
  ::kill(std::stoi(processes.all().front()), SIGTERM);
  components.await("one ended: exit status 0");
  EXPECT_TRUE(problems_said_by(*manager).empty());
}

TEST_F(ANode, starts_a_device_again_that_died) {
  auto with = options(dcd(device("one")));
  with.restart_after = std::chrono::milliseconds{1};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  ::kill(std::stoi(processes.all().front()), SIGKILL);
  components.await_count("one ready", 2);
  EXPECT_EQ(std::ranges::count(calls.all(), "registerDevice one"), 2);
  EXPECT_TRUE(problems_said_by(*manager).empty());
  EXPECT_EQ(manager->registeredDevices().size(), 1U);
}

TEST_F(ANode, starts_what_a_device_executed_again_when_the_device_is_back) {
  auto with = options(dcd(device("gpp") + device("guest", {}, "<deployondevice refid=\"gpp\"/>")));
  with.plan.components.front().code.path = NodeFiles::program("orbweaver-executable-device");
  with.restart_after = std::chrono::milliseconds{1};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  ::kill(std::stoi(processes.all().front()), SIGKILL);
  components.await_count("guest ready", 2);
  EXPECT_TRUE(problems_said_by(*manager).empty());
  EXPECT_EQ(std::ranges::count_if(
                components.all(),
                [](const std::string& component) { return component.starts_with("guest failed"); }),
            0);
}

TEST_F(ANode, says_that_it_starts_a_device_again_and_misses_it_no_longer) {
  auto with = options(dcd(device("one")));
  with.restart_after = std::chrono::milliseconds{1};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  ::kill(std::stoi(processes.all().front()), SIGKILL);
  components.await("one restarting 1");
  components.await_count("one ready", 2);
  EXPECT_TRUE(node->missing().empty());
}

TEST_F(ANode, starts_a_device_again_that_failed_and_gives_it_up_at_last) {
  auto with = options(dcd(device("raises", behave("fail initialize")) +
                          device("exits", behave("exit")) + device("good")));
  with.restart_after = std::chrono::milliseconds{1};
  with.longest_restart = std::chrono::hours{1};
  with.most_restarts = 2;
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  const std::string given_up =
      "; it was started again 2 times in a row, and is given up: remove the cause, and start the "
      "node again";
  const auto why_raises = "initialize: InitializeError: no antenna" + given_up;
  const auto why_exits = "exit status 3" + given_up;
  components.await("raises given_up: " + why_raises);
  components.await("exits given_up: " + why_exits);
  for (const std::string text : {"raises", "exits"}) {
    EXPECT_TRUE(components.has(text + " restarting 1"));
    EXPECT_TRUE(components.has(text + " restarting 2"));
    EXPECT_EQ(std::ranges::count(components.all(), text + " started"), 3);
  }
  EXPECT_EQ(node->missing(),
            (std::vector<std::string>{"device 'exits' is not there: " + why_exits,
                                      "device 'raises' is not there: " + why_raises}));
}

TEST_F(ANode, does_not_start_a_device_again_that_unregistered) {
  auto with = options(dcd(device("one") + device("two")));
  with.restart_after = std::chrono::milliseconds{1};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  ::kill(std::stoi(processes.all().front()), SIGTERM);
  components.await("one ended: exit status 0");
  ::kill(std::stoi(processes.all().back()), SIGKILL);
  components.await_count("two ready", 2);  // the first would have come before
  EXPECT_EQ(std::ranges::count(components.all(), "one started"), 1);
}

TEST_F(ANode, takes_a_device_that_unregisters_from_the_domain) {
  bring_up(dcd(device("one")));
  ::kill(std::stoi(processes.all().front()), SIGTERM);
  calls.await("unregisterDevice one");
  components.await("one unregistered");
  components.await("one ended: exit status 0");
  EXPECT_TRUE(problems.all().empty());
}

TEST_F(ANode, ends_although_a_device_hangs) {
  auto with = options(dcd(device("hangs", behave("hang initialize"))));
  with.call_timeout = std::chrono::seconds{5};
  with.grace = std::chrono::milliseconds{50};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  components.await("hangs failed: initialize: it does not answer in time");
  components.await("hangs ended: killed by SIGKILL");
}

TEST_F(ANode, takes_devices_that_come_by_themselves_without_initialising_them) {
  bring_up(dcd({}));
  device::DeviceDescription description;
  description.identifier = "guest";
  const auto servant = CORBA::make_reference<device::Device>(adapter, description, nullptr);
  const auto guest = IDL::traits<CF::Device>::narrow(adapter->servant_to_reference(servant));
  manager->registerDevice(guest);
  calls.await("registerDevice guest");
  manager->registerDevice(guest);  // it is registered already
  EXPECT_EQ(manager->registeredDevices().size(), 1U);
  manager->unregisterDevice(guest);
  calls.await("unregisterDevice guest");
  EXPECT_THROW(manager->unregisterDevice(guest), CF::InvalidObjectReference);
  EXPECT_THROW(manager->registerDevice(nullptr), CF::InvalidObjectReference);
  EXPECT_THROW(manager->unregisterDevice(nullptr), CF::InvalidObjectReference);
}

TEST_F(ANode, registers_services_by_their_names) {
  bring_up(dcd({}));
  manager->registerService(domain, "log");
  calls.await("registerService log");
  ASSERT_EQ(manager->registeredServices().size(), 1U);
  EXPECT_EQ(manager->registeredServices().front().serviceName(), "log");
  manager->unregisterService(domain, "log");
  calls.await("unregisterService log");
  EXPECT_THROW(manager->unregisterService(domain, "log"), CF::InvalidObjectReference);
  EXPECT_THROW(manager->registerService(nullptr, "log"), CF::InvalidObjectReference);
}

constexpr const char* kConnectionToLog =
    "<connections><connectinterface id=\"to_log\"><usesport><usesidentifier>out"
    "</usesidentifier><componentinstantiationref refid=\"one\"/></usesport>"
    "<findby><domainfinder type=\"log\" name=\"log\"/></findby>"
    "</connectinterface></connections>";

TEST_F(ANode, names_a_connection_that_waits_for_its_other_end) {
  bring_up(dcd(device("one"), kConnectionToLog));
  EXPECT_EQ(node->open_connections(), std::vector<std::string>{"to_log"});
  manager->registerService(domain, "log");
  lines.await("one: connected to_log");
}

TEST_F(ANode, starts_services_and_connects_devices_to_them) {
  bring_up(dcd(device("one") + service("log"), kConnectionToLog));
  calls.await("registerService log");
  lines.await("one: connected to_log");
  EXPECT_TRUE(components.has("log ready"));
  ::kill(std::stoi(processes.all().back()), SIGKILL);
  calls.await("unregisterService log");
  problems.await("service 'log' ended: killed by SIGKILL");
  EXPECT_TRUE(manager->registeredServices().empty());
}

TEST_F(ANode, gives_parts_the_reference_of_their_composite_device) {
  bring_up(dcd(device("part", {}, "<compositepartofdevice refid=\"whole\"/>") + device("whole")));
  calls.await("registerDevice part");
  CORBA::object_reference<CF::Device> whole, part;
  for (const auto& registered_device : manager->registeredDevices())
    (registered_device->identifier() == "whole" ? whole : part) = registered_device;
  ASSERT_TRUE(whole && part);
  EXPECT_TRUE(part->compositeDevice()->_is_equivalent(whole));
  EXPECT_EQ(IDL::traits<CF::AggregateDevice>::narrow(whole)->devices().size(), 1U);
  node->end();
  EXPECT_TRUE(problems.all().empty()) << problems.all().front();
}

TEST_F(ANode, runs_a_component_on_the_device_that_the_dcd_names) {
  auto with = options(dcd(device("guest", {}, "<deployondevice refid=\"gpp\"/>") + device("gpp")));
  with.plan.components.front().code.path = NodeFiles::program("orbweaver-executable-device");
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  calls.await("registerDevice guest");
  lines.await("gpp: run: initialize");
  const auto guest = std::stoi(processes.all().back());
  node->end();
  EXPECT_NE(::kill(guest, 0), 0);
  EXPECT_TRUE(problems.all().empty()) << problems.all().front();
}

TEST_F(ANode, starts_no_device_that_it_cannot_place_and_says_why) {
  bring_up(dcd(device("far", value("EXECUTE_OPTION::CORE_AFFINITY", "1023")) +
               device("wrong", value("EXECUTE_OPTION::COLOUR", "red")) +
               device("here", value("EXECUTE_OPTION::CORE_AFFINITY", "0"))));
  EXPECT_NE(components.await("far failed").find("CORE_AFFINITY=1023: this process may use"),
            std::string::npos);
  EXPECT_NE(components.await("wrong failed").find("no such execute option"), std::string::npos);
  EXPECT_TRUE(components.has("here ready"));
  EXPECT_EQ(cpus_of(std::stoi(processes.all().back())), std::vector<unsigned>{0});
}

TEST_F(ANode, places_a_component_on_the_device_that_the_dcd_names) {
  auto with =
      options(dcd(device("gpp") + device("guest", value("EXECUTE_OPTION::CORE_AFFINITY", "0"),
                                         "<deployondevice refid=\"gpp\"/>")));
  with.plan.components.front().code.path = NodeFiles::program("orbweaver-executable-device");
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  calls.await("registerDevice guest");
  EXPECT_EQ(cpus_of(std::stoi(processes.all().back())), std::vector<unsigned>{0});
}

TEST_F(ANode, makes_connections_when_both_ends_are_there) {
  const auto end = [](const std::string& kind, const std::string& id) {
    return "<componentinstantiationref refid=\"" + id + "\"/></" + kind + ">";
  };
  bring_up(dcd(device("one") + device("two"),
               "<connections><connectinterface id=\"link\"><usesport><usesidentifier>out"
               "</usesidentifier>" +
                   end("usesport", "one") +
                   "<componentsupportedinterface><supportedidentifier>IDL:CF/Device:1.0"
                   "</supportedidentifier>" +
                   end("componentsupportedinterface", "two") +
                   "</connectinterface></connections>"));
  lines.await("one: connected link");
  ::kill(std::stoi(processes.all().back()), SIGTERM);
  lines.await("one: disconnected link");
}

TEST_F(ANode, is_refused_if_the_domain_refuses_it_or_has_a_node_of_this_identifier) {
  make(options(dcd({})));
  fake->refuses_nodes = true;
  const auto at = reach<CF::DomainManager>(client, server, domain);
  const auto refused = node->join(at);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, JoinFault::Kind::refused);
  EXPECT_EQ(refused.error().why, "RegisterError: the domain is full");
  fake->refuses_nodes = false;
  ASSERT_TRUE(node->join(at));
  ASSERT_TRUE(node->join(at));  // it itself is no other node
}

TEST_F(ANode, may_join_later_if_the_domain_says_so) {
  make(options(dcd({})));
  fake->refuses_nodes = true;
  fake->refusal = CF::ErrorNumberType::CF_EAGAIN;
  const auto joined = node->join(reach<CF::DomainManager>(client, server, domain));
  ASSERT_FALSE(joined);
  EXPECT_EQ(joined.error().kind, JoinFault::Kind::not_now);
}

TEST_F(ANode, registers_a_device_later_if_the_domain_says_so) {
  auto with = options(dcd(device("one")));
  with.domain_check = std::chrono::minutes{5};
  make(std::move(with));
  const auto at = reach<CF::DomainManager>(client, server, domain);
  ASSERT_TRUE(node->join(at));
  fake->refusal = CF::ErrorNumberType::CF_EAGAIN;
  fake->refuses_devices = true;
  node->start({});
  components.await("one ready");
  const auto why = node->await_loss({});
  ASSERT_TRUE(why);
  EXPECT_EQ(why->find("it does not take a registration now: RegisterError"), 0U) << *why;
  fake->refuses_devices = false;
  ASSERT_TRUE(node->join(at));
  calls.await("registerDevice one");
  EXPECT_TRUE(problems.all().empty()) << problems.all().front();
}

TEST_F(ANode, cannot_reach_a_domain_that_has_ended) {
  make(options(dcd({})));
  const auto at = reach<CF::DomainManager>(client, server, domain);
  adapter->destroy(false, false);
  const auto joined = node->join(at);
  ASSERT_FALSE(joined);
  EXPECT_EQ(joined.error().kind, JoinFault::Kind::not_now);
}

TEST_F(ANode, registers_all_again_with_a_domain_that_was_started_again) {
  auto with = options(dcd(device("one") + service("log")));
  with.domain_check = std::chrono::milliseconds{1};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  calls.await("registerDevice one");
  calls.await("registerService log");
  adapter->deactivate_object(adapter->reference_to_id(domain));  // as its process was killed
  const auto why = node->await_loss({});
  ASSERT_TRUE(why);
  EXPECT_EQ(*why, "it was started again, or ended: its object does not exist any more");
  Reports second;
  const auto again =
      CORBA::make_reference<FakeDomain>([&second](const std::string& call) { second.add(call); });
  const auto at = adapter->servant_to_reference(again);
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, at)));
  EXPECT_EQ(second.all(),
            (Calls{"registerDeviceManager DCE:node", "registerDevice one", "registerService log"}));
  EXPECT_EQ(processes.all().size(), 2U) << "nothing was started again";
  node->end();
  EXPECT_EQ(second.all().back(), "unregisterDeviceManager");
  EXPECT_TRUE(problems.all().empty()) << problems.all().front();
}

TEST_F(ANode, joins_again_if_its_domain_lost_it) {
  auto with = options(dcd({}));
  with.domain_check = std::chrono::milliseconds{1};
  make(std::move(with));
  const auto at = reach<CF::DomainManager>(client, server, domain);
  ASSERT_TRUE(node->join(at));
  fake->unregisterDeviceManager(manager);
  EXPECT_EQ(node->await_loss({}), "it does not have this node any more");
  ASSERT_TRUE(node->join(at));
  EXPECT_EQ(fake->deviceManagers().size(), 1U);
}

TEST_F(ANode, keeps_a_device_that_gets_ready_while_the_domain_is_gone) {
  auto with = options(dcd(device("one")));
  with.domain_check = std::chrono::minutes{5};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  adapter->deactivate_object(adapter->reference_to_id(domain));
  node->start({});
  components.await("one ready");
  const auto why = node->await_loss({});
  ASSERT_TRUE(why);
  EXPECT_NE(why->find("a registration did not reach it: "), std::string::npos) << *why;
  EXPECT_EQ(manager->registeredDevices().size(), 1U);
  EXPECT_TRUE(problems.all().empty()) << problems.all().front();
}

TEST_F(ANode, keeps_a_device_whose_domain_loses_the_node_as_it_registers) {
  auto with = options(dcd(device("one")));
  with.domain_check = std::chrono::minutes{5};
  make(std::move(with));
  const auto at = reach<CF::DomainManager>(client, server, domain);
  ASSERT_TRUE(node->join(at));
  fake->loses_nodes = true;
  node->start({});
  components.await("one ready");
  EXPECT_EQ(node->await_loss({}), "it does not have this node any more");
  fake->loses_nodes = false;
  ASSERT_TRUE(node->join(at));
  calls.await("registerDevice one");
  EXPECT_EQ(manager->registeredDevices().size(), 1U);
  EXPECT_TRUE(problems.all().empty()) << problems.all().front();
}

TEST_F(ANode, registers_its_devices_again_as_a_domain_may_have_lost_one) {
  auto with = options(dcd(device("one")));
  with.domain_check = std::chrono::milliseconds{1};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  std::jthread watch{[this](const std::stop_token& stop) { (void)node->await_loss(stop); }};
  calls.await_count("registerDevice one", 3);
}

TEST_F(ANode, ends_without_a_problem_if_its_domain_has_ended) {
  bring_up(dcd(device("one")));
  adapter->deactivate_object(adapter->reference_to_id(domain));
  node->end();
  EXPECT_TRUE(problems.all().empty()) << problems.all().front();
}

TEST_F(ANode, ends_without_a_problem_if_its_domain_has_lost_it) {
  bring_up(dcd({}));
  fake->has_lost_nodes = true;
  node->end();
  EXPECT_TRUE(problems.all().empty()) << problems.all().front();
}

TEST_F(ANode, watches_its_domain_until_it_is_to_stop) {
  bring_up(dcd({}));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(node->await_loss(stop.get_token()));
  EXPECT_EQ(fake->deviceManagers().size(), 1U);
}

TEST_F(ANode, makes_connections_to_the_domain_again) {
  auto with =
      options(dcd(device("one"),
                  "<connections><connectinterface id=\"to_domain\"><usesport><usesidentifier>out"
                  "</usesidentifier><componentinstantiationref refid=\"one\"/></usesport>"
                  "<findby><domainfinder type=\"domainmanager\" name=\"\"/></findby>"
                  "</connectinterface></connections>"));
  with.domain_check = std::chrono::milliseconds{1};
  make(std::move(with));
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
  node->start({});
  lines.await("one: connected to_domain");
  adapter->deactivate_object(adapter->reference_to_id(domain));
  ASSERT_TRUE(node->await_loss({}));
  lines.await("one: disconnected to_domain");
  const auto again = CORBA::make_reference<FakeDomain>([](const std::string&) {});
  const auto at = adapter->servant_to_reference(again);
  ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, at)));
  const auto all = lines.all();
  lines.await_count("one: connected to_domain", 2);
}

TEST_F(ANode, asks_to_be_ended_when_it_is_shut_down) {
  make(options(dcd({})));
  manager->shutdown();
  lines.await("shutdown");
}

}  // namespace
}  // namespace orbweaver::node
