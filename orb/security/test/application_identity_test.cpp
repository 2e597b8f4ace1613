// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/application_identity.hpp>

#include <gtest/gtest.h>

namespace orbweaver::security {
namespace {

TEST(IdentitiesOfNodes, have_a_trust_domain_and_a_name) {
  const auto node = node_identity_in("uri:spiffe://example.org/node/radio-1");
  ASSERT_TRUE(node);
  EXPECT_EQ(node->trust_domain, "example.org");
  EXPECT_EQ(node->name, "radio-1");
}

TEST(IdentitiesOfNodes, are_nothing_else) {
  for (const auto* const name :
       {"uri:spiffe://application.n1.radio/node/n2", "uri:spiffe://APPLICATION.n1.radio/node/n2",
        "uri:spiffe://application.n1.radio:80/node/n2", "uri:spiffe://radio:80/node/n2",
        "uri:spiffe://a@radio/node/n2", "uri:spiffe://radio/x/node/n2",
        "uri:spiffe://radio/node/a/n2", "uri:spiffe://radio/node/", "uri:spiffe:///node/n2",
        "uri:spiffe://radio/user/n2", "uri:https://radio/node/n2", "dns:n2", "subject:CN=n2"})
    EXPECT_FALSE(node_identity_in(name)) << name;
}

TEST(ApplicationIdentities, are_of_a_host_that_names_the_node) {
  EXPECT_EQ(host_of_applications("n1", "radio"), "application.n1.radio");
}

TEST(ApplicationIdentities, are_one_segment_of_a_path_whatever_the_name) {
  EXPECT_EQ(segment_of_application("FM_receiver-2.1"), "FM_receiver-2.1");
  EXPECT_EQ(segment_of_application("a b"), "a%20b");
  EXPECT_EQ(segment_of_application("../user/ann"), "..%2Fuser%2Fann");
  EXPECT_EQ(segment_of_application("100%"), "100%25");
  EXPECT_EQ(segment_of_application("é,\n"), "%C3%A9%2C%0A");
}

TEST(ApplicationIdentities, are_no_step_in_a_path) {
  EXPECT_EQ(segment_of_application(".."), "%2E%2E");
  EXPECT_EQ(segment_of_application("."), "%2E");
  EXPECT_EQ(segment_of_application("..."), "%2E%2E%2E");
}

TEST(ApplicationIdentities, differ_where_names_differ) {
  EXPECT_NE(segment_of_application("a b"), segment_of_application("a%20b"));
  EXPECT_NE(segment_of_application("."), segment_of_application("%2E"));
}

TEST(ApplicationIdentities, are_named_by_rules_on_any_node_without_a_star_of_their_own) {
  EXPECT_EQ(rule_text_of_application("fm", "radio"), "uri:spiffe://application.*.radio/fm");
  EXPECT_EQ(rule_text_of_application("fm", ""), "uri:spiffe://application.*/fm");
  EXPECT_EQ(rule_text_of_application("f*", ""), "uri:spiffe://application.*/f%2A");
}

}  // namespace
}  // namespace orbweaver::security
