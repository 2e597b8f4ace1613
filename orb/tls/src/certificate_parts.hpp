// SPDX-License-Identifier: Apache-2.0
// The steps in which certificates and lists are made.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/tls/certificate_maker.hpp>

#include <openssl/evp.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "openssl.hpp"

namespace orbweaver::tls {

using TimePtr = std::unique_ptr<ASN1_TIME, FreeOpenSsl>;

struct Signer {
  CertificatePtr certificate;
  PrivateKeyPtr key;
};

/// Why OpenSSL failed last on this thread.
[[nodiscard]] std::string why();

// Null, false or an empty text: OpenSSL failed, and why() says why.

[[nodiscard]] TimePtr time_of(os::WallTime moment);
[[nodiscard]] PrivateKeyPtr make_key(unsigned rsa_bits);
/// With a serial number, the subject, the dates and the public key; neither issuer nor extensions.
[[nodiscard]] CertificatePtr begin_certificate(const CertificateRequest& request, EVP_PKEY& key);
/// `kind`: "O", "CN". An empty text adds nothing.
[[nodiscard]] bool add_entry(X509_NAME& name, const char* kind, const std::string& text);
/// `value`: as OpenSSL's configuration has it.
[[nodiscard]] bool add_extension(X509& certificate, X509& issuer, int kind,
                                 const std::string& value);

template <class Write>
std::string as_pem(Write write) {
  const BioPtr text{BIO_new(BIO_s_mem())};
  if (!text || write(text.get()) != 1) return {};
  char* begin = nullptr;
  const auto size = BIO_get_mem_data(text.get(), &begin);
  return {begin, static_cast<std::size_t>(size)};
}
[[nodiscard]] std::string pem_of(X509& certificate);
[[nodiscard]] std::string pem_of(EVP_PKEY& key);
/// The first one of the text.
[[nodiscard]] CertificatePtr read_certificate(const std::string& pem);

/// Fails: one readable line.
[[nodiscard]] Result<Signer, std::string> read_signer(const KeyPair& authority);
/// As OpenSSL's configuration has them. Fails: one readable line, if a name is none.
[[nodiscard]] Result<std::string, std::string> alternative_names(
    const std::vector<std::string>& names);

}  // namespace orbweaver::tls
