// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/application_rules.hpp>
#include <orbweaver/program/rules_of_applications.hpp>
#include <orbweaver/security/rules_files.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "scratch_folder.hpp"

namespace orbweaver::program {
namespace {

using Names = std::vector<std::string>;
using Proof = corba::Caller::Proof;

/// What the rules of files decide about a client, as the reader of rules understands them.
std::string decide(const Names& paths, const Names& client) {
  const auto files = security::RulesFiles::open(paths);
  if (!files) return files.error();
  const auto made = (*files)->decide(client, {.object = "RootPOA/any", .operation = "start"});
  if (made.decision.rule == nullptr) return "no rule";
  return (made.decision.is_allowed ? "allowed: " : "denied: ") + made.decision.rule->name;
}

class TheRules : public testing::Test {
 protected:
  // As a component reads them; `others`: processes of other applications.
  std::string decide_by(const ApplicationPeers& peers, const Names& client,
                        std::set<std::int32_t> others = {}) {
    scratch.write("own.toml", rules_of(peers));
    others.insert(peers.processes.begin(), peers.processes.end());
    scratch.write("all.toml", rules_about_components(others));
    return decide({scratch.path() / "own.toml", scratch.path() / "all.toml"}, client);
  }
  ScratchFolder scratch;
};

constexpr const char* kOwn = "allowed: its own application";
constexpr const char* kOther = "denied: components call their own application only";
constexpr const char* kDomain = "allowed: the domain";
constexpr const char* kNone = "no rule";

TEST_F(TheRules, know_components_of_this_device_by_their_processes) {
  const ApplicationPeers peers{.application = "fm", .processes = {1, 12}};
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0", "process:1"}, {2}), kOwn);
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0", "process:12"}, {2}), kOwn);
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0", "process:2"}, {2}), kOther);
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0", "process:3"}, {2}), kNone);
}

TEST_F(TheRules, know_components_of_other_nodes_by_their_certificates) {
  const ApplicationPeers peers{.application = "fm"};
  EXPECT_EQ(decide_by(peers, {"uri:spiffe://application.two.radio/fm"}), kOwn);
  EXPECT_EQ(decide_by(peers, {"uri:spiffe://application.two.radio/am"}), kOther);
  EXPECT_EQ(decide_by(peers, {"uri:spiffe://application.two.radio/fm_2"}), kOther);
  EXPECT_EQ(decide_by(peers, {"uri:spiffe://radio/user/ann"}), kNone);
}

TEST_F(TheRules, allow_the_domain) {
  ApplicationPeers peers{.application = "fm", .domain = {"process:7"}};
  EXPECT_EQ(decide_by(peers, {"user:0", "process:7"}), kDomain);
  EXPECT_EQ(decide_by(peers, {"anonymous"}), kNone);
  peers.domain = {"anonymous"};
  EXPECT_EQ(decide_by(peers, {"anonymous"}), kDomain);
  peers.domain = {"dns:domain", R"(subject:CN=the \"domain\"\\,O=a\+b)"};
  EXPECT_EQ(decide_by(peers, {R"(subject:CN=the \"domain\"\\,O=a\+b)"}), kDomain);
}

TEST_F(TheRules, leave_out_names_of_the_domain_that_would_name_others) {
  const ApplicationPeers peers{.application = "fm",
                               .domain = {"dns:*.example", "subject:CN=a\nb", "subject:CN=\xFF",
                                          "uri:", "", "dns:domain.example"}};
  EXPECT_EQ(decide_by(peers, {"dns:evil.example"}), kNone);
  EXPECT_EQ(decide_by(peers, {"dns:domain.example"}), kDomain);
}

TEST_F(TheRules, can_be_those_of_any_name) {
  const std::pair<std::string, std::string> cases[]{
      {"*", "%2A"},
      {"a\"b", "a%22b"},
      {"a\\", "a%5C"},
      {"a\n[[rule]]\ndecide = \"allow\"\n", "a%0A%5B%5Brule%5D%5D%0Adecide%20%3D%20%22allow%22%0A"},
      {"caf\xC3\xA9", "caf%C3%A9"},
      {"\xFF", "%FF"},
      {"a/b", "a%2Fb"},
      {std::string(5000, '\x01'), ""}};
  for (const auto& [name, segment] : cases) {
    const ApplicationPeers peers{.application = name, .processes = {1}};
    EXPECT_EQ(decide_by(peers, {"process:1"}), kOwn) << name;
    EXPECT_EQ(decide_by(peers, {"process:2"}, {2}), kOther) << name;
    EXPECT_EQ(decide_by(peers, {"process:3"}), kNone) << name;
    EXPECT_EQ(decide_by(peers, {"uri:spiffe://application.two.radio/b"}), kOther) << name;
    if (!segment.empty()) {
      EXPECT_EQ(decide_by(peers, {"uri:spiffe://application.two.radio/" + segment}), kOwn) << name;
    }
  }
}

TEST(NamesOfTheDomain, are_those_that_name_no_other_client) {
  const Names process{"user:1000", "group:100", "process:7"}, contained{"user:1000", "group:100"},
      certificate{"dns:localhost", "uri:spiffe://radio/node/a", "subject:CN=a", "self"},
      without_uri{"dns:localhost", "ip:127.0.0.1", "subject:CN=a"}, none{"anonymous"};
  EXPECT_EQ(names_of_domain(Proof::process, process), Names{"process:7"});
  EXPECT_EQ(names_of_domain(Proof::process, contained), Names{});
  EXPECT_EQ(names_of_domain(Proof::certificate, certificate), Names{"uri:spiffe://radio/node/a"});
  EXPECT_EQ(names_of_domain(Proof::certificate, without_uri), Names{"subject:CN=a"});
  EXPECT_EQ(names_of_domain(Proof::none, none), none);
}

class TheFiles : public testing::Test {
 protected:
  [[nodiscard]] std::string decide(const std::string& file, int process) const {
    return program::decide({file, rules->file_about_components()},
                           {"user:0", "process:" + std::to_string(process)});
  }
  std::string file_of(const std::string& application, const Names& domain = {"process:7"}) {
    return rules->file_of(application, domain).value();
  }

  ScratchFolder scratch;
  std::shared_ptr<RulesOfApplications> rules = RulesOfApplications::in(scratch.path()).value();
};

TEST_F(TheFiles, are_for_their_owner_alone) {
  struct stat found {};
  ASSERT_EQ(::stat(file_of("fm").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
  ASSERT_EQ(::stat(rules->file_about_components().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST_F(TheFiles, follow_the_components_that_run) {
  const auto fm = file_of("fm"), am = file_of("am");
  EXPECT_NE(fm, am);
  EXPECT_EQ(decide(fm, 1), kNone);
  rules->started("fm", "rx", 1);
  rules->started("am", "rx", 2);
  EXPECT_EQ(decide(fm, 1), kOwn);
  EXPECT_EQ(decide(am, 1), kOther);
  EXPECT_EQ(decide(fm, 2), kOther);
  EXPECT_EQ(decide(am, 2), kOwn);
  rules->ended("rx", 2);
  EXPECT_EQ(decide(fm, 2), kNone);
  EXPECT_EQ(decide(am, 2), kNone);
}

TEST_F(TheFiles, know_a_process_of_components_of_several_applications) {
  const auto fm = file_of("fm"), am = file_of("am");
  rules->started("fm", "rx", 1);
  rules->started("am", "rx", 1);
  rules->started("am", "tx", 1);
  EXPECT_EQ(decide(fm, 1), kOwn);
  EXPECT_EQ(decide(am, 1), kOwn);
  rules->ended("rx", 1);
  rules->ended("rx", 1);
  EXPECT_EQ(decide(am, 1), kOwn);
  EXPECT_EQ(decide(fm, 1), kOther);
}

TEST_F(TheFiles, do_not_name_a_component_that_has_ended_before_it_was_known_to_run) {
  const auto fm = file_of("fm");
  rules->ended("rx", 1);
  rules->started("fm", "rx", 1);
  EXPECT_EQ(decide(fm, 1), kNone);
  rules->started("fm", "rx", 1);
  EXPECT_EQ(decide(fm, 1), kOwn);
}

TEST_F(TheFiles, leave_programs_of_no_application_to_the_nodes_rules) {
  const auto fm = file_of("fm");
  rules->started("", "service", 1);
  EXPECT_EQ(decide(fm, 1), kNone);
  rules->ended("service", 1);
}

TEST_F(TheFiles, know_the_domain_that_came_last) {
  const auto fm = file_of("fm"), am = file_of("am", {"process:8"});
  EXPECT_EQ(decide(fm, 7), kDomain);
  EXPECT_EQ(decide(am, 7), kNone);
  rules->set_domain({"process:9"});
  for (const auto& file : {fm, am}) {
    EXPECT_EQ(decide(file, 9), kDomain);
    EXPECT_EQ(decide(file, 7), kNone);
  }
}

TEST_F(TheFiles, are_kept_of_applications_that_run_and_of_the_last_others) {
  const auto fm = file_of("fm");
  rules->started("fm", "rx", 1);
  const auto old = file_of("old");
  for (std::size_t i = 0; i < RulesOfApplications::kMostWithoutComponents; ++i)
    (void)file_of("other " + std::to_string(i));
  EXPECT_EQ(decide(fm, 1), kOwn);
  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_EQ(decide(file_of("other 0"), 1), kOther);
}

TEST_F(TheFiles, that_cannot_be_written_keep_a_component_from_starting) {
  std::filesystem::remove_all(scratch.path());
  const auto file = rules->file_of("fm", {});
  ASSERT_FALSE(file);
  EXPECT_TRUE(file.error().contains("rules cannot be written")) << file.error();
  EXPECT_FALSE(RulesOfApplications::in(scratch.path() / "none"));
}

}  // namespace
}  // namespace orbweaver::program
