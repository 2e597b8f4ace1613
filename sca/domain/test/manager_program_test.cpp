// SPDX-License-Identifier: Apache-2.0
// orbweaver-domain from its start to its end, with a node in this process.
#include <nlohmann/json.hpp>
#include <orbweaver/corba/orb_idl.hpp>
#include <orbweaver/domain/state_file.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/generated/sca/CF/Sequences.hpp>
#include <orbweaver/naming/naming_service.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <latch>
#include <thread>

#include "child_program.hpp"
#include "fakes.hpp"

namespace orbweaver::domain::test {
namespace {

using Json = nlohmann::json;
using Manager = CORBA::object_reference<CF::DomainManager>;

constexpr const char* kProgram = "orbweaver-domain";

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

TEST_F(TheDomainManagerProgram, has_its_state_for_itself_alone) {
  write_radio();
  const auto state = (files.root() / "lab.state").string();
  ChildProgram first{kProgram, arguments({"--state", state})};
  const auto process = ready(first)["process"].get<int>();
  ChildProgram second{kProgram, arguments({"--state", state})};
  EXPECT_NE(second.line_with("is the state of a domain that runs: process " +
                             std::to_string(process) + ";"),
            "");
  EXPECT_EQ(second.wait(), 1);
  EXPECT_EQ(first.end(SIGKILL), -SIGKILL);
  ChildProgram third{kProgram, arguments({"--state", state})};
  EXPECT_TRUE(manager_of(third)) << "a dead one has no claim";
  EXPECT_EQ(third.end(SIGTERM), 0);
  EXPECT_FALSE(std::filesystem::exists(state + ".lock"));
}

TEST_F(TheDomainManagerProgram, does_not_begin_with_a_state_that_it_cannot_write) {
  const auto nowhere = (files.root() / "no/folder/lab.state").string();
  ChildProgram first{kProgram, arguments({"--state", nowhere})};
  EXPECT_NE(first.line_with("the state cannot be kept"), "");
  EXPECT_EQ(first.wait(), 1);
  const auto state = files.root() / "lab.state";
  std::filesystem::create_directory(state.string() + ".new");
  ChildProgram second{kProgram, arguments({"--state", state.string()})};
  EXPECT_NE(second.line_with("the state cannot be kept"), "");
  EXPECT_EQ(second.wait(), 1);
}

TEST_F(TheDomainManagerProgram, has_a_problem_until_its_state_is_written_again) {
  write_radio();
  const auto state = files.root() / "lab.state";
  const auto log = files.folder() / "lab.log";
  ChildProgram program{kProgram, arguments({"--state", state.string(), "--log", log.string()})};
  const auto manager = manager_of(program);
  ASSERT_TRUE(manager);
  const auto problems = [&] {
    CF::Properties asked{CF::DataType{"ORBWEAVER::PROBLEMS", CORBA::Any{}}};
    manager->query(asked);
    CORBA::StringSeq string_seq;
    EXPECT_TRUE(asked.front().value() >>= string_seq);
    return string_seq;
  };
  EXPECT_EQ(problems().size(), 0U);
  std::filesystem::create_directory(state.string() + ".new");
  manager->installApplication("/radio.sad.xml");
  ASSERT_EQ(problems().size(), 1U);
  EXPECT_NE(problems().front().find("which applications are installed is not kept"),
            std::string::npos);
  std::filesystem::remove(state.string() + ".new");
  EXPECT_NE(program.line_with("the state is kept again"), "") << "without a further change";
  EXPECT_EQ(problems().size(), 0U);
  EXPECT_EQ(StateFile{state}.read()->installed.size(), 1U);
  EXPECT_EQ(program.end(SIGTERM), 0);
  std::ifstream from{log};
  const std::string text{std::istreambuf_iterator<char>{from}, {}};
  EXPECT_NE(text.find("is not kept"), std::string::npos) << text;
  EXPECT_NE(text.find("is kept again"), std::string::npos) << text;
}

TEST_F(TheDomainManagerProgram, says_when_other_machines_can_reach_it) {
  ChildProgram refused{kProgram, arguments({"--endpoint", "giop:tcp:0.0.0.0:0"})};
  EXPECT_NE(refused.line_with("or say --insecure"), "");
  ChildProgram open{kProgram, arguments({"--insecure", "--endpoint", "giop:tcp:0.0.0.0:0"})};
  EXPECT_NE(open.line_with("is open to every host of the network"), "");
  (void)open.end(SIGTERM);
  ChildProgram closed{kProgram, arguments({"--endpoint", "giop:tcp:127.0.0.1:0"})};
  EXPECT_NE(closed.line().find("\"ready\""), std::string::npos) << "its first line";
}

TEST_F(TheDomainManagerProgram,
       is_not_held_up_by_a_domain_whose_files_and_its_own_are_mounted_there) {
  ChildProgram here{kProgram, arguments()};
  ChildProgram there{kProgram, {"--root", files.root().string(), "--name", "Other"}};
  const auto manager = manager_of(here), other = manager_of(there);
  ASSERT_TRUE(manager);
  ASSERT_TRUE(other);
  const auto files_here = manager->fileMgr(), files_there = other->fileMgr();
  files_here->mount("/there", files_there);
  files_there->mount("/here", files_here);
  CF::Properties space;
  files_here->query(space);
  EXPECT_EQ(space.size(), 2U);
  EXPECT_FALSE(files_here->list("/there/*").empty());
  try {
    (void)files_here->list("/there/here/*");
    FAIL() << "it leads back";
  } catch (const CF::FileException& failure) {
    EXPECT_EQ(failure.errorNumber(), CF::ErrorNumberType::CF_EDEADLK);
  }
  EXPECT_EQ(here.end(SIGTERM), 0);
  EXPECT_EQ(there.end(SIGTERM), 0);
}

TEST_F(TheDomainManagerProgram, ends_though_a_file_system_of_a_client_hangs) {
  ChildProgram program{kProgram, arguments()};
  ChildProgram client{kProgram, {"--root", files.root().string(), "--name", "Other"}};
  const auto manager = manager_of(program), other = manager_of(client);
  ASSERT_TRUE(manager);
  ASSERT_TRUE(other);
  const auto mounted = manager->fileMgr();
  mounted->mount("/hung", other->fileMgr());
  EXPECT_FALSE(mounted->list("/hung/*").empty());
  client.signal(SIGSTOP);
  const std::vector<std::function<void()>> calls{
      [&] { (void)mounted->list("/hung/*"); }, [&] { (void)mounted->open("/hung/a", true); },
      [&] { mounted->copy("/subject/subject.spd.xml", "/hung/a"); },
      [&] { mounted->copy("/hung/subject/subject.spd.xml", "/a"); },
      [&] {
        CF::Properties space;
        mounted->query(space);
      }};
  std::latch begun{static_cast<std::ptrdiff_t>(calls.size())};
  std::vector<std::jthread> callers;
  for (const auto& call : calls)
    callers.emplace_back([&] {
      EXPECT_TRUE(mounted->exists("/subject"));
      begun.count_down();
      try {
        call();
      } catch (const CORBA::Exception&) {  // files_test tests how; here it only has to end
      }
    });
  begun.wait();
  EXPECT_EQ(program.end(SIGTERM), 0);
  callers.clear();
  EXPECT_EQ(client.end(SIGKILL), -SIGKILL);
}

TEST_F(TheDomainManagerProgram, lets_clients_change_no_file_if_it_is_asked) {
  ChildProgram program{kProgram, arguments({"--read-only"})};
  const auto manager = manager_of(program);
  ASSERT_TRUE(manager);
  EXPECT_TRUE(manager->fileMgr()->exists("/subject/subject.spd.xml"));
  EXPECT_THROW((void)manager->fileMgr()->create("/new"), CF::FileException);
  EXPECT_EQ(program.end(SIGTERM), 0);
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
