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

TEST_F(TheRules, know_components_of_their_trust_domain_alone_where_the_node_has_one) {
  const ApplicationPeers peers{.application = "fm", .trust_domain = "radio"};
  EXPECT_EQ(decide_by(peers, {"uri:spiffe://application.two.radio/fm"}), kOwn);
  EXPECT_EQ(decide_by(peers, {"uri:spiffe://application.two.fleet/fm"}), kOther);
  EXPECT_EQ(decide_by(peers, {"uri:spiffe://application.radio/fm"}), kOther);
}

TEST_F(TheRules, allow_the_domain) {
  ApplicationPeers peers{.application = "fm", .domain = {"process:7"}};
  EXPECT_EQ(decide_by(peers, {"user:0", "process:7"}), kDomain);
  EXPECT_EQ(decide_by(peers, {"anonymous"}), kNone);
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
  EXPECT_EQ(names_of_domain(Proof::none, none), Names{});
}

TEST(NamesOfFiles, are_parts_of_paths_that_differ_for_each_component) {
  EXPECT_EQ(name_of_files_of("source", "fm"), "source:fm");
  EXPECT_EQ(name_of_files_of("service", ""), "service");
  EXPECT_EQ(name_of_files_of("a:b", "c"), "a%3Ab:c");
  EXPECT_EQ(name_of_files_of("../a", "b/c"), "..%2Fa:b%2Fc");
  EXPECT_EQ(name_of_files_of(std::string(300, 'a'), std::string(300, 'b')),
            std::string(100, 'a') + ":" + std::string(100, 'b'));
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
  void start(const std::string& application, const std::string& component, int process) {
    rules->starts(component);
    EXPECT_TRUE(rules->started(application, component, process));
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
  start("fm", "rx", 1);
  start("am", "rx", 2);
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
  start("fm", "rx", 1);
  start("am", "rx", 1);
  start("am", "tx", 1);
  EXPECT_EQ(decide(fm, 1), kOwn);
  EXPECT_EQ(decide(am, 1), kOwn);
  rules->ended("rx", 1);
  rules->ended("rx", 1);
  EXPECT_EQ(decide(am, 1), kOwn);
  EXPECT_EQ(decide(fm, 1), kOther);
}

TEST_F(TheFiles, do_not_name_a_component_that_has_ended_before_it_was_known_to_run) {
  const auto fm = file_of("fm");
  rules->starts("rx");
  rules->ended("rx", 1);
  EXPECT_TRUE(rules->started("fm", "rx", 1));
  EXPECT_EQ(decide(fm, 1), kNone);
  start("fm", "rx", 1);
  EXPECT_EQ(decide(fm, 1), kOwn);
}

TEST_F(TheFiles, name_a_component_whatever_ended_in_a_start_before_that_failed) {
  const auto fm = file_of("fm");
  rules->ended("rx", 1);  // behind its not_started()
  start("fm", "rx", 1);
  EXPECT_EQ(decide(fm, 1), kOwn);
  rules->starts("tx");
  rules->ended("tx", 2);
  rules->not_started("tx");
  start("fm", "tx", 2);
  EXPECT_EQ(decide(fm, 2), kOwn);
}

TEST_F(TheFiles, keep_an_end_for_the_start_that_it_belongs_to) {
  const auto fm = file_of("fm");
  rules->starts("rx");
  rules->starts("rx");  // of another application
  rules->ended("rx", 2);
  EXPECT_TRUE(rules->started("am", "rx", 1));
  EXPECT_TRUE(rules->started("fm", "rx", 2));
  EXPECT_EQ(decide(fm, 2), kNone);
}

TEST_F(TheFiles, know_the_trust_domain_of_the_node) {
  const auto fm = file_of("fm");
  const Names other{"uri:spiffe://application.two.fleet/fm"};
  EXPECT_EQ(program::decide({fm}, other), kOwn);
  rules->set_trust_domain("radio");
  EXPECT_EQ(program::decide({fm}, other), kNone);
  EXPECT_EQ(program::decide({fm}, {"uri:spiffe://application.two.radio/fm"}), kOwn);
}

TEST_F(TheFiles, leave_a_domain_that_proves_nothing_to_the_nodes_rules_and_say_so_once) {
  testing::internal::CaptureStderr();
  const auto fm = file_of("fm", {});
  rules->set_domain({});
  const auto lines = testing::internal::GetCapturedStderr();
  EXPECT_EQ(program::decide({fm}, {"anonymous"}), kNone);
  const std::string line = "the domain proves neither its process nor a certificate";
  const auto place = lines.find(line);
  ASSERT_NE(place, std::string::npos) << lines;
  EXPECT_EQ(lines.find(line, place + 1), std::string::npos) << lines;
}

TEST_F(TheFiles, leave_programs_of_no_application_to_the_nodes_rules) {
  const auto fm = file_of("fm");
  start("", "service", 1);
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
  start("fm", "rx", 1);
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

TEST_F(TheFiles, that_cannot_be_written_fail_a_start) {
  (void)file_of("fm");
  std::filesystem::remove_all(scratch.path());
  rules->starts("rx");
  const auto started = rules->started("fm", "rx", 1);
  ASSERT_FALSE(started);
  EXPECT_TRUE(started.error().contains("rules cannot be written")) << started.error();
}

TEST_F(TheFiles, that_cannot_be_written_are_forgotten_like_others) {
  const auto old = file_of("old");
  for (std::size_t i = 0; i < RulesOfApplications::kMostWithoutComponents; ++i) {
    const auto name = "new" + std::to_string(i);
    const auto file = std::to_string(i + 2) + "-" + name + ".toml";
    std::filesystem::create_directories(scratch.path() / file / "below");
    EXPECT_FALSE(rules->file_of(name, {"process:7"}));
  }
  EXPECT_FALSE(std::filesystem::exists(old));
}

}  // namespace
}  // namespace orbweaver::program
