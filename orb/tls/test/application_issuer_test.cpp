// SPDX-License-Identifier: Apache-2.0
// What the issuer of a node can sign, and what a thief of it cannot.
#include <orbweaver/security/application_identity.hpp>
#include <orbweaver/tls/application_issuer.hpp>

#include <gmock/gmock.h>

#include "two_sides.hpp"

namespace orbweaver::tls {
namespace {

using security::ApplicationRequest;
using security::TlsSettings;
using testing::HasSubstr;

constexpr std::chrono::hours kHour{1}, kDay{24};
constexpr const char* kNotItsName = "a name that its issuer may not give";

class Issuers : public testing::Test {
 protected:
  [[nodiscard]] static std::vector<std::string> hosts_of(const std::string& node) {
    return {"dns:" + node, "dns:localhost", "ip:127.0.0.1", "ip:::1"};
  }
  [[nodiscard]] static IssuerRequest request_of(const std::string& node) {
    const auto now = os::wall_clock_now();
    return {node, "radio", hosts_of(node), now - kDay, now + 365 * kDay};
  }
  [[nodiscard]] static KeyPair issuer_of(const IssuerRequest& request, const KeyPair& authority) {
    auto made = make_application_issuer(request, authority);
    EXPECT_TRUE(made) << made.error();
    return made.value_or(KeyPair{});
  }
  [[nodiscard]] std::string node(const std::string& name) const {
    auto request = usual_request(name);
    request.names = hosts_of(name);
    request.names.push_back("uri:spiffe://radio/node/" + name);
    return mine.sign(request).certificate;
  }
  [[nodiscard]] ApplicationRequest of(const std::string& application) const {
    return {application, n1, issuer.certificate, issuer.key, os::wall_clock_now()};
  }
  [[nodiscard]] TlsSettings settings_of(const ApplicationRequest& request) const {
    const auto made = certify_application(request);
    EXPECT_TRUE(made) << made.error();
    if (!made) return {};
    return mine.with(KeyPair{made->pem, made->pem});
  }
  [[nodiscard]] TlsSettings good() const { return mine.with(usual_request("good")); }

  /// What a thief of the issuer may ask for: an application of the node, but for the change.
  [[nodiscard]] static CertificateRequest stolen(auto change) {
    auto request = usual_request("");
    request.organization = "n1 applications";
    request.names = {"uri:spiffe://application.n1.radio/fm", "dns:localhost", "ip:127.0.0.1"};
    change(request);
    return request;
  }
  void both_sides_refuse(const TlsSettings& shown, const std::string& why) const {
    EXPECT_THAT((TwoSides{good(), shown}).meet().at_server, HasSubstr(why));
    EXPECT_THAT((TwoSides{shown, good()}).meet().at_client, HasSubstr(why));
  }
  void refused(auto change, const std::string& why = kNotItsName) const {
    const auto forged = make_certificate(stolen(change), issuer);
    ASSERT_TRUE(forged) << forged.error();
    both_sides_refuse(mine.with(*forged), why);
  }
  void refused_as(const std::string& name) const {
    refused([&](auto& request) { request.names.push_back(name); });
  }

  CertificatesOfATest mine;
  const KeyPair issuer = issuer_of(request_of("n1"), mine.authority());
  const std::string n1 = node("n1");
};

TEST_F(Issuers, sign_for_applications_that_prove_their_name) {
  TwoSides sides{settings_of(of("fm")), settings_of(of("am radio"))};
  for (const auto* const host : {"127.0.0.1", "localhost"}) {
    const auto outcome = sides.meet(host);
    EXPECT_EQ(outcome.at_client, "answered");
    EXPECT_EQ(outcome.server_as_seen->subject, "O=n1 applications");
    EXPECT_EQ(outcome.server_as_seen->names,
              (std::vector<std::string>{"uri:spiffe://application.n1.radio/fm", "dns:n1",
                                        "dns:localhost", "ip:127.0.0.1", "ip:::1"}));
    EXPECT_EQ(outcome.client_as_seen->names.front(),
              "uri:spiffe://application.n1.radio/am%20radio");
  }
}

TEST_F(Issuers, sign_for_names_of_any_characters) {
  for (const std::string name : {"../user/ann", "a,URI:spiffe://radio/user/ann", "é\n\t*", "."}) {
    TwoSides sides{good(), settings_of(of(name))};
    EXPECT_EQ(sides.meet().client_as_seen->names.front(),
              "uri:spiffe://application.n1.radio/" + security::segment_of_application(name));
  }
}

TEST_F(Issuers, sign_for_thirty_days_and_not_beyond_their_own_end) {
  const auto now = os::wall_clock_now();
  EXPECT_LE(certify_application(of("fm"))->ends, now + 30 * kDay + kHour);
  auto short_lived = request_of("n1");
  short_lived.ends = now + kDay;
  const auto other = issuer_of(short_lived, mine.authority());
  auto request = of("fm");
  request.issuer_certificate = other.certificate;
  request.issuer_key = other.key;
  const auto made = certify_application(request);
  ASSERT_TRUE(made) << made.error();
  EXPECT_LE(made->ends, short_lived.ends);
  EXPECT_GT(made->ends, now);
}

TEST_F(Issuers, need_no_revocation_list_of_their_own_but_are_on_that_of_the_authority) {
  const auto list = [&](const std::string& revoked) {
    const auto now = os::wall_clock_now();
    const auto made =
        add_to_revocation_list(mine.authority(), "", revoked, now - kHour, now + kHour);
    EXPECT_TRUE(made) << made.error();
    return *made;
  };
  auto checks = good();
  checks.revoked = mine.write("another.crl", list(node("n2")));
  EXPECT_EQ((TwoSides{checks, settings_of(of("fm"))}).meet().at_client, "answered");
  EXPECT_EQ((TwoSides{settings_of(of("fm")), checks}).meet().at_client, "answered");
  checks.revoked = mine.write("issuer.crl", list(issuer.certificate));
  EXPECT_THAT((TwoSides{checks, settings_of(of("fm"))}).meet().at_server, HasSubstr("revoked"));
  EXPECT_THAT((TwoSides{settings_of(of("fm")), checks}).meet().at_client, HasSubstr("revoked"));
}

TEST_F(Issuers, without_a_revocation_list_must_say_so_in_what_they_sign) {
  const auto now = os::wall_clock_now();
  const auto list =
      add_to_revocation_list(mine.authority(), "", node("n2"), now - kHour, now + kHour);
  auto checks = good();
  checks.revoked = mine.write("another.crl", *list);
  const auto silent = make_certificate(stolen([](auto&) {}), issuer);
  EXPECT_THAT((TwoSides{checks, mine.with(*silent)}).meet().at_server,
              HasSubstr("no revocation list"));
}

TEST_F(Issuers, can_sign_what_a_thief_does_not_change) {
  const auto same = make_certificate(stolen([](auto&) {}), issuer);
  EXPECT_EQ((TwoSides{good(), mine.with(*same)}).meet().at_client, "answered");
}

TEST_F(Issuers, cannot_sign_for_a_user) { refused_as("uri:spiffe://radio/user/ann"); }

TEST_F(Issuers, cannot_sign_for_a_node_not_even_their_own) {
  refused_as("uri:spiffe://radio/node/n2");
  refused_as("uri:spiffe://radio/node/n1");
}

TEST_F(Issuers, cannot_sign_for_an_application_of_another_node) {
  refused_as("uri:spiffe://application.n2.radio/fm");
  refused_as("uri:spiffe://application.x.n1.radio/fm");
}

TEST_F(Issuers, cannot_sign_for_another_host) {
  refused_as("dns:n2");
  refused_as("ip:192.0.2.1");
  refused_as("ip:::2");
}

TEST_F(Issuers, cannot_sign_for_a_host_below_one_of_theirs) {
  refused_as("dns:deep.n1");
  refused_as("dns:*.localhost");
}

TEST_F(Issuers, cannot_sign_for_a_subject_of_another) {
  refused([](auto& request) {
    request.organization.clear();
    request.common_name = "ann";
  });
  refused([](auto& request) { request.organization = "n2 applications"; });
}

TEST_F(Issuers, cannot_sign_a_further_authority) {
  const auto further = issuer_of(request_of("n2"), issuer);
  const auto signed_by_it = make_certificate(stolen([](auto&) {}), further);
  both_sides_refuse(mine.with(*signed_by_it), "signed by a certificate that may not sign it");
}

// RFC 5280, 4.2.1.9: an authority that renews its own key is not counted.
TEST_F(Issuers, cannot_sign_more_by_an_authority_of_their_own_name) {
  const auto renewed = issuer_of(request_of("n1"), issuer);
  const auto ann =
      stolen([](auto& request) { request.names.push_back("uri:spiffe://radio/user/ann"); });
  const auto forged = make_certificate(ann, renewed);
  both_sides_refuse(mine.with(*forged), kNotItsName);
}

TEST_F(Issuers, are_no_peers_themselves) {
  both_sides_refuse(mine.with(issuer), "not for this purpose");
}

class NoCertificate : public Issuers {
 protected:
  void is_made(auto change, const std::string& why) const {
    auto request = of("fm");
    change(request);
    const auto made = certify_application(request);
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error(), HasSubstr("no certificate for the application"));
    EXPECT_THAT(made.error(), HasSubstr(why));
    EXPECT_EQ(made.error().find('\n'), std::string::npos);
  }
  [[nodiscard]] auto issued_by(const KeyPair& other) const {
    return [&other](ApplicationRequest& request) {
      request.issuer_certificate = other.certificate;
      request.issuer_key = other.key;
    };
  }
};

TEST_F(NoCertificate, is_made_by_the_issuer_of_another_node) {
  is_made(issued_by(issuer_of(request_of("n2"), mine.authority())), kNotItsName);
}

TEST_F(NoCertificate, is_made_by_the_issuer_of_a_node_that_has_a_new_host_since) {
  is_made(
      [&](auto& request) {
        auto moved = usual_request("n1");
        moved.names = {"uri:spiffe://radio/node/n1", "ip:192.0.2.9"};
        request.node_certificate = mine.sign(moved).certificate;
      },
      kNotItsName);
}

TEST_F(NoCertificate, is_made_by_an_issuer_outside_its_time) {
  is_made([](auto& request) { request.now += 366 * kDay; }, "expired");
  is_made([](auto& request) { request.now -= 2 * kDay; }, "not valid yet");
}

TEST_F(NoCertificate, is_made_with_another_key) {
  const auto other = issuer_of(request_of("n2"), mine.authority());
  is_made([&](auto& request) { request.issuer_key = other.key; }, "signature");
}

TEST_F(NoCertificate, is_made_with_a_key_that_cannot_be_read) {
  is_made([](auto& request) { request.issuer_key = "nothing"; }, "no key of an authority");
  is_made([&](auto& request) { request.issuer_key = encrypted(issuer.key, "secret"); },
          "no key of an authority");
}

TEST_F(NoCertificate, is_made_without_an_issuer) {
  is_made([](auto& request) { request.issuer_certificate.clear(); }, "issuer has no certificate");
}

TEST_F(NoCertificate, is_made_for_what_is_no_node) {
  is_made([](auto& request) { request.node_certificate = "nothing"; }, "node has no certificate");
  is_made(
      [&](auto& request) { request.node_certificate = mine.sign(usual_request("x")).certificate; },
      "no identity of a node");
}

TEST_F(NoCertificate, is_made_without_a_name_or_with_one_that_peers_do_not_read) {
  is_made([](auto& request) { request.application.clear(); }, "it has no name");
  is_made([](auto& request) { request.application.assign(1000, 'x'); }, "too long");
}

TEST(AnIssuer, is_not_made_for_what_is_no_host) {
  const auto authority = make_authority(usual_request("authority"));
  const auto now = os::wall_clock_now();
  for (const auto* const host : {"dns:", "ip:999.1.1.1", "uri:spiffe://x/y", "n1"}) {
    const auto made = make_application_issuer({"n1", "radio", {host}, now, now + kDay}, *authority);
    ASSERT_FALSE(made) << host;
    EXPECT_THAT(made.error(), HasSubstr("is no host"));
  }
}

TEST(AnIssuer, is_not_made_for_a_node_of_too_long_a_name) {
  const auto authority = make_authority(usual_request("authority"));
  const auto now = os::wall_clock_now();
  EXPECT_FALSE(
      make_application_issuer({std::string(60, 'n'), "radio", {}, now, now + kDay}, *authority));
}

}  // namespace
}  // namespace orbweaver::tls
