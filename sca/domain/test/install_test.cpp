#include <regex>

#include "domain_under_test.hpp"

namespace orbweaver::domain::test {
namespace {

class ADomainThatInstalls : public ADomain {
 protected:
  ADomainThatInstalls() { begin(); }
  void write(const std::string& text) const { files.write("dom/radio.sad.xml", text); }
  /// The exception with its number, and its message or what the domain reported.
  std::string refusal(const std::string& name = "/radio.sad.xml") {
    try {
      manager->installApplication(name);
    } catch (const CF::InvalidFileName& error) {
      return "InvalidFileName: " + error.msg();
    } catch (const CF::InvalidProfile&) {
      return "InvalidProfile: " + problems.all().front();
    } catch (const CF::DomainManager::ApplicationInstallationError& error) {
      return "ApplicationInstallationError: " + error.msg();
    } catch (const CF::DomainManager::ApplicationAlreadyInstalled&) {
      return "ApplicationAlreadyInstalled";
    }
    return {};
  }
};

TEST_F(ADomainThatInstalls, has_each_application_once) {
  write(sad());
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(refusal(), "ApplicationAlreadyInstalled");
  EXPECT_EQ(manager->applicationFactories().size(), 1U);
  manager->uninstallApplication("radio-id");
  EXPECT_EQ(refusal(), "");
}

TEST_F(ADomainThatInstalls, uninstalls_while_an_application_runs) {
  write(sad());
  ASSERT_EQ(refusal(), "");
  const auto radio = manager->applicationFactories().front()->create("radio", {}, {});
  manager->uninstallApplication("radio-id");
  radio->start();
  lines.await(R"(rx: {"event":"start"})");
  radio->releaseObject();
  EXPECT_EQ(what_is_left(), "");
}

TEST_F(ADomainThatInstalls, refuses_names_that_lead_to_no_profile) {
  files.write("secret.sad.xml", sad());
  std::filesystem::create_symlink("../secret.sad.xml", files.root() / "link.sad.xml");
  EXPECT_TRUE(refusal("/none.sad.xml").starts_with("InvalidFileName: /none.sad.xml"));
  EXPECT_TRUE(refusal("radio.sad.xml").starts_with("InvalidFileName"));
  EXPECT_TRUE(refusal("/../secret.sad.xml").starts_with("InvalidFileName"));
  EXPECT_TRUE(refusal("/link.sad.xml").starts_with("InvalidFileName"));
  EXPECT_TRUE(refusal("/subject").starts_with("InvalidFileName"));
  EXPECT_TRUE(refusal("").starts_with("InvalidFileName"));
}

TEST_F(ADomainThatInstalls, names_file_and_element_of_what_is_wrong) {
  const auto expect = [this](const std::string& text, const std::string& pattern) {
    write(text);
    const auto said = refusal();
    EXPECT_TRUE(std::regex_search(said, std::regex{pattern})) << said;
  };
  expect("", "^InvalidProfile: .*radio.sad.xml");
  expect("<softpkg id=\"x\" name=\"x\"/>", "^(InvalidProfile|ApplicationInst).*radio.sad.xml");
  expect("<softwareassembly id=\"x\"", "^(InvalidProfile|ApplicationInst).*radio.sad.xml");
  expect(std::regex_replace(sad(), std::regex{"<assemblycontroller>.*</assemblycontroller>"}, ""),
         "^ApplicationInstallationError: .*radio.sad.xml:.*controller");
  expect(std::regex_replace(sad(), std::regex{"/subject/subject.spd.xml"}, "/none.spd.xml"),
         "^ApplicationInstallationError: .*radio.sad.xml:3: .*none.spd.xml");
  expect(sad(given("gain", "loud")), "^ApplicationInstallationError: .*radio.sad.xml:.*gain");
  EXPECT_TRUE(manager->applicationFactories().empty());
}

TEST_F(ADomainThatInstalls, refuses_a_node_of_another_process) {
  const auto node = manager->deviceManagers().front();
  EXPECT_THROW(manager->registerDeviceManager(node), CF::DomainManager::RegisterError);
  EXPECT_THROW(manager->unregisterDeviceManager(node), CF::DomainManager::UnregisterError);
  const auto device = node->registeredDevices().front();
  EXPECT_THROW(manager->registerDevice(device, node), CF::DomainManager::RegisterError);
  EXPECT_THROW(manager->unregisterDevice(device), CF::DomainManager::UnregisterError);
  EXPECT_THROW(manager->registerDevice(nullptr, node), CF::InvalidObjectReference);
  EXPECT_THROW(node->registerDevice(device), CF::InvalidObjectReference);
  EXPECT_THROW(node->unregisterDevice(device), CF::InvalidObjectReference);
  EXPECT_THROW(node->shutdown(), CORBA::NO_PERMISSION);
}

TEST_F(ADomainThatInstalls, says_what_it_is) {
  EXPECT_EQ(manager->identifier(), "Orbweaver");
  EXPECT_EQ(manager->domainManagerProfile(), "");
  EXPECT_TRUE(manager->fileMgr()->exists("/subject/subject.spd.xml"));
  const auto node = manager->deviceManagers().front();
  EXPECT_EQ(node->identifier(), "Orbweaver:node");
  EXPECT_EQ(node->deviceConfigurationProfile(), "");
  EXPECT_EQ(node->getComponentImplementationId("x"), "");
  EXPECT_TRUE(node->fileSys()->exists("/subject"));
  EXPECT_EQ(node->registeredDevices().size(), 1U);
  EXPECT_THROW((void)node->getPort("x"), CF::PortSupplier::UnknownPort);
  CF::Properties none, some{CF::DataType{"x", {}}};
  manager->query(none);
  manager->configure(none);
  EXPECT_TRUE(none.empty());
  EXPECT_THROW(manager->query(some), CF::UnknownProperties);
  EXPECT_THROW(manager->configure(some), CF::PropertySet::InvalidConfiguration);
  EXPECT_THROW(node->query(some), CF::UnknownProperties);
  EXPECT_THROW(node->configure(some), CF::PropertySet::InvalidConfiguration);
}

TEST_F(ADomainThatInstalls, keeps_services_by_name) {
  const auto node = manager->deviceManagers().front();
  manager->registerService(node, node, "log");
  manager->registerService(node, nullptr, "log");
  node->registerService(node, "clock");
  ASSERT_EQ(node->registeredServices().size(), 2U);
  EXPECT_EQ(node->registeredServices()[0].serviceName(), "clock");
  EXPECT_THROW(manager->registerService(nullptr, node, "x"), CF::InvalidObjectReference);
  node->unregisterService(node, "clock");
  EXPECT_THROW(node->unregisterService(node, "clock"), CF::InvalidObjectReference);
}

}  // namespace
}  // namespace orbweaver::domain::test
