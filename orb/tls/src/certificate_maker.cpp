// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/tls/certificate_maker.hpp>

#include "certificate_parts.hpp"

namespace orbweaver::tls {

namespace {

std::string uses_of(const CertificateRequest& request) {
  if (request.is_server && request.is_client) return "serverAuth,clientAuth";
  return request.is_server ? "serverAuth" : "clientAuth";
}

// RFC 9608: "the issuer has no revocation list for it", which is NULL in DER.
bool add_no_list(X509& certificate, X509& issuer, const CertificateRequest& request) {
  return request.has_revocation_list ||
         add_extension(certificate, issuer, NID_no_rev_avail, "DER:05:00");
}

}  // namespace

Result<KeyPair, std::string> make_authority(const CertificateRequest& request) {
  const auto key = make_key(request.rsa_bits);
  auto made = key ? begin_certificate(request, *key) : nullptr;
  if (!made || X509_set_issuer_name(made.get(), X509_get_subject_name(made.get())) != 1 ||
      !add_extension(*made, *made, NID_basic_constraints, "critical,CA:TRUE") ||
      !add_extension(*made, *made, NID_key_usage, "critical,keyCertSign,cRLSign") ||
      !add_extension(*made, *made, NID_subject_key_identifier, "hash") ||
      X509_sign(made.get(), key.get(), EVP_sha256()) == 0)
    return unexpected{"no authority was made: " + why()};
  return KeyPair{pem_of(*made), pem_of(*key)};
}

Result<KeyPair, std::string> make_certificate(const CertificateRequest& request,
                                              const KeyPair& authority) {
  const auto signer = read_signer(authority);
  if (!signer) return unexpected{signer.error()};
  const auto names = alternative_names(request.names);
  if (!names) return unexpected{names.error()};
  const auto key = make_key(request.rsa_bits);
  auto made = key ? begin_certificate(request, *key) : nullptr;
  auto& issuer = *signer->certificate;
  if (!made || X509_set_issuer_name(made.get(), X509_get_subject_name(&issuer)) != 1 ||
      !add_extension(*made, issuer, NID_basic_constraints, "critical,CA:FALSE") ||
      !add_extension(*made, issuer, NID_key_usage, "critical,digitalSignature,keyEncipherment") ||
      !add_extension(*made, issuer, NID_ext_key_usage, uses_of(request)) ||
      !add_extension(*made, issuer, NID_authority_key_identifier, "keyid") ||
      !add_no_list(*made, issuer, request))
    return unexpected{"no certificate was made: " + why()};
  if (!names->empty() && !add_extension(*made, issuer, NID_subject_alt_name, *names))
    return unexpected{"a name cannot be in a certificate: " + why()};
  if (X509_sign(made.get(), signer->key.get(), EVP_sha256()) == 0)
    return unexpected{"the certificate was not signed: " + why()};
  return KeyPair{pem_of(*made) + authority.certificate, pem_of(*key)};
}

}  // namespace orbweaver::tls
