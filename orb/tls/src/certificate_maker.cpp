// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/tls/certificate_maker.hpp>

#include <orbweaver/base/log_limit.hpp>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <array>
#include <utility>

#include "openssl.hpp"

namespace orbweaver::tls {

namespace {

struct Free {
  void operator()(EVP_PKEY* one) const noexcept { EVP_PKEY_free(one); }
  void operator()(X509_EXTENSION* one) const noexcept { X509_EXTENSION_free(one); }
  void operator()(X509_CRL* one) const noexcept { X509_CRL_free(one); }
  void operator()(X509_REVOKED* one) const noexcept { X509_REVOKED_free(one); }
  void operator()(ASN1_TIME* one) const noexcept { ASN1_TIME_free(one); }
  void operator()(BIGNUM* one) const noexcept { BN_free(one); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Time = std::unique_ptr<ASN1_TIME, Free>;

constexpr long kVersion3 = 2;  // as X.509 counts

struct Signer {
  CertificatePtr certificate;
  Key key;
};

std::string why() {
  const auto error = ERR_peek_last_error();
  ERR_clear_error();
  const auto* const text = ERR_reason_error_string(error);
  return text != nullptr ? text : "OpenSSL gives no reason";
}

Time time_of(os::WallTime moment) {
  return Time{ASN1_TIME_set(nullptr, os::seconds_of_epoch(moment))};
}

Key make_key(unsigned rsa_bits) {
  if (rsa_bits == 0) return Key{EVP_EC_gen("P-256")};
  return Key{EVP_RSA_gen(rsa_bits)};
}

template <class Write>
std::string as_pem(Write write) {
  const BioPtr text{BIO_new(BIO_s_mem())};
  if (!text || write(text.get()) != 1) return {};
  char* begin = nullptr;
  const auto size = BIO_get_mem_data(text.get(), &begin);
  return {begin, static_cast<std::size_t>(size)};
}

std::string pem_of(X509& certificate) {
  return as_pem([&](BIO* out) { return PEM_write_bio_X509(out, &certificate); });
}

std::string pem_of(EVP_PKEY& key) {
  return as_pem([&](BIO* out) {
    return PEM_write_bio_PrivateKey(out, &key, nullptr, nullptr, 0, nullptr, nullptr);
  });
}

BioPtr reader_of(const std::string& pem) {
  return BioPtr{BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
}

CertificatePtr read_certificate(const std::string& pem) {
  const auto in = reader_of(pem);
  return CertificatePtr{PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr)};
}

Result<Signer, std::string> read_signer(const KeyPair& authority) {
  const auto in = reader_of(authority.key);
  Signer signer{read_certificate(authority.certificate),
                Key{PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr)}};
  if (!signer.certificate) return unexpected{"no certificate of an authority: " + why()};
  if (!signer.key) return unexpected{"no key of an authority: " + why()};
  return signer;
}

// A number that cannot be guessed, and that is positive: RFC 5280, 4.1.2.2.
bool set_serial(X509& certificate) {
  std::array<unsigned char, 16> bytes{};
  if (RAND_bytes(bytes.data(), bytes.size()) != 1) return false;
  bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7FU) | 1U);
  const std::unique_ptr<BIGNUM, Free> number{
      BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr)};
  return number && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(&certificate)) != nullptr;
}

bool set_subject(X509& certificate, const std::string& common_name) {
  const auto* const text = reinterpret_cast<const unsigned char*>(common_name.data());
  return X509_NAME_add_entry_by_txt(X509_get_subject_name(&certificate), "CN", MBSTRING_UTF8, text,
                                    static_cast<int>(common_name.size()), -1, 0) == 1;
}

bool set_times(X509& certificate, const CertificateRequest& request) {
  const auto begins = time_of(request.begins), ends = time_of(request.ends);
  return begins && ends && X509_set1_notBefore(&certificate, begins.get()) == 1 &&
         X509_set1_notAfter(&certificate, ends.get()) == 1;
}

bool add_extension(X509& certificate, X509& issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, &issuer, &certificate, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, Free> extension{
      X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str())};
  return extension && X509_add_ext(&certificate, extension.get(), -1) == 1;
}

CertificatePtr begin_certificate(const CertificateRequest& request, EVP_PKEY& key) {
  CertificatePtr made{X509_new()};
  if (!made || X509_set_version(made.get(), kVersion3) != 1 || !set_serial(*made) ||
      !set_subject(*made, request.common_name) || !set_times(*made, request) ||
      X509_set_pubkey(made.get(), &key) != 1)
    return nullptr;
  return made;
}

using List = std::unique_ptr<X509_CRL, Free>;

List begin_list(X509& issuer) {
  List list{X509_CRL_new()};
  if (!list || X509_CRL_set_version(list.get(), 1) != 1 ||
      X509_CRL_set_issuer_name(list.get(), X509_get_subject_name(&issuer)) != 1)
    return nullptr;
  return list;
}

List read_list(const std::string& pem) {
  const auto in = reader_of(pem);
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
  std::unique_ptr<X509_REVOKED, Free> entry{X509_REVOKED_new()};
  if (!from || !entry ||
      X509_REVOKED_set_serialNumber(entry.get(), X509_get_serialNumber(&certificate)) != 1 ||
      X509_REVOKED_set_revocationDate(entry.get(), from.get()) != 1 ||
      X509_CRL_add0_revoked(&list, entry.get()) != 1)
    return false;
  (void)entry.release();
  return true;
}

std::string uses_of(const CertificateRequest& request) {
  if (request.is_server && request.is_client) return "serverAuth,clientAuth";
  return request.is_server ? "serverAuth" : "clientAuth";
}

// As OpenSSL's configuration writes it: "DNS:radio-1". Empty: the name is none, or it could be read
// as two.
std::string alternative_name(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kKinds{
      {{"dns:", "DNS:"}, {"ip:", "IP:"}, {"uri:", "URI:"}}};
  if (name.find_first_of(",\n") != name.npos) return {};
  for (const auto& [ours, of_openssl] : kKinds)
    if (name.starts_with(ours) && name.size() > ours.size())
      return std::string{of_openssl} + name.substr(ours.size());
  return {};
}

Result<std::string, std::string> alternative_names(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) {
    const auto one = alternative_name(name);
    if (one.empty())
      return unexpected{"'" + printable(name) +
                        "' is no name of a certificate: dns:HOST, ip:ADDRESS or uri:URI"};
    all += (all.empty() ? "" : ",") + one;
  }
  return all;
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
      !add_extension(*made, issuer, NID_authority_key_identifier, "keyid"))
    return unexpected{"no certificate was made: " + why()};
  if (!names->empty() && !add_extension(*made, issuer, NID_subject_alt_name, *names))
    return unexpected{"a name cannot be in a certificate: " + why()};
  if (X509_sign(made.get(), signer->key.get(), EVP_sha256()) == 0)
    return unexpected{"the certificate was not signed: " + why()};
  return KeyPair{pem_of(*made) + authority.certificate, pem_of(*key)};
}

Result<std::string, std::string> add_to_revocation_list(const KeyPair& authority,
                                                        const std::string& list,
                                                        const std::string& revoked,
                                                        os::WallTime begins, os::WallTime ends) {
  const auto signer = read_signer(authority);
  if (!signer) return unexpected{signer.error()};
  const auto certificate = read_certificate(revoked);
  if (!certificate) return unexpected{"what is to be revoked is no certificate: " + why()};
  const auto longer = list.empty() ? begin_list(*signer->certificate) : read_list(list);
  if (!longer || !set_times(*longer, begins, ends) || !revoke(*longer, *certificate, begins))
    return unexpected{"the revocation list was not made: " + why()};
  X509_CRL_sort(longer.get());
  if (X509_CRL_sign(longer.get(), signer->key.get(), EVP_sha256()) == 0)
    return unexpected{"the revocation list was not signed: " + why()};
  return as_pem([&](BIO* out) { return PEM_write_bio_X509_CRL(out, longer.get()); });
}

}  // namespace orbweaver::tls
