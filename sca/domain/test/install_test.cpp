// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/generated/sca/CF/Sequences.hpp>
#include <orbweaver/os/descriptor_limit.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <barrier>
#include <fstream>
#include <iterator>
#include <regex>
#include <thread>

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
  [[nodiscard]] std::ptrdiff_t taken_out() {
    return std::ranges::count_if(log.all(), [](const std::string& line) {
      return line.ends_with(
          "service 'clock' was taken out: the client that registered it has left, and it is not "
          "there");
    });
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

TEST_F(ADomainThatInstalls, names_files_below_its_root_to_clients_and_as_they_lie_to_its_operator) {
  write(std::regex_replace(sad(), std::regex{"/subject/subject.spd.xml"}, "/none.spd.xml"));
  const auto said = refusal();
  EXPECT_TRUE(said.starts_with("ApplicationInstallationError: /radio.sad.xml:3: ")) << said;
  EXPECT_EQ(said.find(files.root().string()), std::string::npos) << said;
  EXPECT_NE(problems.all().front().find(files.root().string()), std::string::npos);
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

TEST_F(ADomainThatInstalls, lets_a_service_go_whose_client_has_left_when_another_wants_its_name) {
  const auto other = CORBA::ORB_init();
  const auto reached = IDL::traits<CF::DomainManager>::narrow(
      other->string_to_object(client->object_to_string(manager)));
  const auto theirs = files::serve_file_manager(other);
  reached->registerService(theirs, nullptr, "clock");
  manager->registerService(manager, nullptr, "clock");
  EXPECT_EQ(taken_out(), 0) << "it is there";
  other->destroy();
  while (taken_out() == 0) manager->registerService(manager, nullptr, "clock");
  manager->registerService(manager, nullptr, "clock");
  EXPECT_EQ(taken_out(), 1);
}

/// Accepts one connection, and ends it and all later ones when it ends.
class APortThatHangs {
 public:
  APortThatHangs() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const address = reinterpret_cast<sockaddr*>(&any);
    socklen_t size = sizeof any;
    EXPECT_EQ(::bind(socket_.get(), address, size), 0);
    EXPECT_EQ(::listen(socket_.get(), 8), 0);
    EXPECT_EQ(::getsockname(socket_.get(), address, &size), 0);
    number_ = ntohs(any.sin_port);
  }
  void await_connection() { accepted_ = os::UniqueFd{::accept(socket_.get(), nullptr, nullptr)}; }
  [[nodiscard]] std::string object() const {
    return "corbaloc:iiop:127.0.0.1:" + std::to_string(number_) + "/clock";
  }

 private:
  os::UniqueFd socket_, accepted_;
  int number_ = 0;
};

TEST_F(ADomainThatInstalls, takes_out_no_service_that_came_while_the_one_before_was_asked) {
  const auto other = CORBA::ORB_init();
  const auto reached = IDL::traits<CF::DomainManager>::narrow(
      other->string_to_object(client->object_to_string(manager)));
  std::optional<APortThatHangs> port{std::in_place};
  const auto hung = client->string_to_object(port->object());
  reached->registerService(other->string_to_object(port->object()), nullptr, "clock");
  other->destroy();
  std::atomic<bool> is_asked = false;
  std::jthread newcomer{[&] {
    while (!is_asked) manager->registerService(manager->fileMgr(), nullptr, "clock");
  }};
  port->await_connection();
  is_asked = true;
  manager->unregisterService(hung, "clock");
  manager->registerService(manager, nullptr, "clock");
  port.reset();
  newcomer.join();
  EXPECT_EQ(taken_out(), 0);
  EXPECT_NO_THROW(manager->unregisterService(manager, "clock")) << "it is there";
}

TEST_F(ADomain, takes_so_many_services_of_clients) {
  auto with = options();
  with.most_client_services = 1;
  begin(std::move(with));
  manager->registerService(manager, nullptr, "clock");
  EXPECT_THROW(manager->registerService(manager, nullptr, "log"), CF::DomainManager::RegisterError);
  manager->unregisterService(manager, "clock");
  manager->registerService(manager, nullptr, "log");
}

TEST_F(ADomainThatInstalls, creates_though_clients_have_opened_all_files_that_they_may) {
  if (os::raise_descriptor_limit(4096) < 4096) GTEST_SKIP() << "ulimit -Hn is below 4096";
  write(sad());
  ASSERT_EQ(refusal(), "");
  const auto other = CORBA::ORB_init();
  const auto file_manager = manager->fileMgr();
  const auto theirs = IDL::traits<CF::FileManager>::narrow(
      other->string_to_object(client->object_to_string(file_manager)));
  std::size_t opened = 0;
  const auto open_all = [&](CF::FileManager& all) {
    try {
      for (;; ++opened) (void)all.open("/radio.sad.xml", true);
    } catch (const CF::FileException&) {
      return;
    }
  };
  open_all(*file_manager);
  open_all(*theirs);
  EXPECT_EQ(opened, 1000U);
  const auto radio = manager->applicationFactories().front()->create("radio", {}, {});
  radio->releaseObject();
  EXPECT_EQ(what_is_left(), "");
  other->destroy();
}

TEST_F(ADomain, that_is_read_only_lets_clients_change_no_file) {
  auto with = options();
  with.files_are_read_only = true;
  begin(std::move(with));
  const auto file_manager = manager->fileMgr();
  EXPECT_THROW((void)file_manager->create("/new"), CF::FileException);
  EXPECT_THROW(file_manager->remove("/subject/subject.spd.xml"), CF::FileException);
  EXPECT_TRUE(file_manager->exists("/subject/subject.spd.xml"));
}

bool replaces(CF::DomainManager& manager) {
  CF::Properties asked{CF::DataType{resource::kReplaceApplicationId, CORBA::Any{}}};
  manager.query(asked);
  bool answer = false;
  EXPECT_TRUE(asked.front().value() >>= answer);
  return answer;
}

/// False: it was refused.
bool replace(CF::DomainManager& manager, const std::string& folder, const std::string& sad) {
  CORBA::Any value;
  value <<= CF::StringSequence{folder, sad};
  try {
    manager.configure({CF::DataType{resource::kReplaceApplicationId, std::move(value)}});
  } catch (const CF::PropertySet::InvalidConfiguration&) {
    return false;
  }
  return true;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream{file};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

std::string sad_of(const std::string& id, const std::string& more = {}) {
  auto text = sad();
  const std::string was = "radio-id";
  return text.replace(text.find(was), was.size(), id) + more;
}

TEST_F(ADomain, that_is_read_only_replaces_no_application) {
  auto with = options();
  with.files_are_read_only = true;
  begin(std::move(with));
  files.write("dom/radio.sad.xml", sad());
  files.write("dom/.orbweaver-new-1/radio.sad.xml", sad_of("another-id"));
  EXPECT_FALSE(replaces(*manager));
  EXPECT_FALSE(replace(*manager, "/.orbweaver-new-1", "/radio.sad.xml"));
  EXPECT_EQ(text_of(files.root() / "radio.sad.xml"), sad());
  EXPECT_TRUE(std::filesystem::exists(files.root() / ".orbweaver-new-1/radio.sad.xml"));
}

// Thread A: its replacement is refused, as another application has its identifier.
// Thread B: its replacement succeeds. If A puts the old file back after B has replaced it, B's is
// lost.
TEST_F(ADomainThatInstalls, puts_back_no_file_that_another_has_replaced_meanwhile) {
  std::filesystem::copy(files.root() / "subject", files.folder() / "subject");
  const auto write_new = [&](const std::string& number, const std::string& text) {
    files.write("dom/.orbweaver-new-" + number + "/radio.sad.xml", text);
    std::filesystem::copy(files.folder() / "subject",
                          files.root() / (".orbweaver-new-" + number) / "subject");
  };
  EXPECT_TRUE(replaces(*manager));
  write(sad_of("radio"));
  files.write("dom/taken.sad.xml", sad_of("taken"));
  ASSERT_EQ(refusal("/radio.sad.xml"), "");
  ASSERT_EQ(refusal("/taken.sad.xml"), "");
  constexpr int kRounds = 30;
  for (int i = 0; i < kRounds; ++i) {
    const auto good = sad_of("radio", "<!-- " + std::to_string(i) + " -->\n");
    write_new("1", sad_of("taken"));
    write_new("2", good);
    std::barrier both{2};
    std::jthread refused{[&] {
      both.arrive_and_wait();
      EXPECT_FALSE(replace(*manager, "/.orbweaver-new-1", "/radio.sad.xml"));
    }};
    both.arrive_and_wait();
    EXPECT_TRUE(replace(*manager, "/.orbweaver-new-2", "/radio.sad.xml"));
    refused.join();
    ASSERT_EQ(text_of(files.root() / "radio.sad.xml"), good) << "round " << i;
  }
}

TEST_F(ADomainThatInstalls, keeps_services_by_name) {
  const auto node = manager->deviceManagers().front();
  manager->registerService(node, node, "log");
  manager->registerService(node, nullptr, "log");
  node->registerService(node, "clock");
  ASSERT_EQ(node->registeredServices().size(), 2U);
  EXPECT_EQ(node->registeredServices()[0].serviceName(), "clock");
  EXPECT_THROW(manager->registerService(nullptr, node, "x"), CF::InvalidObjectReference);
  EXPECT_THROW(node->unregisterService(manager, "clock"), CF::InvalidObjectReference);
  node->unregisterService(node, "clock");
  EXPECT_THROW(node->unregisterService(node, "clock"), CF::InvalidObjectReference);
}

}  // namespace
}  // namespace orbweaver::domain::test
