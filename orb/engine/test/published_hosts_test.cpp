// SPDX-License-Identifier: Apache-2.0
#include "published_hosts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace orbweaver::engine {
namespace {

using ::testing::HasSubstr;
using ::testing::internal::CaptureStderr;
using ::testing::internal::GetCapturedStderr;

int look_ups = 0;

std::string name() { return "radio"; }
std::string address() { return "192.0.2.7"; }
bool all_resolve(const std::string& host) { return ++look_ups != 0 && !host.empty(); }
bool none_resolves(const std::string&) { return ++look_ups == 0; }

class PublishedHost : public ::testing::Test {
 protected:
  PublishedHost() {
    look_ups = 0;
    CaptureStderr();
  }
};

TEST_F(PublishedHost, is_the_name_of_the_machine_looked_up_once) {
  PublishedHosts hosts{{name, all_resolve, address}};
  EXPECT_EQ(hosts.own(), "radio");
  EXPECT_EQ(hosts.own(), "radio");
  EXPECT_EQ(look_ups, 1);
  EXPECT_EQ(GetCapturedStderr(), "");
}

TEST_F(PublishedHost, is_the_address_of_a_machine_whose_name_does_not_resolve) {
  PublishedHosts hosts{{name, none_resolves, address}};
  EXPECT_EQ(hosts.own(), "192.0.2.7");
  EXPECT_EQ(hosts.own(), "192.0.2.7");
  EXPECT_EQ(look_ups, 1);
  const auto lines = GetCapturedStderr();
  EXPECT_THAT(lines, HasSubstr("the name of this machine, 'radio', does not resolve"));
  EXPECT_THAT(lines, HasSubstr("192.0.2.7 instead; -ORBendPointPublish names another"));
  EXPECT_EQ(std::ranges::count(lines, '\n'), 1);
}

TEST_F(PublishedHost, that_was_chosen_and_does_not_resolve_is_reported_once) {
  PublishedHosts hosts{{name, none_resolves, address}};
  hosts.check("relay");
  hosts.check("relay");
  const auto lines = GetCapturedStderr();
  EXPECT_THAT(lines, HasSubstr("'relay' of -ORBendPointPublish does not resolve"));
  EXPECT_EQ(std::ranges::count(lines, '\n'), 1);
}

TEST_F(PublishedHost, that_was_chosen_and_resolves_is_not_mentioned) {
  PublishedHosts hosts{{name, all_resolve, address}};
  hosts.check("relay");
  EXPECT_EQ(GetCapturedStderr(), "");
}

}  // namespace
}  // namespace orbweaver::engine
