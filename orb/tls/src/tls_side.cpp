// SPDX-License-Identifier: Apache-2.0
// The certificates and sessions of one ORB.
#include <orbweaver/security/normal_name.hpp>
#include <orbweaver/tls/application_issuer.hpp>
#include <orbweaver/tls/tls.hpp>

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <new>

#include "client_sessions.hpp"
#include "fault_texts.hpp"
#include "tls_files.hpp"
#include "tls_stream.hpp"

namespace orbweaver::tls {

namespace {

using security::TlsFault;

constexpr std::string_view kNoAuthorities =
    "TLS is not set up on this side: a client needs -ORBtlsCA, the authorities that it trusts";

bool is_number(const std::string& host) {
  std::unique_ptr<ASN1_OCTET_STRING,
                  decltype([](ASN1_OCTET_STRING* one) { ASN1_OCTET_STRING_free(one); })>
      octets{a2i_IPADDRESS(host.c_str())};
  ERR_clear_error();
  return octets != nullptr;
}

class OpenSslSide final : public transport::TlsSide {
 public:
  OpenSslSide(security::TlsSettings settings, std::unique_ptr<TlsFiles> files)
      : settings_(std::move(settings)), files_(std::move(files)) {}

  Result<std::unique_ptr<transport::ByteStream>, TlsFault> connect(int socket,
                                                                   const std::string& host,
                                                                   std::uint16_t port,
                                                                   Deadline deadline) override {
    const auto contexts = files_->current();
    if (!contexts->client) return unexpected{TlsFault{TlsFault::Kind::not_set_up, kNoAuthorities}};
    const auto server =
        std::to_string(contexts->generation) + " " + host + " " + std::to_string(port);
    auto connection = make(contexts->client.get());
    SSL_set_connect_state(connection.get());
    expect(connection.get(), host);
    sessions_.resume(connection.get(), server);
    auto stream = std::make_unique<TlsStream>(socket, std::move(connection), server);
    if (auto shaken = stream->shake_hands(deadline); !shaken) return unexpected{shaken.error()};
    if (!is_expected(*stream)) return unexpected{unexpected_peer()};
    return stream;
  }

  bool has_certificate() override { return files_->current()->server != nullptr; }

  std::unique_ptr<transport::ByteStream> accept(int socket, std::string peer) override {
    const auto contexts = files_->current();
    auto connection = make(contexts->server.get());
    SSL_set_accept_state(connection.get());
    return std::make_unique<TlsStream>(socket, std::move(connection), std::move(peer));
  }

 private:
  static SslPtr make(SSL_CTX* context) {
    SslPtr connection{SSL_new(context)};
    if (!connection) throw std::bad_alloc{};
    return connection;
  }

  // The host, unless the settings name the servers.
  void expect(SSL* connection, const std::string& host) const {
    if (is_number(host)) {
      if (settings_.expected_peers.empty())
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), host.c_str());
      return;
    }
    SSL_set_tlsext_host_name(connection, host.c_str());
    if (!settings_.expected_peers.empty()) return;
    SSL_set_hostflags(connection, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    SSL_set1_host(connection, host.c_str());
  }

  [[nodiscard]] bool is_expected(const TlsStream& stream) const {
    if (settings_.expected_peers.empty()) return true;
    const auto identity = stream.peer_by_certificate();
    return identity && std::ranges::any_of(texts_of(*identity), [this](const auto& text) {
             return std::ranges::find(settings_.expected_peers, text, security::normal_name) !=
                    settings_.expected_peers.end();
           });
  }

  const security::TlsSettings settings_;
  const std::unique_ptr<TlsFiles> files_;
  ClientSessions sessions_;
};

}  // namespace

Result<std::unique_ptr<transport::TlsSide>, std::string> make_side(
    const security::TlsSettings& settings) {
  auto files = TlsFiles::read(settings);
  if (!files) return unexpected{std::move(files.error())};
  return std::make_unique<OpenSslSide>(settings, std::move(*files));
}

}  // namespace orbweaver::tls

// Lets the rooms below know of this one, when the library is loaded or the program starts. The
// linker takes this file into a program because of the name (cmake/shared.cmake).
extern "C" const bool orbweaver_tls;
const bool orbweaver_tls = (orbweaver::transport::set_tls(orbweaver::tls::make_side),
                            orbweaver::security::set_maker_of_application_certificates(
                                orbweaver::tls::certify_application),
                            true);
