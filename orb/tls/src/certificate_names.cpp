// SPDX-License-Identifier: Apache-2.0
#include "certificate_names.hpp"

#include <orbweaver/security/normal_name.hpp>

#include <openssl/x509v3.h>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace orbweaver::tls {

namespace {

constexpr std::size_t kMostNames = 64;
constexpr std::size_t kLongestName = 1024;

std::optional<std::string> readable(std::string_view kind, const ASN1_STRING* text) {
  const std::string_view bytes{reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
                               static_cast<std::size_t>(ASN1_STRING_length(text))};
  const auto is_printable = [](char one) { return one > ' ' && one < '\x7f'; };
  if (bytes.empty() || bytes.size() > kLongestName || !std::ranges::all_of(bytes, is_printable))
    return std::nullopt;
  return security::normal_name(std::string{kind} + std::string{bytes});
}

std::optional<std::string> address_in(const ASN1_STRING* octets) {
  constexpr int kIpv4 = 4, kIpv6 = 16;
  const auto size = ASN1_STRING_length(octets);
  if (size != kIpv4 && size != kIpv6) return std::nullopt;
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (::inet_ntop(size == kIpv4 ? AF_INET : AF_INET6, ASN1_STRING_get0_data(octets), text.data(),
                  text.size()) == nullptr)
    return std::nullopt;
  return "ip:" + std::string{text.data()};
}

std::optional<std::string> name_in(const GENERAL_NAME& name) {
  switch (name.type) {
    case GEN_DNS:
      return readable("dns:", name.d.dNSName);
    case GEN_URI:
      return readable("uri:", name.d.uniformResourceIdentifier);
    case GEN_IPADD:
      return address_in(name.d.iPAddress);
    default:
      return std::nullopt;
  }
}

using GeneralNames = std::unique_ptr<GENERAL_NAMES, FreeOpenSsl>;

// Null if it has none.
GeneralNames general_names_in(const X509& certificate) {
  return GeneralNames{static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr))};
}

std::vector<std::string> names_in(const X509& certificate) {
  std::vector<std::string> names;
  const auto all = general_names_in(certificate);
  const auto count = all ? sk_GENERAL_NAME_num(all.get()) : 0;
  for (int i = 0; i < count && names.size() < kMostNames; ++i)
    if (auto name = name_in(*sk_GENERAL_NAME_value(all.get(), i)))
      names.push_back(*std::move(name));
  return names;
}

// RFC 2253 escapes what is not printable.
std::string subject_in(const X509& certificate) {
  const BioPtr text{BIO_new(BIO_s_mem())};
  if (!text ||
      X509_NAME_print_ex(text.get(), X509_get_subject_name(&certificate), 0, XN_FLAG_RFC2253) < 0)
    return {};
  char* begin = nullptr;
  const auto size = BIO_get_mem_data(text.get(), &begin);
  if (begin == nullptr || size <= 0) return {};
  return {begin, std::min(static_cast<std::size_t>(size), kLongestName)};
}

const ASN1_OCTET_STRING* encoded_names_of(const X509& certificate) {
  const auto place = X509_get_ext_by_NID(&certificate, NID_subject_alt_name, -1);
  if (place < 0) return nullptr;
  return X509_EXTENSION_get_data(X509_get_ext(&certificate, place));
}

bool have_same_names(const X509& one, const X509& other) {
  const auto all = general_names_in(one);
  if (!all || sk_GENERAL_NAME_num(all.get()) == 0) return false;
  const auto* const of_other = encoded_names_of(other);
  return of_other != nullptr && ASN1_OCTET_STRING_cmp(encoded_names_of(one), of_other) == 0;
}

}  // namespace

security::Identity identity_in(const X509& certificate) {
  security::Identity identity;
  identity.proof = security::Identity::Proof::certificate;
  identity.subject = subject_in(certificate);
  identity.names = names_in(certificate);
  return identity;
}

// The bytes are compared, and not the texts of identity_in(): those leave names out, and end.
bool is_own(const X509& peer, const X509& own) {
  return have_same_names(peer, own) &&
         X509_NAME_cmp(X509_get_subject_name(&peer), X509_get_subject_name(&own)) == 0 &&
         X509_NAME_cmp(X509_get_issuer_name(&peer), X509_get_issuer_name(&own)) == 0;
}

}  // namespace orbweaver::tls
