// SPDX-License-Identifier: Apache-2.0
#include "definitions.hpp"
#include "program/spy_context.hpp"

#include <orbweaver/resource/program/program.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <thread>

namespace orbweaver::resource {
namespace {

using Words = std::vector<std::string>;

/// Runs the program in a thread of its own, which gets its signals.
class Running {
 public:
  Running(Words words, MakeParts make)
      : thread_([this, words = std::move(words), make = std::move(make)]() mutable {
          std::vector<char*> argv;
          for (auto& word : words) argv.push_back(word.data());
          argv.push_back(nullptr);
          status_ = run_program(static_cast<int>(words.size()), argv.data(), make);
        }) {}
  void interrupt() { pthread_kill(thread_.native_handle(), SIGTERM); }
  [[nodiscard]] int status() {
    thread_.join();
    return status_;
  }

 private:
  int status_ = -1;
  std::jthread thread_;
};

class AComponentProgram : public testing::Test {
 protected:
  AComponentProgram() {
    root->the_POAManager()->activate();
    const auto id = root->activate_object(context);
    context_ior = orb->object_to_string(root->id_to_reference(id));
  }
  ~AComponentProgram() override { orb->destroy(); }

  [[nodiscard]] Words words(const Words& more = {}) const {
    Words all{"radio",   "NAMING_CONTEXT_IOR",   context_ior,  "NAME_BINDING",
              "radio_1", "COMPONENT_IDENTIFIER", "radio_1:app"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  [[nodiscard]] MakeParts make() {
    return [this](const ProgramContext& program) {
      identifier = program.arguments.identifier;
      (void)program.arguments.find("asked");
      return ResourceParts{.identifier = {},
                           .component = std::make_unique<Component>(test::definitions()),
                           .ports = {}};
    };
  }
  [[nodiscard]] CORBA::object_reference<CF::Resource> resource() {
    return IDL::traits<CF::Resource>::narrow(context->bound());
  }

  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  CORBA::object_reference<PortableServer::POA> root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  std::shared_ptr<test::SpyContext> context = CORBA::make_reference<test::SpyContext>();
  std::string context_ior, identifier;
};

TEST_F(AComponentProgram, binds_its_resource_and_ends_when_that_is_released) {
  Running program(words(), make());
  const auto served = resource();
  EXPECT_EQ(served->identifier(), "radio_1:app");
  EXPECT_EQ(identifier, "radio_1:app");
  served->initialize();
  EXPECT_EQ(context->names(), 1U);
  EXPECT_NO_THROW(served->releaseObject()) << "the reply comes before the program's end";
  EXPECT_EQ(program.status(), 0);
  EXPECT_EQ(context->names(), 0U);
}

TEST_F(AComponentProgram, takes_its_name_back_when_it_is_terminated) {
  Running program(words(), make());
  (void)resource();
  program.interrupt();
  EXPECT_EQ(program.status(), 0);
  EXPECT_EQ(context->names(), 0U);
}

TEST_F(AComponentProgram, gives_execute_parameters_to_properties_and_says_which_are_lost) {
  testing::internal::CaptureStderr();
  Running program(
      words({"debug", "3", "gain", "9", "unknown", "x", "DEBUG_LEVEL", "3", "asked", "1"}), make());
  const auto served = resource();
  const auto what = [](const std::string& id) {
    return "radio_1:app: the parameter '" + id +
           "' has no effect: the component has no such execute parameter; its execute parameters: "
           "debug\n";
  };
  EXPECT_EQ(testing::internal::GetCapturedStderr(), what("gain") + what("unknown"))
      << "frameworks name their own in capitals, and the component asks for one itself";
  CF::Properties asked{CF::DataType{"debug", {}}, CF::DataType{"gain", {}}};
  served->query(asked);
  std::int32_t debug = 0;
  float gain = 0;
  EXPECT_TRUE(asked[0].value() >>= debug);
  EXPECT_TRUE(asked[1].value() >>= gain);
  EXPECT_EQ(debug, 3);
  EXPECT_EQ(gain, 1.5F) << "it is no execute parameter";
  served->releaseObject();
  EXPECT_EQ(program.status(), 0);
}

TEST_F(AComponentProgram, ends_with_2_for_wrong_arguments) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(Running({"radio", "debug"}, make()).status(), 2);
  EXPECT_EQ(Running(words({"debug", "much"}), make()).status(), 2);
  EXPECT_EQ(Running({"radio", "-ORBnone", "1"}, make()).status(), 2);
  const auto lines = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::ranges::count(lines, '\n'), 3) << lines;
  EXPECT_NE(lines.find("radio_1:app: debug: 'much'"), std::string::npos) << lines;
}

TEST_F(AComponentProgram, ends_with_1_if_there_is_no_naming_context) {
  testing::internal::CaptureStderr();
  context_ior = "corbaloc::localhost:1/none";
  EXPECT_EQ(Running(words(), make()).status(), 1);
  const auto line = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::ranges::count(line, '\n'), 1) << line;
}

}  // namespace
}  // namespace orbweaver::resource
