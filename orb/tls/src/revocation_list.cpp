// SPDX-License-Identifier: Apache-2.0
#include <openssl/pem.h>

#include "certificate_parts.hpp"

namespace orbweaver::tls {

namespace {

using List = std::unique_ptr<X509_CRL, FreeOpenSsl>;

List begin_list(X509& issuer) {
  List list{X509_CRL_new()};
  if (!list || X509_CRL_set_version(list.get(), 1) != 1 ||
      X509_CRL_set_issuer_name(list.get(), X509_get_subject_name(&issuer)) != 1)
    return nullptr;
  return list;
}

List read_list(const std::string& pem) {
  const BioPtr in{BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
  return List{PEM_read_bio_X509_CRL(in.get(), nullptr, nullptr, nullptr)};
}

bool set_times(X509_CRL& list, os::WallTime begins, os::WallTime ends) {
  const auto from = time_of(begins), until = time_of(ends);
  return from && until && X509_CRL_set1_lastUpdate(&list, from.get()) == 1 &&
         X509_CRL_set1_nextUpdate(&list, until.get()) == 1;
}

// One that is revoked already stays so.
bool revoke(X509_CRL& list, X509& certificate, os::WallTime since) {
  X509_REVOKED* present = nullptr;
  if (X509_CRL_get0_by_cert(&list, &present, &certificate) == 1) return true;
  const auto from = time_of(since);
  std::unique_ptr<X509_REVOKED, FreeOpenSsl> entry{X509_REVOKED_new()};
  if (!from || !entry ||
      X509_REVOKED_set_serialNumber(entry.get(), X509_get_serialNumber(&certificate)) != 1 ||
      X509_REVOKED_set_revocationDate(entry.get(), from.get()) != 1 ||
      X509_CRL_add0_revoked(&list, entry.get()) != 1)
    return false;
  (void)entry.release();
  return true;
}

}  // namespace

Result<std::string, std::string> add_to_revocation_list(const KeyPair& authority,
                                                        const std::string& list,
                                                        const std::string& revoked,
                                                        os::WallTime begins, os::WallTime ends) {
  const auto signer = read_signer(authority);
  if (!signer) return unexpected{signer.error()};
  const auto certificate = revoked.empty() ? nullptr : read_certificate(revoked);
  if (!revoked.empty() && !certificate)
    return unexpected{"what is to be revoked is no certificate: " + why()};
  const auto longer = list.empty() ? begin_list(*signer->certificate) : read_list(list);
  if (!longer || !set_times(*longer, begins, ends) ||
      (certificate && !revoke(*longer, *certificate, begins)))
    return unexpected{"the revocation list was not made: " + why()};
  X509_CRL_sort(longer.get());
  if (X509_CRL_sign(longer.get(), signer->key.get(), EVP_sha256()) == 0)
    return unexpected{"the revocation list was not signed: " + why()};
  return as_pem([&](BIO* out) { return PEM_write_bio_X509_CRL(out, longer.get()); });
}

}  // namespace orbweaver::tls
