// orbweaver-domain-manager from its start to its end, with a node in this process.
#include <nlohmann/json.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/naming/naming_service.hpp>

#include <gtest/gtest.h>

#include <cstdlib>

#include "child_program.hpp"
#include "fake_node.hpp"

namespace orbweaver::domain::test {
namespace {

using Json = nlohmann::json;
using Manager = CORBA::object_reference<CF::DomainManager>;

constexpr const char* kProgram = "orbweaver-domain-manager";

class TheDomainManagerProgram : public testing::Test {
 protected:
  // Other domains of this user, of tests beside this one for example, are then not seen.
  TheDomainManagerProgram() { ::setenv("XDG_RUNTIME_DIR", files.folder().c_str(), 1); }
  ~TheDomainManagerProgram() override {
    node.end();
    naming_orb->destroy();
  }

  [[nodiscard]] std::vector<std::string> arguments(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--root", files.root().string(), "--name", "Lab"});
    return more;
  }
  [[nodiscard]] std::vector<std::string> arguments_at_naming() const {
    return arguments({"--naming", naming_orb->object_to_string(service.root())});
  }
  [[nodiscard]] Json ready(ChildProgram& program) {
    const auto line = program.line_with("\"ready\"");
    return line.empty() ? Json::object() : Json::parse(line);
  }
  [[nodiscard]] Manager manager_of(ChildProgram& program) {
    const auto line = ready(program);
    if (!line.contains("domain_manager")) return nullptr;
    return IDL::traits<CF::DomainManager>::narrow(
        node.orb->string_to_object(line["domain_manager"].get<std::string>()));
  }
  void write_radio() const { files.write("dom/radio.sad.xml", sad()); }

  RadioFiles files;
  FakeNode node{files.folder()};
  std::shared_ptr<CORBA::ORB> naming_orb = CORBA::ORB_init();
  naming::NamingService service{naming_orb};
};

TEST_F(TheDomainManagerProgram, serves_nodes_and_clients_until_a_signal) {
  write_radio();
  ChildProgram program{kProgram, arguments()};
  const auto manager = manager_of(program);
  ASSERT_TRUE(manager);
  EXPECT_EQ(manager->identifier(), "Lab");
  EXPECT_TRUE(manager->deviceManagers().empty());
  node.manager->devices = {node.start_gpp()};
  manager->registerDeviceManager(node.reference);
  EXPECT_NE(program.line_with(R"("line":"device 'gpp1' of node 'n1' registered")"), "");
  manager->installApplication("/radio.sad.xml");
  const auto radio = manager->applicationFactories().front()->create("radio", {}, {});
  radio->start();
  EXPECT_EQ(program.end(SIGTERM), 0);
  EXPECT_EQ(program.line_with("\"ended\""), R"({"event":"ended"})");
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE) << "the application was released";
}

TEST_F(TheDomainManagerProgram, has_this_machine_only_if_it_is_asked) {
  write_radio();
  ChildProgram program{kProgram, arguments({"--with-this-machine"})};
  const auto manager = manager_of(program);
  ASSERT_TRUE(manager);
  manager->installApplication("/radio.sad.xml");
  manager->applicationFactories().front()->create("radio", {}, {})->start();
  EXPECT_NE(program.line_with(R"({\"event\":\"start\"})"), "") << "what its component prints";
  EXPECT_EQ(program.end(SIGTERM), 0);
}

TEST_F(TheDomainManagerProgram, replaces_the_name_of_a_dead_one_and_of_no_other) {
  ChildProgram first{kProgram, arguments_at_naming()};
  ASSERT_TRUE(manager_of(first));
  ChildProgram second{kProgram, arguments_at_naming()};
  EXPECT_NE(second.line_with("a domain that lives"), "");
  EXPECT_EQ(second.wait(), 1);
  EXPECT_EQ(first.end(SIGKILL), -SIGKILL);
  ChildProgram third{kProgram, arguments_at_naming()};
  ASSERT_TRUE(manager_of(third));
  EXPECT_EQ(third.end(SIGTERM), 0);
}

TEST_F(TheDomainManagerProgram, has_its_installed_applications_again) {
  write_radio();
  const auto state = (files.root() / "lab.state").string();
  {
    ChildProgram program{kProgram, arguments({"--state", state})};
    const auto manager = manager_of(program);
    ASSERT_TRUE(manager);
    manager->installApplication("/radio.sad.xml");
    (void)program.end(SIGKILL);
  }
  ChildProgram program{kProgram, arguments({"--state", state})};
  const auto manager = manager_of(program);
  ASSERT_TRUE(manager);
  ASSERT_EQ(manager->applicationFactories().size(), 1U);
  EXPECT_EQ(manager->applicationFactories().front()->softwareProfile(), "/radio.sad.xml");
  manager->uninstallApplication("radio-id");
  EXPECT_EQ(program.end(SIGTERM), 0);
  ChildProgram last{kProgram, arguments({"--state", state})};
  const auto its = manager_of(last);
  ASSERT_TRUE(its);
  EXPECT_TRUE(its->applicationFactories().empty());
}

TEST_F(TheDomainManagerProgram, goes_on_with_what_ran_before_it_was_killed) {
  write_radio();
  const auto state = (files.root() / "lab.state").string();
  node.manager->devices = {node.start_gpp()};
  {
    ChildProgram program{kProgram, arguments({"--state", state})};
    const auto manager = manager_of(program);
    ASSERT_TRUE(manager);
    manager->registerDeviceManager(node.reference);
    manager->installApplication("/radio.sad.xml");
    manager->applicationFactories().front()->create("radio", {}, {})->start();
    (void)program.end(SIGKILL);
  }
  ChildProgram program{kProgram, arguments({"--state", state})};
  const auto manager = manager_of(program);
  ASSERT_TRUE(manager);
  manager->registerDeviceManager(node.reference);
  EXPECT_EQ(program.line_with("\"application\""),
            R"({"event":"application","state":"adopted","name":"radio"})");
  EXPECT_EQ(program.end(SIGTERM), 0);
  EXPECT_EQ(node.gpp->usageState(), CF::Device::UsageType::IDLE) << "the application was released";
}

TEST_F(TheDomainManagerProgram, says_when_other_machines_can_reach_it) {
  ChildProgram open{kProgram, arguments({"--endpoint", "giop:tcp:0.0.0.0:0"})};
  EXPECT_NE(open.line_with("can be reached from other machines"), "");
  (void)open.end(SIGTERM);
  ChildProgram closed{kProgram, arguments({"--endpoint", "giop:tcp:127.0.0.1:0"})};
  EXPECT_NE(closed.line().find("\"ready\""), std::string::npos) << "its first line";
}

TEST_F(TheDomainManagerProgram, refuses_wrong_options) {
  const auto status_of = [](std::vector<std::string> words) {
    return ChildProgram{kProgram, std::move(words)}.wait();
  };
  EXPECT_EQ(status_of(arguments({"--lease", "5"})), 2);
  EXPECT_EQ(status_of(arguments({"--on-restart", "forget"})), 2);
  EXPECT_EQ(status_of({"--root", files.root().string(), "--name", "a/b"}), 2);
  EXPECT_EQ(status_of(arguments({"--endpoint", "tcp"})), 2);
  EXPECT_EQ(status_of(arguments({"--orb", "transport"})), 2);
  EXPECT_EQ(status_of(arguments({"--naming", "corbaloc:none"})), 1);
  files.write("dom/other.json", "{}");
  EXPECT_EQ(status_of(arguments({"--state", (files.root() / "other.json").string()})), 1);
}

}  // namespace
}  // namespace orbweaver::domain::test
