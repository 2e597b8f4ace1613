// SPDX-License-Identifier: Apache-2.0
#include "certificate_parts.hpp"

#include <orbweaver/base/log_limit.hpp>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

#include <array>
#include <string_view>
#include <utility>

namespace orbweaver::tls {

namespace {

constexpr long kVersion3 = 2;  // as X.509 counts

BioPtr reader_of(const std::string& pem) {
  return BioPtr{BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
}

// Else OpenSSL asks for it at the terminal.
int no_passphrase(char* /*space*/, int /*size*/, int /*for_writing*/, void* /*data*/) noexcept {
  return 0;
}

// A number that cannot be guessed, and that is positive: RFC 5280, 4.1.2.2.
bool set_serial(X509& certificate) {
  std::array<unsigned char, 16> bytes{};
  if (RAND_bytes(bytes.data(), bytes.size()) != 1) return false;
  bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7FU) | 1U);
  const std::unique_ptr<BIGNUM, FreeOpenSsl> number{
      BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr)};
  return number && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(&certificate)) != nullptr;
}

bool set_subject(X509& certificate, const CertificateRequest& request) {
  auto& name = *X509_get_subject_name(&certificate);
  return add_entry(name, "O", request.organization) && add_entry(name, "CN", request.common_name);
}

bool set_times(X509& certificate, const CertificateRequest& request) {
  const auto begins = time_of(request.begins), ends = time_of(request.ends);
  return begins && ends && X509_set1_notBefore(&certificate, begins.get()) == 1 &&
         X509_set1_notAfter(&certificate, ends.get()) == 1;
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

}  // namespace

std::string why() {
  const auto error = ERR_peek_last_error();
  ERR_clear_error();
  const auto* const text = ERR_reason_error_string(error);
  return text != nullptr ? text : "OpenSSL gives no reason";
}

TimePtr time_of(os::WallTime moment) {
  return TimePtr{ASN1_TIME_set(nullptr, os::seconds_of_epoch(moment))};
}

PrivateKeyPtr make_key(unsigned rsa_bits) {
  if (rsa_bits == 0) return PrivateKeyPtr{EVP_EC_gen("P-256")};
  return PrivateKeyPtr{EVP_RSA_gen(rsa_bits)};
}

std::string pem_of(X509& certificate) {
  return as_pem([&](BIO* out) { return PEM_write_bio_X509(out, &certificate); });
}

std::string pem_of(EVP_PKEY& key) {
  return as_pem([&](BIO* out) {
    return PEM_write_bio_PrivateKey(out, &key, nullptr, nullptr, 0, nullptr, nullptr);
  });
}

CertificatePtr read_certificate(const std::string& pem) {
  const auto in = reader_of(pem);
  return CertificatePtr{PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr)};
}

Result<Signer, std::string> read_signer(const KeyPair& authority) {
  const auto in = reader_of(authority.key);
  Signer signer{read_certificate(authority.certificate),
                PrivateKeyPtr{PEM_read_bio_PrivateKey(in.get(), nullptr, no_passphrase, nullptr)}};
  if (!signer.certificate) return unexpected{"no certificate of an authority: " + why()};
  if (!signer.key) return unexpected{"no key of an authority: " + why()};
  return signer;
}

bool add_entry(X509_NAME& name, const char* kind, const std::string& text) {
  if (text.empty()) return true;
  return X509_NAME_add_entry_by_txt(&name, kind, MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char*>(text.data()),
                                    static_cast<int>(text.size()), -1, 0) == 1;
}

bool add_extension(X509& certificate, X509& issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, &issuer, &certificate, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, FreeOpenSsl> extension{
      X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str())};
  return extension && X509_add_ext(&certificate, extension.get(), -1) == 1;
}

CertificatePtr begin_certificate(const CertificateRequest& request, EVP_PKEY& key) {
  CertificatePtr made{X509_new()};
  if (!made || X509_set_version(made.get(), kVersion3) != 1 || !set_serial(*made) ||
      !set_subject(*made, request) || !set_times(*made, request) ||
      X509_set_pubkey(made.get(), &key) != 1)
    return nullptr;
  return made;
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

}  // namespace orbweaver::tls
