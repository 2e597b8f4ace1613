// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/application_identity.hpp>

#include <gtest/gtest.h>

namespace orbweaver::security {
namespace {

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
  EXPECT_EQ(rule_text_of_application("fm"), "uri:spiffe://application.*/fm");
  EXPECT_EQ(rule_text_of_application("f*"), "uri:spiffe://application.*/f%2A");
}

}  // namespace
}  // namespace orbweaver::security
