// SPDX-License-Identifier: Apache-2.0
// Certificates that one side must refuse, and the line that says why.
#include <gmock/gmock.h>

#include "two_sides.hpp"

namespace orbweaver::tls {
namespace {

using security::TlsSettings;
using testing::HasSubstr;

class Refusals : public testing::Test {
 protected:
  [[nodiscard]] TlsSettings good() const { return mine.with(usual_request("good")); }
  [[nodiscard]] TlsSettings with(auto change) const {
    auto request = usual_request("changed");
    change(request);
    return mine.with(request);
  }
  void client_refuses(TlsSettings server, const std::string& why,
                      const std::string& host = "127.0.0.1") {
    TwoSides sides{std::move(server), good()};
    EXPECT_THAT(sides.meet(host).at_client, HasSubstr(why));
  }
  void server_refuses(TlsSettings client, const std::string& why) {
    TwoSides sides{good(), std::move(client)};
    const auto outcome = sides.meet();
    EXPECT_THAT(outcome.at_server, HasSubstr(why));
    EXPECT_NE(outcome.at_client, "answered");
  }

  CertificatesOfATest mine, others;
  static constexpr std::chrono::hours kHour{1};
};

TEST_F(Refusals, are_none_between_two_good_sides) {
  TwoSides sides{good(), good()};
  const auto outcome = sides.meet();
  EXPECT_EQ(outcome.at_client, "answered");
  EXPECT_EQ(outcome.client_as_seen->subject, "CN=good");
  EXPECT_EQ(outcome.client_as_seen->proof, security::Identity::Proof::certificate);
  EXPECT_EQ(outcome.client_as_seen->names,
            (std::vector<std::string>{"dns:localhost", "ip:127.0.0.1"}));
  EXPECT_EQ(outcome.server_as_seen->subject, "CN=good");
}

TEST_F(Refusals, are_none_between_sides_with_names_of_their_own) {
  EXPECT_TRUE((TwoSides{good(), good()}.meet().client_as_seen->is_self));
  const auto other = with([](auto& request) { request.common_name = "other"; });
  EXPECT_FALSE((TwoSides{good(), other}.meet().client_as_seen->is_self));
  EXPECT_FALSE((TwoSides{other, good()}.meet().client_as_seen->is_self));
}

TEST_F(Refusals, are_none_between_sides_without_names_that_share_a_subject) {
  auto bare = with([](auto& request) { request.names.clear(); });
  bare.expected_peers = {"subject:CN=changed"};
  const auto outcome = TwoSides{bare, bare}.meet();
  ASSERT_EQ(outcome.at_client, "answered");
  EXPECT_FALSE(outcome.client_as_seen->is_self);
}

TEST_F(Refusals, are_none_between_sides_that_differ_in_a_name_beyond_those_that_are_read) {
  const auto with_last = [&](const std::string& last) {
    return with([&](auto& request) {
      for (int i = 0; i < 64; ++i) request.names.push_back("dns:n" + std::to_string(i));
      request.names.push_back(last);
    });
  };
  const auto one = with_last("dns:one"), two = with_last("dns:two");
  EXPECT_FALSE((TwoSides{one, two}.meet().client_as_seen->is_self));
  EXPECT_TRUE((TwoSides{one, one}.meet().client_as_seen->is_self));
}

TEST_F(Refusals, are_none_between_sides_with_the_same_names_of_two_issuers) {
  const auto other = make_authority(usual_request("another authority")).value();
  const auto both = mine.write("both.pem", mine.authority().certificate + other.certificate);
  auto one = good(), two = mine.with(make_certificate(usual_request("good"), other).value());
  one.authorities = two.authorities = both;
  const auto outcome = TwoSides{one, two}.meet();
  ASSERT_EQ(outcome.at_client, "answered");
  EXPECT_FALSE(outcome.client_as_seen->is_self);
}

TEST_F(Refusals, are_none_of_names_in_letters_of_the_other_case) {
  const auto server = with([](auto& request) { request.names = {"uri:SPIFFE://Example/Radio-1"}; });
  auto client = good();
  client.expected_peers = {"uri:spiffe://EXAMPLE/Radio-1"};
  const auto outcome = TwoSides{server, client}.meet();
  ASSERT_EQ(outcome.at_client, "answered");
  EXPECT_EQ(outcome.server_as_seen->names,
            (std::vector<std::string>{"uri:spiffe://example/Radio-1"}));
}

TEST_F(Refusals, of_an_expired_certificate) {
  const auto expired = with([](auto& request) { request.ends = os::wall_clock_now() - kHour; });
  client_refuses(expired, "expired");
  server_refuses(expired, "expired");
}

TEST_F(Refusals, of_a_certificate_that_is_not_valid_yet) {
  const auto early = with([](auto& request) { request.begins = os::wall_clock_now() + kHour; });
  client_refuses(early, "not valid yet");
  server_refuses(early, "not valid yet");
}

TEST_F(Refusals, of_another_authority) {
  auto stranger = others.with(usual_request("stranger"));
  stranger.authorities = mine.authority_file();
  client_refuses(stranger, "not trusted here");
  server_refuses(stranger, "not trusted here");
}

TEST_F(Refusals, of_a_self_signed_certificate) {
  auto self = mine.with(*make_authority(usual_request("self")));
  client_refuses(self, "self-signed");
  server_refuses(self, "self-signed");
}

TEST_F(Refusals, of_another_host) {
  const auto other = with([](auto& request) {
    request.names = {"dns:other.example", "ip:192.0.2.1"};
  });
  client_refuses(other, "for another host");
  client_refuses(other, "for another host", "localhost");
  const auto without = with([](auto& request) { request.names.clear(); });
  client_refuses(without, "for another host");
}

TEST_F(Refusals, of_a_certificate_for_the_other_role) {
  client_refuses(with([](auto& request) { request.is_server = false; }), "not for this purpose");
  server_refuses(with([](auto& request) { request.is_client = false; }), "not for this purpose");
}

TEST_F(Refusals, of_a_revoked_certificate) {
  const auto pair = mine.sign(usual_request("revoked"));
  const auto list =
      add_to_revocation_list(mine.authority(), "", pair.certificate, os::wall_clock_now() - kHour,
                             os::wall_clock_now() + kHour);
  ASSERT_TRUE(list) << list.error();
  auto checks = good();
  checks.revoked = mine.write("revoked.crl", *list);
  TwoSides clients_check{mine.with(pair), checks};
  EXPECT_THAT(clients_check.meet().at_client, HasSubstr("revoked"));
  TwoSides server_checks{checks, mine.with(pair)};
  EXPECT_THAT(server_checks.meet().at_server, HasSubstr("revoked"));
  TwoSides others_pass{checks, good()};
  EXPECT_EQ(others_pass.meet().at_client, "answered");
}

TEST_F(Refusals, where_the_revocation_list_is_out_of_date) {
  const auto list =
      add_to_revocation_list(mine.authority(), "", mine.sign(usual_request("revoked")).certificate,
                             os::wall_clock_now() - 2 * kHour, os::wall_clock_now() - kHour);
  ASSERT_TRUE(list) << list.error();
  auto checks = good();
  checks.revoked = mine.write("old.crl", *list);
  TwoSides sides{good(), checks};
  EXPECT_THAT(sides.meet().at_client, HasSubstr("out of date"));
}

TEST_F(Refusals, of_a_weak_key) {
  const auto weak = with([](auto& request) { request.rsa_bits = 1024; });
  // OpenSSL does not even load such a key for itself: the other side never sees it.
  transport::TlsAccess access{weak};
  const auto side = access.side();
  ASSERT_FALSE(side);
  EXPECT_THAT(side.error(), HasSubstr("too small"));
}

TEST_F(Refusals, of_a_client_without_a_certificate) {
  auto bare = good();
  bare.certificate.clear();
  bare.key.clear();
  server_refuses(bare, "shows no certificate");
}

TEST_F(Refusals, are_none_of_a_client_without_a_certificate_where_none_is_needed) {
  auto bare = good();
  bare.certificate.clear();
  bare.key.clear();
  for (const auto clients : {TlsSettings::Clients::may_prove, TlsSettings::Clients::need_not}) {
    auto server = good();
    server.clients = clients;
    TwoSides sides{server, bare};
    const auto outcome = sides.meet();
    EXPECT_EQ(outcome.at_client, "answered");
    EXPECT_EQ(outcome.client_as_seen->proof, security::Identity::Proof::none);
  }
}

TEST_F(Refusals, of_a_certificate_that_is_shown_though_none_is_needed) {
  auto server = good();
  server.clients = TlsSettings::Clients::may_prove;
  TwoSides sides{server, others.with(usual_request("stranger"))};
  EXPECT_NE(sides.meet().at_client, "answered");
}

TEST_F(Refusals, of_a_server_that_is_not_the_expected_one) {
  const auto server = with([](auto& request) { request.names = {"uri:spiffe://example/radio-1"}; });
  auto client = good();
  client.expected_peers = {"uri:spiffe://example/radio-1"};
  TwoSides expected{server, client};
  EXPECT_EQ(expected.meet().at_client, "answered");
  client.expected_peers = {"uri:spiffe://example/radio-2", "subject:CN=other"};
  TwoSides unexpected{server, client};
  EXPECT_THAT(unexpected.meet().at_client, HasSubstr("another host or identity"));
}

TEST_F(Refusals, of_certificates_that_are_too_large) {
  auto pair = mine.sign(usual_request("end"));
  const auto another = mine.sign(usual_request("another")).certificate;
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  while (pair.certificate.size() < kMebibyte) pair.certificate += another;
  client_refuses(mine.with(pair), "larger than 100 KiB");
  server_refuses(mine.with(pair), "larger than 100 KiB");
}

}  // namespace
}  // namespace orbweaver::tls
