// SPDX-License-Identifier: Apache-2.0
// ORBs that call each other by TLS: which references they make and use, and what a program is
// shown when a certificate is refused.
#include <orbweaver/corba/caller.hpp>
#include <orbweaver/giop/ssl_component.hpp>
#include <orbweaver/tls/tls.hpp>

#include <gmock/gmock.h>

#include "certificates_of_a_test.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::HasSubstr;

constexpr const char* kTls = "giop:tls:127.0.0.1:0";
constexpr const char* kTcp = "giop:tcp:127.0.0.1:0";

giop::IiopProfile profile_of(const std::string& reference, std::size_t index = 0) {
  return *giop::read_iiop_profile(giop::parse_reference(reference)->profiles.at(index));
}

class Tls : public TwoOrbs {
 protected:
  static Options options_of(const security::TlsSettings& settings) {
    return {"-ORBtlsCertificate", settings.certificate, "-ORBtlsKey",
            settings.key,         "-ORBtlsCA",          settings.authorities};
  }
  static Options joined(Options first, const Options& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  }
  [[nodiscard]] Options good() const { return options_of(mine.with(tls::usual_request("good"))); }
  void start_with(const Options& of_server, const Options& of_client = {}) {
    start(joined(good(), of_server), joined(good(), of_client));
  }
  [[nodiscard]] static std::string why_refused(const EchoReference& echo) {
    try {
      echo->nothing();
      return "it was not";
    } catch (const CORBA::SystemException& refusal) {
      return refusal.what();
    }
  }

  tls::CertificatesOfATest mine, others;
};

TEST_F(Tls, carries_calls_and_the_reference_has_no_plain_port) {
  start_with({"-ORBendPoint", kTls});
  const auto reference = server->publish(std::make_shared<Probe>());
  const auto profile = profile_of(reference);
  EXPECT_EQ(profile.port, 0);
  const auto ssl = giop::ssl_endpoint_of(profile);
  ASSERT_TRUE(ssl);
  EXPECT_NE(ssl->port, 0);
  EXPECT_TRUE(ssl->requirements & giop::Association::kTrustInClient);
  EXPECT_EQ(client->echo(reference)->echo_string("safe"), "safe");
}

TEST_F(Tls, carries_one_ways_in_order) {
  start_with({"-ORBendPoint", kTls});
  const auto probe = std::make_shared<Probe>();
  Journal journal;
  probe->on_poke = [&journal](std::uint32_t number) { journal.add(number); };
  const auto echo = publish(probe);
  constexpr std::uint32_t kCount = 1000;
  for (std::uint32_t i = 0; i < kCount; ++i) echo->poke(i);
  const auto came = journal.wait_for(kCount);
  EXPECT_TRUE(std::ranges::is_sorted(came));
  EXPECT_EQ(came.size(), kCount);
}

TEST_F(Tls, is_read_by_a_few_threads_too) {
  start_with({"-ORBendPoint", kTls, "-ORBthreading", "pool"});
  EXPECT_EQ(publish(std::make_shared<Probe>())->echo_string("safe"), "safe");
}

TEST_F(Tls, is_preferred_to_plain_tcp) {
  start_with({"-ORBendPoint", kTls, "-ORBendPoint", kTcp});
  const auto probe = std::make_shared<Probe>();
  std::string peer;
  probe->on_nothing = [&peer] { peer = corba::Caller::current()->peer(); };
  const auto reference = server->publish(probe);
  EXPECT_EQ(giop::parse_reference(reference)->profiles.size(), 1U);
  EXPECT_NE(profile_of(reference).port, 0);
  client->echo(reference)->nothing();
  EXPECT_THAT(peer, testing::StartsWith("tls:"));
}

TEST_F(Tls, is_not_left_for_plain_tcp_when_the_server_is_a_stranger) {
  start(joined(options_of(others.with(tls::usual_request("stranger"))),
               {"-ORBendPoint", kTls, "-ORBendPoint", kTcp}),
        good());
  const auto echo = publish(std::make_shared<Probe>());
  EXPECT_THAT(why_refused(echo), HasSubstr("not trusted here"));
}

TEST_F(Tls, is_not_used_by_a_client_that_trusts_no_authority_where_there_is_another_way) {
  start(joined(good(), {"-ORBendPoint", kTls, "-ORBendPoint", kTcp}), {});
  EXPECT_EQ(publish(std::make_shared<Probe>())->echo_string("plain"), "plain");
}

TEST_F(Tls, says_what_a_client_lacks_where_there_is_no_other_way) {
  start(joined(good(), {"-ORBendPoint", kTls}), {});
  EXPECT_THAT(why_refused(publish(std::make_shared<Probe>())), HasSubstr("-ORBtlsCA"));
}

TEST_F(Tls, says_that_the_server_asks_for_a_certificate) {
  start(joined(good(), {"-ORBendPoint", kTls}), {"-ORBtlsCA", mine.authority_file()});
  const auto why = why_refused(publish(std::make_shared<Probe>()));
  EXPECT_THAT(why, HasSubstr("the peer asks this side for a certificate"));
  EXPECT_THAT(why, testing::Not(HasSubstr("no CORBA server")));
}

TEST_F(Tls, keeps_a_client_that_requires_it_from_plain_tcp) {
  start({"-ORBendPoint", kTcp}, joined(good(), {"-ORBtls", "require"}));
  EXPECT_THAT(why_refused(publish(std::make_shared<Probe>())), HasSubstr("-ORBtls require"));
}

TEST_F(Tls, needs_a_certificate_at_the_server) {
  start({"-ORBendPoint", kTls, "-ORBtlsCA", mine.authority_file()});
  try {
    (void)server->publish(std::make_shared<Probe>());
    FAIL() << "a server without a certificate listens";
  } catch (const CORBA::SystemException& refusal) {
    EXPECT_THAT(refusal.what(), HasSubstr("-ORBtlsCertificate"));
  }
}

TEST_F(Tls, is_found_by_a_corbaloc_at_a_fixed_port) {
  server.emplace(joined(good(), {"-ORBendPoint", kTls, "-ORBserverName", "radio"}));
  const auto port =
      giop::ssl_endpoint_of(profile_of(server->publish_as("Echo", std::make_shared<Probe>())))
          ->port;
  client.emplace(good());
  const auto text = "corbaloc:ssliop:127.0.0.1:" + std::to_string(port) + "/Echo";
  EXPECT_EQ(client->echo(text)->echo_string("safe"), "safe");
}

TEST_F(Tls, has_a_profile_for_each_further_address) {
  start_with(
      {"-ORBendPoint", kTls, "-ORBendPointPublish", "giop:tls:192.0.2.1:2809",
       "-ORBendPointPublish", "giop:tls:127.0.0.1", "-ORBendPointPublish", "giop:tls:127.0.0.1"},
      {"-ORBconnectTimeout", "1000"});
  const auto reference = server->publish(std::make_shared<Probe>());
  ASSERT_EQ(giop::parse_reference(reference)->profiles.size(), 3U);
  EXPECT_EQ(profile_of(reference, 0).host, "192.0.2.1");
  EXPECT_EQ(profile_of(reference, 1).host, "127.0.0.1");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(profile_of(reference, i).port, 0);
}

}  // namespace
}  // namespace orbweaver::orb_test
