// SPDX-License-Identifier: Apache-2.0
#include "command_line/network_guard.hpp"

#include <gtest/gtest.h>

namespace orbweaver::command_line {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string> open_at(const std::string& endpoint, const Words& more = {}) {
  Words options{"-ORBendPoint", endpoint};
  options.insert(options.end(), more.begin(), more.end());
  return open_endpoints(options);
}

TEST(TheNetworkGuard, finds_endpoints_at_which_every_host_may_call) {
  for (const std::string endpoint :
       {"giop:tcp::2809", "giop:tcp:0.0.0.0:0", "giop:tcp:192.0.2.1:1", "giop:tcp:[::]:1",
        "giop:tcp:radio.example:1", "giop:tcp:127.example:1", "giop:udp:192.0.2.1:1"})
    EXPECT_EQ(open_at(endpoint), Words{endpoint});
}

TEST(TheNetworkGuard, lets_this_machine_alone_call) {
  for (const std::string endpoint :
       {"giop:tcp:127.0.0.1:2809", "giop:tcp:127.1.2.3:0", "giop:tcp:localhost:1",
        "giop:tcp:[::1]:1", "giop:udp:127.0.0.1:1", "giop:unix:/run/x", "giop:shm:@x"})
    EXPECT_EQ(open_at(endpoint), Words{}) << endpoint;
}

TEST(TheNetworkGuard, takes_tls_that_asks_for_certificates) {
  EXPECT_EQ(open_at("giop:tls:0.0.0.0:1"), Words{});
  EXPECT_EQ(open_at("giop:ssl:0.0.0.0:1", {"-ORBtlsClients", "require"}), Words{});
  EXPECT_EQ(open_at("giop:tls:0.0.0.0:1", {"-ORBtlsClients", "ask"}), Words{"giop:tls:0.0.0.0:1"});
  EXPECT_EQ(open_at("giop:tls:0.0.0.0:1", {"-ORBtlsClients", "none"}), Words{"giop:tls:0.0.0.0:1"});
  EXPECT_EQ(open_at("giop:tls:127.0.0.1:1", {"-ORBtlsClients", "none"}), Words{});
}

TEST(TheNetworkGuard, takes_rules_of_the_same_orb) {
  const Words rules{"-ORBrules", "rules.toml"};
  EXPECT_EQ(open_at("giop:tcp:0.0.0.0:1", rules), Words{});
  EXPECT_EQ(open_endpoints(rules, {{"-ORBendPoint", "giop:tcp::0"}}), Words{"giop:tcp::0"});
}

TEST(TheNetworkGuard, admits_open_endpoints_by_insecure_alone) {
  CLI::App app;
  const NetworkGuard guard{app, "change names"};
  app.parse(std::vector<std::string>{});
  EXPECT_TRUE(guard.admit({}));
  const auto refused = guard.admit({"giop:tcp::1"});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("giop:tcp::1 would be open"), std::string::npos);
  EXPECT_NE(refused.error().find("each of them can change names"), std::string::npos);
  app.parse(std::vector<std::string>{"--insecure"});
  EXPECT_TRUE(guard.admit({"giop:tcp::1"}));
}

}  // namespace
}  // namespace orbweaver::command_line
