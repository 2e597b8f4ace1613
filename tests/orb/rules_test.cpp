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

TEST_F(RulesOfServer, hold_at_once_where_they_allow_what_was_denied) {
  start_with("default = \"deny\"\n");
  const auto reference = server->publish(std::make_shared<Probe>());
  for (int i = 0; i < 20; ++i) {
    const Orb newcomer{Options{}};
    const auto echo = newcomer.echo(reference);
    write_rules("default = \"deny\" \n");
    EXPECT_THROW(echo->nothing(), CORBA::NO_PERMISSION);
    write_rules("default = \"allow\"\n");  // as long, and within the same tick of a file's time
    echo->nothing();
  }
}

TEST_F(RulesOfServer, hold_at_once_for_a_client_that_is_new) {
  start_with("default = \"allow\"\n");
  const auto reference = server->publish(std::make_shared<Probe>());
  for (int i = 0; i < 5; ++i) {
    write_rules("default = \"allow\"\n");
    Orb(Options{}).echo(reference)->nothing();
    write_rules("default = \"deny\"\n");
    EXPECT_THROW(Orb(Options{}).echo(reference)->nothing(), CORBA::NO_PERMISSION);
  }
}

TEST_F(RulesOfServer, may_be_in_several_files_and_the_one_that_decides_is_named) {
  const StandardError output;
  const auto first = folder + ".first.toml";
  std::ofstream{first} << "default = \"deny\"\n[[rule]]\nname = \"strangers\"\ndecide = \"deny\"\n"
                          "client = \"process:"
                       << ::getpid() << "\"\noperation = \"nothing\"\n";
  write_rules("default = \"deny\"\n[[rule]]\ndecide = \"allow\"\noperation = \"echo_string\"\n");
  start({"-ORBrules", first, "-ORBrules", rules, "-ORBaudit", audit});
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_EQ(echo->echo_string("allowed"), "allowed");
  EXPECT_THROW(echo->nothing(), CORBA::NO_PERMISSION);
  EXPECT_TRUE(output.has("rule 'strangers' (line 2) of " + first + " denies it"));
  EXPECT_THAT(audit_text(), HasSubstr("\"rule\":\"the rule of line 2\",\"file\":\"" + rules));
  EXPECT_THAT(audit_text(),
              HasSubstr("\"rule\":\"rule 'strangers' (line 2)\",\"file\":\"" + first));
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
