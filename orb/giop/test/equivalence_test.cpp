// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/equivalence.hpp>

#include <gtest/gtest.h>

#include "hex.hpp"

namespace orbweaver::giop {
namespace {

IiopProfile profile() {
  return {{1, 2}, "radio", 4711, from_hex("6b6579"), {{kTagOrbType, from_hex("00000000")}}};
}
Ior reference(const IiopProfile& profile) { return {"IDL:E:1.0", {make_profile(profile)}}; }

TEST(Equivalence, is_that_of_host_port_and_key) {
  auto other = profile();
  EXPECT_TRUE(are_equivalent(reference(profile()), reference(other)));
  other.port = 4712;
  EXPECT_FALSE(are_equivalent(reference(profile()), reference(other)));
  other = profile();
  other.host = "other";
  EXPECT_FALSE(are_equivalent(reference(profile()), reference(other)));
  other = profile();
  other.object_key.push_back(std::byte{1});
  EXPECT_FALSE(are_equivalent(reference(profile()), reference(other)));
}

TEST(Equivalence, is_not_broken_by_who_wrote_the_rest_anew) {
  auto other = profile();
  other.components.clear();
  other.version = {1, 1};
  auto rewritten = reference(other);
  rewritten.type_id = "";
  EXPECT_TRUE(are_equivalent(reference(profile()), rewritten));
}

TEST(Equivalence, needs_every_address) {
  auto both = reference(profile());
  both.profiles.push_back(both.profiles.front());
  EXPECT_FALSE(are_equivalent(both, reference(profile())));
}

TEST(Equivalence, of_what_is_not_iiop_is_that_of_the_bytes) {
  const Ior one{"", {{99, from_hex("01")}}}, other{"", {{99, from_hex("02")}}};
  EXPECT_TRUE(are_equivalent(one, one));
  EXPECT_FALSE(are_equivalent(one, other));
  EXPECT_TRUE(are_equivalent({}, {}));
  EXPECT_FALSE(are_equivalent(one, {}));
}

}  // namespace
}  // namespace orbweaver::giop
