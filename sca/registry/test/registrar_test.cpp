// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/registrar.hpp>

#include <gtest/gtest.h>

namespace orbweaver::registry {
namespace {

using Names = std::vector<std::string>;

const NodeNames kNode{.id = "DCE:mast", .label = "mast"};

bool is_of_mast(const Names& certificate) {
  return Registrar{.certificate = certificate}.has_certificate_of(kNode);
}

TEST(ARegistrar, is_the_node_of_its_certificate) {
  EXPECT_TRUE(is_of_mast({"dns:x", "uri:spiffe://radio/node/mast", "subject:CN=x"}));
}

TEST(ARegistrar, is_a_node_that_calls_itself_what_no_certificate_has) {
  const NodeNames node{.id = "DCE:Mast", .label = "This_machine"};
  for (const std::string name : {"this-machine", "This_machine"})
    EXPECT_TRUE(
        Registrar{.certificate = {"uri:spiffe://radio/node/" + name}}.has_certificate_of(node));
  EXPECT_EQ(name_for_certificate("a.B/9 \xff"), "a-b-9--");
}

TEST(ARegistrar, is_no_other_node) {
  EXPECT_FALSE(is_of_mast({"uri:spiffe://radio/node/tower"}));
  EXPECT_FALSE(is_of_mast({"uri:spiffe://radio/node/other-mast"}));
  EXPECT_FALSE(is_of_mast({"uri:spiffe://radio/node/dce-mast"})) << "its identifier";
  EXPECT_FALSE(is_of_mast({"uri:spiffe://radio/user/mast"}));
  EXPECT_FALSE(is_of_mast({"dns:mast", "subject:CN=mast"}));
  EXPECT_FALSE(Registrar{.certificate = {"uri:spiffe://radio/node/"}}.has_certificate_of({}));
}

TEST(ARegistrar, is_no_node_by_what_an_issuer_of_applications_can_sign) {
  EXPECT_FALSE(is_of_mast({"uri:spiffe://application.tower.radio/node/mast", "dns:tower"}));
  EXPECT_FALSE(is_of_mast({"subject:CN=mast,O=tower applications"}));
}

TEST(ARegistrar, without_a_certificate_speaks_for_nodes_that_have_shown_none) {
  EXPECT_EQ(why_not({}, kNode, false), "");
  EXPECT_NE(why_not({}, kNode, true).find("this client has none"), std::string::npos);
}

TEST(ARegistrar, of_this_process_speaks_for_all) {
  EXPECT_EQ(why_not(Registrar::calling(), kNode, true), "");
}

TEST(ARegistrar, learns_what_its_certificate_should_have) {
  const Registrar tower{.certificate = {"uri:spiffe://radio/node/tower"}};
  const auto why = why_not(tower, kNode, false);
  EXPECT_NE(why.find("uri:spiffe://radio/node/tower"), std::string::npos) << why;
  EXPECT_NE(why.find("label 'mast'"), std::string::npos) << why;
  EXPECT_NE(why.find("spiffe://.../node/mast (orbweaver keys new-node)"), std::string::npos) << why;
  EXPECT_EQ(why_not({.certificate = {"uri:spiffe://radio/node/mast"}}, kNode, true), "");
}

}  // namespace
}  // namespace orbweaver::registry
