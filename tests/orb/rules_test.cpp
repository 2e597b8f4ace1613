// SPDX-License-Identifier: Apache-2.0
// Servers with rules: which calls run, what the others raise, and what is left of them in counts
// and files.
#include <orbweaver/corba/caller.hpp>

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::HasSubstr;

class RulesOfServer : public TwoOrbs {
 protected:
  void write_rules(const std::string& text) const {
    std::ofstream{rules + ".new"} << text;
    std::filesystem::rename(rules + ".new", rules);
  }
  void start_with(const std::string& text, const Options& more = {}) {
    write_rules(text);
    Options options{"-ORBrules", rules, "-ORBaudit", audit};
    options.insert(options.end(), more.begin(), more.end());
    start(options);
  }
  [[nodiscard]] std::string audit_text() const {
    std::ifstream in{audit};
    return {std::istreambuf_iterator<char>{in}, {}};
  }
  [[nodiscard]] static std::string me() { return "user:" + std::to_string(::geteuid()); }

  const std::string folder = testing::TempDir() + "rules-" + std::to_string(::getpid()) + "-" +
                             testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string rules = folder + ".toml", audit = folder + ".audit";
};

TEST_F(RulesOfServer, let_calls_run_that_they_allow_and_refuse_the_others) {
  start_with("default = \"deny\"\n[[rule]]\ndecide = \"allow\"\nclient = \"" + me() +
             "\"\nobject = \"RootPOA/*\"\ninterface = \"Lab/Echo\"\noperation = \"echo_*\"\n");
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_EQ(echo->echo_string("allowed"), "allowed");
  try {
    echo->nothing();
    FAIL() << "a call ran that the rules deny";
  } catch (const CORBA::NO_PERMISSION& denied) {
    EXPECT_EQ(denied.minor(), static_cast<std::uint32_t>(Minor::denied_by_rules));
    EXPECT_EQ(denied.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
  EXPECT_EQ(server->shared()->statistics().requests_denied, 1U);
  EXPECT_THAT(audit_text(), HasSubstr("\"decision\":\"allow\""));
  EXPECT_THAT(audit_text(), HasSubstr("\"decision\":\"deny\""));
  EXPECT_THAT(audit_text(), HasSubstr("\"operation\":\"nothing\",\"rule\":\"the default\""));
}

TEST_F(RulesOfServer, count_one_way_calls_that_they_deny) {
  start_with(
      "default = \"allow\"\n[[rule]]\nname = \"no pokes\"\ndecide = \"deny\"\noperation = "
      "\"poke\"\n");
  const auto probe = std::make_shared<Probe>();
  probe->on_poke = [](std::uint32_t) { ADD_FAILURE() << "a call ran that the rules deny"; };
  const auto echo = publish(probe);
  echo->poke(1);
  echo->nothing();  // comes behind it
  EXPECT_EQ(server->shared()->statistics().requests_denied, 1U);
  EXPECT_THAT(audit_text(), HasSubstr("rule 'no pokes' (line 2)"));
}

TEST_F(RulesOfServer, know_a_plain_tcp_client_as_anonymous) {
  start_with("default = \"deny\"\n[[rule]]\ndecide = \"allow\"\nclient = \"user:*\"\n",
             {"-ORBendPoint", "giop:tcp:127.0.0.1:0"});
  EXPECT_THROW(publish(std::make_shared<Probe>())->nothing(), CORBA::NO_PERMISSION);
  EXPECT_THAT(audit_text(), HasSubstr("\"client\":\"anonymous\""));
}

TEST_F(RulesOfServer, take_effect_when_the_file_changes) {
  start_with("default = \"deny\"\n");
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_THROW(echo->nothing(), CORBA::NO_PERMISSION);
  write_rules("default = \"allow\"\n");
  spin_until([&] {
    try {
      echo->nothing();
      return true;
    } catch (const CORBA::NO_PERMISSION&) {
      return false;
    }
  });
}

TEST_F(RulesOfServer, stay_in_force_when_the_changed_file_is_wrong) {
  const StandardError output;
  start_with("default = \"deny\"\n");
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_THROW(echo->nothing(), CORBA::NO_PERMISSION);
  write_rules("default = \"perhaps\"\n");
  spin_until([&] {
    EXPECT_THROW(echo->nothing(), CORBA::NO_PERMISSION);
    return output.has("the earlier rules stay in force");
  });
  EXPECT_TRUE(output.has("line 1: default"));
}

TEST_F(RulesOfServer, that_are_wrong_keep_a_server_from_listening) {
  write_rules("default = 3\n");
  start({"-ORBrules", rules});
  EXPECT_THROW((void)server->publish(std::make_shared<Probe>()), CORBA::BAD_PARAM);
}

TEST_F(RulesOfServer, allow_no_datagrams) {
  start_with("default = \"allow\"\n", {"-ORBendPoint", "giop:udp:127.0.0.1:0"});
  EXPECT_THROW((void)server->publish(std::make_shared<Probe>()), CORBA::BAD_PARAM);
}

TEST_F(RulesOfServer, are_not_needed_to_know_the_caller) {
  start();
  const auto probe = std::make_shared<Probe>();
  std::optional<corba::Caller> caller;
  probe->on_poke = [&caller](std::uint32_t) { caller = corba::Caller::current(); };
  const auto echo = publish(probe);
  echo->poke(1);
  echo->nothing();
  ASSERT_TRUE(caller);
  EXPECT_EQ(caller->proof(), corba::Caller::Proof::process);
  EXPECT_THAT(caller->names(), testing::Contains(me()));
}

}  // namespace
}  // namespace orbweaver::orb_test
