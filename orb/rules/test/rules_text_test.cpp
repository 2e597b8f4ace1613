// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/rules/rules_text.hpp>

#include <gmock/gmock.h>

namespace orbweaver::rules {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

security::Rules good(std::string_view text) {
  auto rules = read_rules(text, "rules.toml");
  EXPECT_TRUE(rules) << rules.error();
  return rules.value_or(security::Rules{{}, false});
}

std::string wrong(std::string_view text) {
  const auto rules = read_rules(text, "rules.toml");
  EXPECT_FALSE(rules);
  return rules ? "" : rules.error();
}

TEST(RulesText, has_all_parts_of_a_rule) {
  const auto rules = good(R"(default = "deny"
[roles]
operator = ["uri:spiffe://example/operator/*", "user:1000"]

[[rule]]
name = "operators run the domain"
decide = "allow"
client = ["role:operator", "dns:console", "process:4711"]
object = "*/DomainManager"
interface = ["CF/DomainManager", "IDL:Vendor/Domain:2.0"]
operation = ["installApplication", "_get_*"]
)");
  EXPECT_FALSE(rules.allows_by_default());
  ASSERT_EQ(rules.all().size(), 1U);
  const auto& rule = rules.all().front();
  EXPECT_EQ(rule.name, "operators run the domain");
  EXPECT_EQ(rule.line, 5U);
  EXPECT_TRUE(rule.allows);
  EXPECT_EQ(rule.clients, (std::vector<std::string>{"uri:spiffe://example/operator/*", "user:1000",
                                                    "dns:console", "process:4711"}));
  EXPECT_EQ(rule.objects, (std::vector<std::string>{"*/DomainManager"}));
  EXPECT_EQ(rule.interfaces,
            (std::vector<std::string>{"IDL:CF/DomainManager:1.0", "IDL:Vendor/Domain:2.0"}));
  EXPECT_EQ(rule.operations, (std::vector<std::string>{"installApplication", "_get_*"}));
}

TEST(RulesText, for_every_client_lets_no_other_user_in_also_through_a_role) {
  const std::vector<std::string> stranger{"user:1001", "group:1001"};
  const auto admits = [&](const std::string& peers) {
    return good("default = \"deny\"\n[roles]\nfriend = " + peers +
                "\n[[rule]]\ndecide = \"allow\"\nclient = \"role:friend\"\n")
        .admit(stranger)
        .is_allowed;
  };
  EXPECT_FALSE(admits("\"*\""));
  EXPECT_FALSE(admits("[\"*\", \"user:1002\"]"));
  EXPECT_TRUE(admits("[\"*\", \"user:1001\"]"));
}

TEST(RulesText, has_names_of_certificates_as_they_are_compared) {
  const auto rules = good(R"(default = "deny"
[[rule]]
decide = "allow"
client = ["uri:SPIFFE://Example/Node/*", "dns:Console", "subject:CN=Ann"]
)");
  EXPECT_EQ(
      rules.all().front().clients,
      (std::vector<std::string>{"uri:spiffe://example/Node/*", "dns:console", "subject:CN=Ann"}));
}

TEST(RulesText, may_be_a_default_alone) {
  EXPECT_TRUE(good("default = \"allow\"").allows_by_default());
}

TEST(RulesText, that_is_wrong_names_the_line_and_what_would_be_right) {
  EXPECT_THAT(wrong(""), HasSubstr("default = \"allow\" or \"deny\""));
  EXPECT_THAT(wrong("default = \"perhaps\""), StartsWith("rules.toml, line 1: default"));
  EXPECT_THAT(wrong("default = \"deny\"\n\n[[rule]]\nclient = \"user:1\""),
              StartsWith("rules.toml, line 3: decide"));
  EXPECT_THAT(wrong("default = \"deny\"\n[[rule]]\ndecide = \"allow\"\nclient = \"alice\""),
              StartsWith("rules.toml, line 4: 'alice' names no peer"));
  EXPECT_THAT(wrong("default = \"deny\"\n[[rule]]\ndecide = \"allow\"\nclient = \"role:pilot\""),
              HasSubstr("no role of that name"));
  EXPECT_THAT(wrong("default = \"deny\"\n[[rule]]\ndecide = \"allow\"\nclients = \"user:1\""),
              HasSubstr("there is no key 'clients' here; there are name, decide, client"));
  EXPECT_THAT(wrong("default = \"deny\"\n[[rule]]\ndecide = \"allow\"\nclient = []"),
              HasSubstr("empty list"));
  EXPECT_THAT(wrong("default = \"deny\"\nrule = 3"), HasSubstr("[[rule]]"));
  EXPECT_THAT(wrong("default = \"deny\"\nroles = 3"), HasSubstr("[roles]"));
  EXPECT_THAT(wrong("default = \"deny\"\n[[rule]\n"), StartsWith("rules.toml, line 2: "));
  EXPECT_THAT(wrong("default = \"deny\"\n[[rule]]\ndecide = \"allow\"\noperation = 7"),
              HasSubstr("operation is a text in quotes"));
}

}  // namespace
}  // namespace orbweaver::rules
