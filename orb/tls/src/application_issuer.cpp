// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/tls/application_issuer.hpp>

#include <orbweaver/security/application_identity.hpp>

#include "certificate_parts.hpp"
#include "name_constraints.hpp"
#include "names_of_applications.hpp"

namespace orbweaver::tls {

namespace {

CertificateRequest subject_of(const IssuerRequest& request) {
  CertificateRequest subject;
  subject.organization = organization_of_applications(request.node);
  subject.common_name = "issuer";
  subject.begins = request.begins;
  subject.ends = request.ends;
  return subject;
}

}  // namespace

Result<KeyPair, std::string> make_application_issuer(const IssuerRequest& request,
                                                     const KeyPair& authority) {
  const auto signer = read_signer(authority);
  if (!signer) return unexpected{signer.error()};
  const auto key = make_key(0);
  auto made = key ? begin_certificate(subject_of(request), *key) : nullptr;
  auto& above = *signer->certificate;
  // Without digitalSignature, so that it is of no use as the certificate of a peer.
  if (!made || X509_set_issuer_name(made.get(), X509_get_subject_name(&above)) != 1 ||
      !add_extension(*made, above, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") ||
      !add_extension(*made, above, NID_key_usage, "critical,keyCertSign") ||
      !add_extension(*made, above, NID_ext_key_usage, "serverAuth,clientAuth") ||
      !add_extension(*made, above, NID_subject_key_identifier, "hash") ||
      !add_extension(*made, above, NID_authority_key_identifier, "keyid"))
    return unexpected{"no issuer was made: " + why()};
  const NameLimits limits{
      .organization = organization_of_applications(request.node),
      .uri_host = security::host_of_applications(request.node, request.trust_domain),
      .hosts = request.hosts};
  if (auto limited = limit_names(*made, limits); !limited) return unexpected{limited.error()};
  if (X509_sign(made.get(), signer->key.get(), EVP_sha256()) == 0)
    return unexpected{"the issuer was not signed: " + why()};
  return KeyPair{pem_of(*made) + authority.certificate, pem_of(*key)};
}

}  // namespace orbweaver::tls
