// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/application_rules.hpp>
#include <orbweaver/program/rules_of_applications.hpp>
#include <orbweaver/security/rules_file.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "scratch_folder.hpp"

namespace orbweaver::program {
namespace {

using Names = std::vector<std::string>;
using Proof = corba::Caller::Proof;

/// What the rules of a file decide about a client, as the reader of rules understands them.
std::string decide(const std::string& path, const Names& client, const char* interface = "") {
  const auto file = security::RulesFile::open(path);
  if (!file) return file.error();
  const auto rules = (*file)->current();
  const std::string id = interface;
  const auto made =
      rules->decide(client, {.object = "RootPOA/any",
                             .operation = "start",
                             .implements =
                                 [](const void* wanted, std::string_view asked) {
                                   return *static_cast<const std::string*>(wanted) == asked;
                                 },
                             .context = &id});
  if (made.rule == nullptr) return "no rule";
  return (made.is_allowed ? "allowed: " : "denied: ") + made.rule->name;
}

class TheRules : public testing::Test {
 protected:
  std::string decide_by(const ApplicationPeers& peers, const Names& client) {
    scratch.write("rules.toml", rules_of(peers));
    return decide(scratch.path() / "rules.toml", client);
  }
  ScratchFolder scratch;
};

constexpr const char* kOwn = "allowed: its own application";
constexpr const char* kOther = "denied: components of other applications";
constexpr const char* kDomain = "allowed: the domain";
constexpr const char* kNone = "no rule";

TEST_F(TheRules, know_components_of_this_device_by_their_processes) {
  const ApplicationPeers peers{.application = "fm", .own = {1, 12}, .others = {2}};
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0", "process:1"}), kOwn);
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0", "process:12"}), kOwn);
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0", "process:2"}), kOther);
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0", "process:3"}), kNone);
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

// The domain of a container may be known by its user alone.
TEST_F(TheRules, deny_components_of_other_applications_also_if_the_domain_is_their_user) {
  const ApplicationPeers peers{.application = "fm", .others = {2}, .domain = {"user:0"}};
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0", "process:2"}), kOther);
  EXPECT_EQ(decide_by(peers, {"user:0", "group:0"}), kDomain);
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
    const ApplicationPeers peers{.application = name, .own = {1}, .others = {2}};
    EXPECT_EQ(decide_by(peers, {"process:1"}), kOwn) << name;
    EXPECT_EQ(decide_by(peers, {"process:2"}), kOther) << name;
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
  EXPECT_EQ(names_of_domain(Proof::process, contained), Names{"user:1000"});
  EXPECT_EQ(names_of_domain(Proof::certificate, certificate), Names{"uri:spiffe://radio/node/a"});
  EXPECT_EQ(names_of_domain(Proof::certificate, without_uri), Names{"subject:CN=a"});
  EXPECT_EQ(names_of_domain(Proof::none, none), none);
}

class TheFiles : public testing::Test {
 protected:
  Names client(int process) { return {"user:0", "process:" + std::to_string(process)}; }
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
  ASSERT_EQ(::stat(rules->file_of_device().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST_F(TheFiles, follow_the_components_that_run) {
  const auto fm = file_of("fm"), am = file_of("am");
  EXPECT_NE(fm, am);
  EXPECT_EQ(decide(fm, client(1)), kNone);
  rules->started("fm", "rx", 1);
  rules->started("am", "rx", 2);
  EXPECT_EQ(decide(fm, client(1)), kOwn);
  EXPECT_EQ(decide(am, client(1)), kOther);
  EXPECT_EQ(decide(fm, client(2)), kOther);
  EXPECT_EQ(decide(am, client(2)), kOwn);
  rules->ended("rx", 2);
  EXPECT_EQ(decide(fm, client(2)), kNone);
  EXPECT_EQ(decide(am, client(2)), kNone);
}

TEST_F(TheFiles, know_a_process_of_components_of_several_applications) {
  const auto fm = file_of("fm"), am = file_of("am");
  rules->started("fm", "rx", 1);
  rules->started("am", "rx", 1);
  rules->started("am", "tx", 1);
  EXPECT_EQ(decide(fm, client(1)), kOwn);
  EXPECT_EQ(decide(am, client(1)), kOwn);
  rules->ended("rx", 1);
  rules->ended("rx", 1);
  EXPECT_EQ(decide(am, client(1)), kOwn);
  EXPECT_EQ(decide(fm, client(1)), kOther);
}

TEST_F(TheFiles, do_not_name_a_component_that_has_ended_before_it_was_known_to_run) {
  const auto fm = file_of("fm");
  rules->ended("rx", 1);
  rules->started("fm", "rx", 1);
  EXPECT_EQ(decide(fm, client(1)), kNone);
  rules->started("fm", "rx", 1);
  EXPECT_EQ(decide(fm, client(1)), kOwn);
}

TEST_F(TheFiles, leave_programs_of_no_application_to_the_nodes_rules) {
  const auto fm = file_of("fm");
  rules->started("", "service", 1);
  EXPECT_EQ(decide(fm, client(1)), kNone);
  rules->ended("service", 1);
}

TEST_F(TheFiles, know_the_domain_that_came_last) {
  const auto fm = file_of("fm"), am = file_of("am", {"process:8"});
  EXPECT_EQ(decide(fm, client(7)), kDomain);
  EXPECT_EQ(decide(am, client(7)), kNone);
  rules->set_domain({"process:9"});
  for (const auto& file : {fm, am}) {
    EXPECT_EQ(decide(file, client(9)), kDomain);
    EXPECT_EQ(decide(file, client(7)), kNone);
  }
}

TEST_F(TheFiles, keep_components_from_managing_the_device) {
  constexpr const char* kDevice = "IDL:CF/Device:1.0";
  constexpr const char* kDenied = "denied: components do not manage devices";
  const auto device = rules->file_of_device();
  EXPECT_EQ(decide(device, client(1), kDevice), kNone);
  EXPECT_EQ(decide(device, {"uri:spiffe://application.two.radio/fm"}, kDevice), kDenied);
  (void)file_of("fm");
  rules->started("fm", "rx", 1);
  EXPECT_EQ(decide(device, client(1), kDevice), kDenied);
  EXPECT_EQ(decide(device, client(1), "IDL:Port:1.0"), kNone);
  EXPECT_EQ(decide(device, client(2), kDevice), kNone);
}

TEST_F(TheFiles, are_kept_of_applications_that_run_and_of_the_last_others) {
  const auto fm = file_of("fm");
  rules->started("fm", "rx", 1);
  const auto old = file_of("old");
  for (std::size_t i = 0; i < RulesOfApplications::kMostWithoutComponents; ++i)
    (void)file_of("other " + std::to_string(i));
  EXPECT_EQ(decide(fm, client(1)), kOwn);
  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_EQ(decide(file_of("other 0"), client(1)), kOther);
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
