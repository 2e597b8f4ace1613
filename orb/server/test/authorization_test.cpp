// SPDX-License-Identifier: Apache-2.0
// Peers of other users, as the rules let them in. A file of rules is read as in
// orb/security/test/rules_files_test.cpp: "allow CLIENT" and "deny CLIENT", a rule a line.
#include "authorization.hpp"

#include <gmock/gmock.h>
#include <sched.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace orbweaver::server {
namespace {

using testing::HasSubstr;

Result<security::Rules, std::string> read(std::string_view text, const std::string& /*file*/) {
  std::istringstream lines{std::string{text}};
  std::vector<security::CallRule> rules;
  std::string decision, client;
  while (lines >> decision >> client) {
    security::CallRule rule;
    rule.line = rules.size() + 1;
    rule.allows = decision == "allow";
    rule.clients = {client};
    rules.push_back(std::move(rule));
  }
  return security::Rules{std::move(rules), false};
}

class OtherUsers : public testing::Test {
 protected:
  OtherUsers() {
    security::set_rules_reader(read);
    peer.proof = security::Identity::Proof::process;
    peer.user = peer.group = 1001;
    peer.process = 7;
  }
  ~OtherUsers() override {
    for (const auto& path : paths) std::filesystem::remove(path);
  }
  void write(std::size_t file, const std::string& text) const {
    std::ofstream{paths[file] + ".new"} << text;
    std::filesystem::rename(paths[file] + ".new", paths[file]);
  }
  void open() {
    wire::Options options;
    options.rules = paths;
    auto opened = Authorization::open(options);
    ASSERT_TRUE(opened) << opened.error();
    rules = std::move(*opened);
  }

  const std::string folder = testing::TempDir() + "authorization-" + std::to_string(::getpid());
  const std::vector<std::string> paths{folder + ".1", folder + ".2"};
  security::Identity peer;
  std::unique_ptr<Authorization> rules;
};

TEST_F(OtherUsers, are_let_in_by_a_rule_that_was_added_to_a_server_without_calls) {
  write(0, "");
  write(1, "");
  open();
  write(1, "allow user:1001\n");
  EXPECT_TRUE(rules->admits(peer));
}

TEST_F(OtherUsers, are_let_in_by_a_rule_that_was_added_after_they_were_refused) {
  write(0, "");
  write(1, "");
  open();
  EXPECT_FALSE(rules->admits(peer));
  write(0, "allow user:1001\n");
  while (!rules->admits(peer)) ::sched_yield();
}

TEST_F(OtherUsers, are_refused_when_their_rule_was_taken_away) {
  write(0, "allow user:1001\n");
  write(1, "");
  open();
  write(0, "");
  EXPECT_FALSE(rules->admits(peer));
}

TEST_F(OtherUsers, are_refused_by_the_first_file_that_has_a_rule_about_them) {
  write(0, "deny user:1001\n");
  write(1, "allow user:1001\n");
  open();
  EXPECT_FALSE(rules->admits(peer));
  EXPECT_EQ(rules->why_not(peer),
            "it is of another user, and the rule of line 1 of " + paths[0] + " denies it");
}

TEST_F(OtherUsers, are_refused_with_all_names_that_a_rule_could_have) {
  write(0, "deny user:1002\n");
  write(1, "allow process:7\nallow *\n");
  open();
  EXPECT_FALSE(rules->admits(peer));
  EXPECT_EQ(rules->why_not(peer), "it is of another user, and no rule of " + paths[0] + ", " +
                                      paths[1] +
                                      " allows anything to client \"user:1001\" or \"group:1001\"");
}

TEST_F(OtherUsers, are_denied_a_call_with_the_same_words) {
  write(0, "");
  write(1, "allow user:1002\n");
  open();
  const auto denial = rules->rules().admit(security::texts_of(peer));
  EXPECT_THAT(rules->why_not(peer, denial), HasSubstr("no rule of " + paths[0]));
}

}  // namespace
}  // namespace orbweaver::server
