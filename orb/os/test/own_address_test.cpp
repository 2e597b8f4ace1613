// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/own_address.hpp>

#include <gtest/gtest.h>

namespace orbweaver::os {
namespace {

TEST(OwnAddress, is_in_numbers_and_leads_somewhere) {
  const auto address = own_address();
  EXPECT_EQ(address.find_first_not_of("0123456789abcdef.:"), std::string::npos) << address;
  EXPECT_TRUE(resolves(address));
}

TEST(Resolves, what_no_machine_may_be_called_does_not) {
  EXPECT_FALSE(resolves("no-such-host.invalid"));  // RFC 6761
  EXPECT_TRUE(resolves("localhost"));
  EXPECT_TRUE(resolves("192.0.2.1"));
}

}  // namespace
}  // namespace orbweaver::os
