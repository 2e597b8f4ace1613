// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/identity.hpp>
#include <orbweaver/security/rules.hpp>

#include <gtest/gtest.h>

namespace orbweaver::security {
namespace {

TEST(Patterns, fit_texts_that_have_anything_for_a_star) {
  EXPECT_TRUE(fits("", ""));
  EXPECT_TRUE(fits("*", ""));
  EXPECT_TRUE(fits("a*c", "abc"));
  EXPECT_TRUE(fits("a*c", "ac"));
  EXPECT_TRUE(fits("*a*b", "xaxbab"));
  EXPECT_TRUE(fits("spiffe://*/radio", "spiffe://example/site/radio"));
  EXPECT_FALSE(fits("", "a"));
  EXPECT_FALSE(fits("a", ""));
  EXPECT_FALSE(fits("a*c", "abcd"));
  EXPECT_FALSE(fits("a*b*c", "acb"));
}

TEST(Patterns, take_little_time_whatever_they_are) {
  const std::string stars = "a*a*a*a*a*a*a*a*a*a*b", text(10'000, 'a');
  EXPECT_FALSE(fits(stars, text));
}

CallRule rule(bool allows) {
  CallRule made;
  made.allows = allows;
  made.line = 7;
  return made;
}

class Deciding : public testing::Test {
 protected:
  [[nodiscard]] bool may(const std::string& who, std::string_view object,
                         std::string_view operation) const {
    const std::vector<std::string> texts{who};
    const WantedCall call{object, operation,
                          [](const void*, std::string_view id) { return id == "IDL:Radio:1.0"; }};
    return Rules{rules, false}.decide(texts, call).is_allowed;
  }
  std::vector<CallRule> rules;
};

TEST_F(Deciding, takes_the_first_rule_that_fits) {
  auto never = rule(false), always = rule(true);
  never.operations = {"shutdown"};
  rules = {never, always};
  EXPECT_FALSE(may("user:1", "RootPOA/radio", "shutdown"));
  EXPECT_TRUE(may("user:1", "RootPOA/radio", "start"));
  rules = {always, never};
  EXPECT_TRUE(may("user:1", "RootPOA/radio", "shutdown"));
}

TEST_F(Deciding, takes_the_default_where_no_rule_fits) {
  EXPECT_FALSE(may("user:1", "RootPOA/radio", "start"));
  EXPECT_TRUE((Rules{{}, true}.decide({}, {})).is_allowed);
}

bool lets_in(std::vector<CallRule> rules, bool by_default = false) {
  const std::vector<std::string> texts{"user:1", "group:5"};
  return Rules{std::move(rules), by_default}.admit(texts).is_allowed;
}

CallRule rule_for(bool allows, std::string client) {
  auto made = rule(allows);
  made.clients = {std::move(client)};
  return made;
}

TEST(Admitting, takes_a_rule_that_names_the_client) {
  EXPECT_TRUE(lets_in({rule_for(true, "user:1")}));
  EXPECT_TRUE(lets_in({rule_for(true, "group:5")}));
  EXPECT_TRUE(lets_in({rule_for(true, "user:2"), rule_for(true, "user:*")}));
  EXPECT_FALSE(lets_in({rule_for(true, "user:2")}));
  EXPECT_FALSE(lets_in({rule_for(false, "user:1")}));
}

TEST(Admitting, is_done_by_no_default_and_no_rule_for_every_client) {
  EXPECT_FALSE(lets_in({}, true));
  EXPECT_FALSE(lets_in({rule(true)}, true));
  EXPECT_FALSE(lets_in({rule_for(true, "user:2"), rule(true)}, true));
  EXPECT_FALSE(lets_in({rule_for(true, "*")}));
  EXPECT_FALSE(lets_in({rule_for(true, "**")}));
  auto both = rule_for(true, "*");
  EXPECT_TRUE(lets_in({both, rule_for(true, "user:1")}));
  both.clients.emplace_back("user:1");
  EXPECT_TRUE(lets_in({both}));
}

TEST(Admitting, takes_a_rule_that_allows_some_calls) {
  auto one = rule_for(true, "user:1");
  one.operations = {"start"};
  EXPECT_TRUE(lets_in({one}));
  auto no = rule_for(false, "user:1");
  no.operations = {"stop"};
  EXPECT_TRUE(lets_in({no, one}));
}

TEST(Admitting, ends_with_a_rule_that_denies_everything) {
  EXPECT_FALSE(lets_in({rule_for(false, "user:1"), rule_for(true, "user:*")}));
  EXPECT_FALSE(lets_in({rule(false), rule_for(true, "user:1")}));
  EXPECT_FALSE(lets_in({rule_for(false, "*"), rule_for(true, "user:1")}));
  EXPECT_TRUE(lets_in({rule_for(false, "user:2"), rule_for(true, "user:*")}));
}

TEST(Admitting, is_not_done_by_the_number_of_a_process) {
  Identity stranger;
  stranger.proof = Identity::Proof::process;
  stranger.user = 1;
  stranger.process = 7;
  const Rules rules{{rule_for(true, "process:7")}, true};
  EXPECT_FALSE(rules.admit(texts_of(stranger)).is_allowed);
}

TEST(Admitting, names_the_rule_that_has_decided) {
  const std::vector<std::string> texts{"user:1"};
  const Rules denying{{rule_for(true, "user:2"), rule_for(false, "user:1")}, false};
  EXPECT_EQ(denying.admit(texts).rule, &denying.all().back());
  EXPECT_TRUE(denying.admit(texts).is_of_stranger);
  const Rules silent{{rule_for(true, "user:2")}, false};
  EXPECT_EQ(silent.admit(texts).rule, nullptr);
}

TEST_F(Deciding, needs_all_conditions_of_a_rule) {
  auto one = rule(true);
  one.clients = {"user:1", "dns:console-*"};
  one.objects = {"RootPOA/radio"};
  one.interfaces = {"IDL:Radio:1.0"};
  one.operations = {"st*"};
  rules = {one};
  EXPECT_TRUE(may("user:1", "RootPOA/radio", "start"));
  EXPECT_TRUE(may("dns:console-3", "RootPOA/radio", "stop"));
  EXPECT_FALSE(may("user:2", "RootPOA/radio", "start"));
  EXPECT_FALSE(may("user:1", "RootPOA/tuner", "start"));
  EXPECT_FALSE(may("user:1", "RootPOA/radio", "tune"));
  rules.front().interfaces = {"IDL:Tuner:1.0"};
  EXPECT_FALSE(may("user:1", "RootPOA/radio", "start"));
}

TEST_F(Deciding, allows_what_a_reference_needs_to_peers_that_may_call_anything) {
  auto one = rule(true), no = rule(false);
  one.clients = {"user:1"};
  one.operations = {"start"};
  no.operations = {"shutdown"};
  rules = {no, one};
  EXPECT_TRUE(may("user:1", "RootPOA/radio", "_is_a"));
  EXPECT_TRUE(may("user:1", "RootPOA/radio", "_non_existent"));
  EXPECT_FALSE(may("user:2", "RootPOA/radio", "_is_a"));
  EXPECT_FALSE(may("user:1", "RootPOA/radio", "shutdown"));
}

TEST(Decisions, are_described_by_what_decided) {
  auto named = rule(true);
  EXPECT_EQ(describe({true, &named}), "the rule of line 7");
  named.name = "operators";
  EXPECT_EQ(describe({true, &named}), "rule 'operators' (line 7)");
  EXPECT_EQ(describe({false, nullptr}), "the default");
  EXPECT_EQ(describe({.is_of_stranger = true}), "no rule lets its user in");
}

TEST(Identities, have_the_texts_that_rules_match) {
  Identity identity;
  EXPECT_EQ(texts_of(identity), (std::vector<std::string>{"anonymous"}));
  EXPECT_EQ(to_string(identity), "anonymous");
  identity.proof = Identity::Proof::process;
  identity.user = 1000;
  identity.group = 100;
  identity.process = 4711;
  EXPECT_EQ(texts_of(identity), (std::vector<std::string>{"user:1000", "group:100"}));
  EXPECT_EQ(to_string(identity), "user 1000 (process 4711)");
  identity.is_self = true;
  EXPECT_EQ(texts_of(identity),
            (std::vector<std::string>{"user:1000", "group:100", "process:4711", "self"}));
  identity.process = 0;  // of another namespace
  EXPECT_EQ(texts_of(identity), (std::vector<std::string>{"user:1000", "group:100", "self"}));
  identity.is_self = false;
  identity.proof = Identity::Proof::certificate;
  identity.subject = "CN=radio";
  EXPECT_EQ(to_string(identity), "CN=radio");
  identity.names = {"dns:radio"};
  EXPECT_EQ(texts_of(identity), (std::vector<std::string>{"dns:radio", "subject:CN=radio"}));
  EXPECT_EQ(to_string(identity), "dns:radio");
  identity.names.push_back("uri:spiffe://radio/node/a");
  EXPECT_EQ(to_string(identity), "uri:spiffe://radio/node/a");
}

}  // namespace
}  // namespace orbweaver::security
