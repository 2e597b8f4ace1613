// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/normal_name.hpp>

#include <gtest/gtest.h>

namespace orbweaver::security {
namespace {

TEST(NormalNames, have_small_letters_where_case_means_nothing) {
  EXPECT_EQ(normal_name("dns:RADIO-1.Example"), "dns:radio-1.example");
  EXPECT_EQ(normal_name("uri:SPIFFE://APPLICATION.N1.Radio/FM"),
            "uri:spiffe://application.n1.radio/FM");
  EXPECT_EQ(normal_name("uri:spiffe://Radio"), "uri:spiffe://radio");
  EXPECT_EQ(normal_name("uri:HTTP://Radio?Q#F"), "uri:http://radio?Q#F");
  EXPECT_EQ(normal_name("uri:URN:Radio/One"), "uri:urn:Radio/One");
}

TEST(NormalNames, keep_what_case_distinguishes) {
  for (const auto* const name : {"subject:CN=Radio", "uri:", "uri:No-Scheme", "user:1000", "", "*"})
    EXPECT_EQ(normal_name(name), name);
}

TEST(NormalNames, may_be_patterns) {
  EXPECT_EQ(normal_name("uri:spiffe://*.Radio/Node/*"), "uri:spiffe://*.radio/Node/*");
  EXPECT_EQ(normal_name("uri:*"), "uri:*");
}

}  // namespace
}  // namespace orbweaver::security
