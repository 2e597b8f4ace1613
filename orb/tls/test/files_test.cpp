// SPDX-License-Identifier: Apache-2.0
// Files of certificates and keys: what is wrong with them, and what happens when they change.
#include <gmock/gmock.h>
#include <openssl/ssl.h>
#include <sys/resource.h>

#include <array>
#include <filesystem>
#include <stop_token>
#include <thread>

#include "contexts.hpp"
#include "tls_files.hpp"
#include "two_sides.hpp"

namespace orbweaver::tls {
namespace {

using security::TlsSettings;
using testing::AllOf;
using testing::HasSubstr;

std::string why_not(const TlsSettings& settings) {
  transport::TlsAccess access{settings};
  const auto side = access.side();
  return side ? "it can be read" : side.error();
}

class Files : public testing::Test {
 protected:
  [[nodiscard]] TlsSettings good(const std::string& name = "good") const {
    return mine.with(usual_request(name));
  }
  CertificatesOfATest mine;
};

TEST_F(Files, that_are_missing_are_named) {
  auto settings = good();
  settings.certificate = "/no/such/certificate.pem";
  EXPECT_THAT(why_not(settings), HasSubstr("/no/such/certificate.pem: No such file"));
  settings = good();
  settings.key = "/no/such/key.pem";
  EXPECT_THAT(why_not(settings), HasSubstr("/no/such/key.pem: No such file"));
  settings = good();
  settings.authorities = "/no/such/authority.pem";
  EXPECT_THAT(why_not(settings), HasSubstr("/no/such/authority.pem: No such file"));
  settings = good();
  settings.revoked = "/no/such/revoked.pem";
  EXPECT_THAT(why_not(settings), HasSubstr("/no/such/revoked.pem: No such file"));
}

TEST_F(Files, that_are_no_pem_are_named) {
  const auto senseless = mine.write("senseless", "no PEM\n");
  auto settings = good();
  settings.certificate = senseless;
  EXPECT_THAT(why_not(settings), AllOf(HasSubstr(senseless), HasSubstr("no certificate in PEM")));
  settings = good();
  settings.key = senseless;
  EXPECT_THAT(why_not(settings), AllOf(HasSubstr(senseless), HasSubstr("no private key")));
  settings = good();
  settings.authorities = senseless;
  EXPECT_THAT(why_not(settings), HasSubstr(senseless));
}

TEST_F(Files, of_another_key_do_not_fit) {
  auto settings = good();
  settings.key = good("other").key;
  EXPECT_THAT(why_not(settings), HasSubstr("does not belong to the certificate"));
}

TEST_F(Files, may_be_one_with_both) {
  auto settings = good();
  const auto pair = mine.sign(usual_request("both"));
  settings.certificate = mine.write("both.pem", pair.certificate + pair.key);
  settings.key.clear();
  TwoSides sides{settings, good()};
  EXPECT_EQ(sides.meet().at_client, "answered");
}

TEST_F(Files, with_both_are_replaced_at_once) {
  const auto settings = [&] {
    const auto pair = mine.sign(usual_request("both"));
    auto both = mine.with(pair);
    both.certificate = both.key = mine.write("both.pem", pair.certificate + pair.key);
    return both;
  }();
  const std::array<KeyPair, 2> pairs{mine.sign(usual_request("one")),
                                     mine.sign(usual_request("two"))};
  const std::jthread replacing{[&](const std::stop_token& stop) {
    for (std::size_t i = 0; !stop.stop_requested(); ++i)
      mine.write("both.pem", pairs[i % 2].certificate + pairs[i % 2].key);
  }};
  for (int i = 0; i < 200; ++i) ASSERT_EQ(why_not(settings), "it can be read");
}

TEST_F(Files, that_ask_for_a_passphrase_name_the_option) {
  auto settings = good();
  settings.key =
      mine.write("encrypted.key", encrypted(mine.sign(usual_request("x")).key, "secret"));
  EXPECT_THAT(why_not(settings), HasSubstr("-ORBtlsPassphrase"));
}

TEST_F(Files, with_a_passphrase_are_read) {
  const auto pair = mine.sign(usual_request("locked"));
  auto settings = mine.with(pair);
  settings.key = mine.write("encrypted.key", encrypted(pair.key, "secret"));
  settings.passphrase = mine.write("passphrase", "secret\n");
  TwoSides sides{settings, good()};
  EXPECT_EQ(sides.meet().at_client, "answered");
}

TEST_F(Files, that_change_are_used_by_the_next_connection) {
  const auto settings = good("first");
  TwoSides sides{settings, good()};
  EXPECT_EQ(sides.meet().server_as_seen->subject, "CN=first");
  const auto second = mine.sign(usual_request("second"));
  replace(settings.key, second.key);
  replace(settings.certificate, second.certificate);
  EXPECT_EQ(sides.meet().server_as_seen->subject, "CN=second");
}

TEST_F(Files, that_change_and_are_wrong_leave_the_earlier_ones_in_use) {
  const auto settings = good("first");
  TwoSides sides{settings, good()};
  EXPECT_EQ(sides.meet().server_as_seen->subject, "CN=first");
  replace(settings.certificate, "no PEM\n");
  EXPECT_EQ(sides.meet().server_as_seen->subject, "CN=first");
}

TEST_F(Files, of_the_same_size_and_time_are_used_when_they_have_taken_the_place) {
  const auto padded = [](KeyPair pair) {
    constexpr std::size_t kSize = 4096;
    pair.certificate.resize(kSize, '\n');
    pair.key.resize(kSize, '\n');
    return pair;
  };
  const auto settings = mine.with(padded(mine.sign(usual_request("first"))));
  const auto second = padded(mine.sign(usual_request("second")));
  TwoSides sides{settings, good()};
  EXPECT_EQ(sides.meet().server_as_seen->subject, "CN=first");
  for (const auto& [path, text] :
       {std::pair{settings.certificate, second.certificate}, {settings.key, second.key}}) {
    const auto before = std::filesystem::last_write_time(path);
    replace(path, text);
    std::filesystem::last_write_time(path, before);
  }
  EXPECT_EQ(sides.meet().server_as_seen->subject, "CN=second");
}

TEST_F(Files, that_could_not_be_read_for_a_while_are_read_by_the_next_connection) {
  const auto settings = good("first");
  const auto files = TlsFiles::read(settings).value();
  const auto pair = mine.sign(usual_request("second"));
  replace(settings.key, pair.key);
  replace(settings.certificate, pair.certificate);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  auto none = before;
  none.rlim_cur = 0;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto meanwhile = files->current();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(meanwhile->generation, 0U);
  EXPECT_EQ(files->current()->generation, 1U);
  EXPECT_EQ(files->current()->generation, 1U);
}

TEST_F(Files, that_revoke_a_client_end_its_sessions_too) {
  using namespace std::chrono_literals;
  const auto now = os::wall_clock_now();
  auto server = good("server");
  server.revoked =
      mine.write("list.pem", *add_to_revocation_list(mine.authority(), "",
                                                     mine.sign(usual_request("other")).certificate,
                                                     now - 1h, now + 1h));
  const auto pair = mine.sign(usual_request("client"));
  TwoSides sides{server, mine.with(pair)};
  EXPECT_EQ(sides.meet().at_client, "answered");
  EXPECT_EQ(sides.meet().at_client, "answered");  // resumed
  replace(server.revoked,
          *add_to_revocation_list(mine.authority(), "", pair.certificate, now - 1h, now + 1h));
  EXPECT_THAT(sides.meet().at_server, HasSubstr("revoked"));
}

}  // namespace
}  // namespace orbweaver::tls
