// SPDX-License-Identifier: Apache-2.0
#include "contexts.hpp"

#include <orbweaver/base/log_limit.hpp>

#include <openssl/err.h>
#include <openssl/pem.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <string_view>
#include <system_error>

#include "client_sessions.hpp"

namespace orbweaver::tls {

namespace {

using security::TlsSettings;

// RSA from 2048 bits on, no SHA-1: what OpenSSL calls 112 bits.
constexpr int kSecurityLevel = 2;
constexpr int kLongestChain = 10;
// A ticket stands for a verified certificate for so long, in seconds.
constexpr long kTicketLife = 600;

std::string reason() {
  const auto error = ERR_peek_last_error();
  ERR_clear_error();
  const auto* const text = ERR_reason_error_string(error);
  return text != nullptr ? text : "cannot be read";
}

std::string about(const std::string& path, std::string_view why) {
  return printable(path, 300) + ": " + std::string{why};
}

bool can_be_opened(const std::string& path) { return std::ifstream{path}.good(); }

std::string why_not_read(const std::string& path, std::string_view what) {
  if (!can_be_opened(path))
    return about(path, std::string{std::strerror(errno)} + " (" + std::string{what} + ")");
  return about(path, "no " + std::string{what} + " in PEM form: " + reason());
}

int give_passphrase(char* space, int size, int /*for_writing*/, void* path) noexcept try {
  const auto& file = *static_cast<const std::string*>(path);
  if (file.empty()) return 0;
  std::ifstream in{file};
  std::string line;
  std::getline(in, line);
  const auto count = std::min(line.size(), static_cast<std::size_t>(size));
  std::memcpy(space, line.data(), count);
  std::ranges::fill(line, '\0');
  return static_cast<int>(count);
} catch (const std::bad_alloc&) {
  return 0;
}

using Done = Result<void, std::string>;

std::string not_its_key(const std::string& file, const TlsSettings& settings) {
  return about(file, "the key does not belong to the certificate in " + settings.certificate);
}

std::string why_no_key(const std::string& file, const TlsSettings& settings) {
  if (ERR_GET_LIB(ERR_peek_last_error()) == ERR_LIB_X509) return not_its_key(file, settings);
  if (!can_be_opened(file) || !settings.passphrase.empty())
    return why_not_read(file, "private key");
  return about(file, "no private key that can be read: " + reason() +
                         "; if it is encrypted, -ORBtlsPassphrase names the file of its "
                         "passphrase");
}

Done load_key(SSL_CTX* context, BIO* in, const std::string& file, const TlsSettings& settings) {
  auto* const passphrase = const_cast<std::string*>(&settings.passphrase);
  const PrivateKeyPtr key{
      in != nullptr ? PEM_read_bio_PrivateKey(in, nullptr, give_passphrase, passphrase) : nullptr};
  if (!key || SSL_CTX_use_PrivateKey(context, key.get()) != 1)
    return unexpected{why_no_key(file, settings)};
  if (SSL_CTX_check_private_key(context) != 1) return unexpected{not_its_key(file, settings)};
  return {};
}

// As SSL_CTX_use_certificate_chain_file() does, of a file that is open.
bool load_chain(SSL_CTX* context, BIO* in) {
  const CertificatePtr own{PEM_read_bio_X509_AUX(in, nullptr, nullptr, nullptr)};
  if (!own || SSL_CTX_use_certificate(context, own.get()) != 1) return false;
  while (CertificatePtr above{PEM_read_bio_X509(in, nullptr, nullptr, nullptr)}) {
    if (SSL_CTX_add0_chain_cert(context, above.get()) != 1) return false;
    (void)above.release();
  }
  const auto error = ERR_peek_last_error();
  ERR_clear_error();
  return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

// A file with both is opened once: another one that takes its place has another key.
Done load_own_certificate(SSL_CTX* context, const TlsSettings& settings) {
  const auto& certificate = settings.certificate;
  if (certificate.empty()) return {};
  const BioPtr in{BIO_new_file(certificate.c_str(), "r")};
  if (!in || !load_chain(context, in.get()))
    return unexpected{why_not_read(certificate, "certificate")};
  if (!settings.key.empty() && settings.key != certificate)
    return load_key(context, BioPtr{BIO_new_file(settings.key.c_str(), "r")}.get(), settings.key,
                    settings);
  if (BIO_seek(in.get(), 0) != 0) return unexpected{why_not_read(certificate, "private key")};
  return load_key(context, in.get(), certificate, settings);
}

bool is_folder(const std::string& path) {
  std::error_code failure;
  return std::filesystem::is_directory(path, failure);
}

Done load_authorities(SSL_CTX* context, const TlsSettings& settings) {
  const auto& path = settings.authorities;
  if (path.empty()) return {};
  const bool is_read = is_folder(path) ? SSL_CTX_load_verify_dir(context, path.c_str()) == 1
                                       : SSL_CTX_load_verify_file(context, path.c_str()) == 1;
  if (!is_read) return unexpected{why_not_read(path, "certificate of an authority")};
  if (is_folder(path)) return {};
  SSL_CTX_set_client_CA_list(context, SSL_load_client_CA_file(path.c_str()));
  return {};
}

Done load_revoked(SSL_CTX* context, const TlsSettings& settings) {
  if (settings.revoked.empty()) return {};
  auto* const store = SSL_CTX_get_cert_store(context);
  auto* const lookup = X509_STORE_add_lookup(store, X509_LOOKUP_file());
  if (lookup == nullptr) throw std::bad_alloc{};
  if (X509_load_crl_file(lookup, settings.revoked.c_str(), X509_FILETYPE_PEM) < 1)
    return unexpected{why_not_read(settings.revoked, "revocation list")};
  X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
  return {};
}

ContextPtr make_context(const SSL_METHOD* method, const TlsSettings& settings) {
  ContextPtr context{SSL_CTX_new(method)};
  if (!context) throw std::bad_alloc{};
  auto* const raw = context.get();
  SSL_CTX_set_security_level(raw, kSecurityLevel);
  SSL_CTX_set_min_proto_version(
      raw, settings.least == TlsSettings::Version::tls_1_3 ? TLS1_3_VERSION : TLS1_2_VERSION);
  SSL_CTX_set_options(raw, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(raw, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                            SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_verify_depth(raw, kLongestChain);
  SSL_CTX_set_timeout(raw, kTicketLife);
  return context;
}

Done load_files(SSL_CTX* context, const TlsSettings& settings) {
  if (auto done = load_own_certificate(context, settings); !done) return done;
  if (auto done = load_authorities(context, settings); !done) return done;
  return load_revoked(context, settings);
}

// RFC 9608: the issuer of a short-lived certificate has no revocation list. To end the certificate,
// the issuer is revoked.
int need_no_list(int is_right, X509_STORE_CTX* attempt) noexcept {
  if (is_right == 1 || X509_STORE_CTX_get_error(attempt) != X509_V_ERR_UNABLE_TO_GET_CRL ||
      X509_STORE_CTX_get_error_depth(attempt) != 0 ||
      X509_get_ext_by_NID(X509_STORE_CTX_get_current_cert(attempt), NID_no_rev_avail, -1) < 0)
    return is_right;
  X509_STORE_CTX_set_error(attempt, X509_V_OK);
  return 1;
}

int verification_of_clients(TlsSettings::Clients clients) noexcept {
  switch (clients) {
    case TlsSettings::Clients::must_prove:
      return SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
    case TlsSettings::Clients::may_prove:
      return SSL_VERIFY_PEER;
    case TlsSettings::Clients::need_not:
      break;
  }
  return SSL_VERIFY_NONE;
}

}  // namespace

Result<ContextPtr, std::string> make_server_context(const TlsSettings& settings) {
  if (settings.clients != TlsSettings::Clients::need_not && settings.authorities.empty())
    return unexpected{std::string{
        "a TLS server that asks clients for certificates needs -ORBtlsCA, the authorities that it "
        "trusts; -ORBtlsClients none lets any client in"}};
  auto context = make_context(TLS_server_method(), settings);
  if (auto done = load_files(context.get(), settings); !done)
    return unexpected{std::move(done.error())};
  // Sessions are tickets that clients keep: a server's memory does not grow with its clients.
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  static constexpr unsigned char kOfOrbweaver[] = "orbweaver";
  SSL_CTX_set_session_id_context(context.get(), kOfOrbweaver, sizeof kOfOrbweaver);
  SSL_CTX_set_verify(context.get(), verification_of_clients(settings.clients), need_no_list);
  return context;
}

Result<ContextPtr, std::string> make_client_context(const TlsSettings& settings) {
  auto context = make_context(TLS_client_method(), settings);
  if (auto done = load_files(context.get(), settings); !done)
    return unexpected{std::move(done.error())};
  SSL_CTX_set_session_cache_mode(context.get(),
                                 SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL_STORE);
  ClientSessions::keep_those_of(context.get());
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, need_no_list);
  return context;
}

}  // namespace orbweaver::tls
