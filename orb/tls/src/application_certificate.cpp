// SPDX-License-Identifier: Apache-2.0
// The certificate of an application, which its node makes.
#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/security/application_identity.hpp>
#include <orbweaver/tls/application_issuer.hpp>

#include <openssl/err.h>
#include <openssl/pem.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <string_view>

#include "certificate_names.hpp"
#include "certificate_parts.hpp"
#include "fault_texts.hpp"
#include "names_of_applications.hpp"

namespace orbweaver::tls {

namespace {

using security::ApplicationRequest;
using StorePtr = std::unique_ptr<X509_STORE, FreeOpenSsl>;
using VerificationPtr = std::unique_ptr<X509_STORE_CTX, FreeOpenSsl>;

// Clocks of a fleet differ a little.
constexpr std::chrono::hours kEarlier{1};
// Peers read no longer one.
constexpr std::size_t kLongestUri = 1024;

struct NamedNode {
  std::string name, trust_domain;
  std::vector<std::string> hosts;
};

std::optional<NamedNode> node_of(const X509& certificate) {
  NamedNode node;
  for (const auto& name : identity_in(certificate).names) {
    if (!name.starts_with("uri:")) node.hosts.push_back(name);
    if (const auto identity = security::node_identity_in(name)) {
      node.name = identity->name;
      node.trust_domain = identity->trust_domain;
    }
  }
  if (node.name.empty()) return std::nullopt;
  return node;
}

// The issuer's end, if that is sooner.
os::WallTime end_of(const X509& issuer, os::WallTime moment) {
  const auto now = std::chrono::floor<std::chrono::seconds>(moment);  // as certificates count
  const auto life = security::kLifeOfApplicationCertificate;
  int days = 0, seconds = 0;
  const auto from = time_of(now);
  if (!from || ASN1_TIME_diff(&days, &seconds, from.get(), X509_get0_notAfter(&issuer)) != 1)
    return now;
  return now + std::min<std::chrono::seconds>(
                   life, std::chrono::days{days} + std::chrono::seconds{seconds});
}

StorePtr trusting(const std::string& chain) {
  StorePtr store{X509_STORE_new()};
  const BioPtr in{BIO_new_mem_buf(chain.data(), static_cast<int>(chain.size()))};
  if (!store || !in) throw std::bad_alloc{};
  while (const CertificatePtr one{PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr)})
    X509_STORE_add_cert(store.get(), one.get());
  ERR_clear_error();  // the end of the text
  X509_STORE_set_flags(store.get(), X509_V_FLAG_PARTIAL_CHAIN);
  return store;
}

// As a peer will find it: else the application would start, and each peer would refuse it.
Result<void, std::string> verify(const std::string& pem, const ApplicationRequest& request) {
  const auto certificate = read_certificate(pem);
  const auto store = trusting(request.issuer_certificate);
  const VerificationPtr attempt{X509_STORE_CTX_new()};
  if (!attempt || X509_STORE_CTX_init(attempt.get(), store.get(), certificate.get(), nullptr) != 1)
    throw std::bad_alloc{};
  X509_STORE_CTX_set_time(attempt.get(), 0, os::seconds_of_epoch(request.now));
  X509_STORE_CTX_set_purpose(attempt.get(), X509_PURPOSE_SSL_SERVER);
  if (X509_verify_cert(attempt.get()) == 1) return {};
  return unexpected{std::string{about_certificate(X509_STORE_CTX_get_error(attempt.get()))}};
}

Result<NamedNode, std::string> read_node(const ApplicationRequest& request) {
  const auto certificate = read_certificate(request.node_certificate);
  if (!certificate) return unexpected{"the node has no certificate: " + why()};
  auto node = node_of(*certificate);
  if (node) return *std::move(node);
  return unexpected{
      std::string{"the node's certificate has no identity of a node, "
                  "spiffe://TRUST_DOMAIN/node/NAME"}};
}

Result<CertificateRequest, std::string> certificate_request(const ApplicationRequest& request,
                                                            const NamedNode& node,
                                                            const X509& issuer) {
  CertificateRequest made;
  made.organization = organization_of_applications(node.name);
  made.names = node.hosts;
  const auto uri = "spiffe://" + security::host_of_applications(node.name, node.trust_domain) +
                   "/" + security::segment_of_application(request.application);
  if (uri.size() > kLongestUri) return unexpected{std::string{"its name is too long"}};
  made.names.insert(made.names.begin(), "uri:" + uri);  // first: log lines name a peer by it
  made.begins = request.now - kEarlier;
  made.ends = end_of(issuer, request.now);
  made.has_revocation_list = false;
  return made;
}

}  // namespace

Result<security::ApplicationCertificate, std::string> certify_application(
    const ApplicationRequest& request) {
  const auto of = "no certificate for the application '" + printable(request.application) + "': ";
  if (request.application.empty()) return unexpected{of + "it has no name"};
  const auto issuer = read_certificate(request.issuer_certificate);
  if (!issuer) return unexpected{of + "the node's issuer has no certificate: " + why()};
  const auto node = read_node(request);
  if (!node) return unexpected{of + node.error()};
  const auto wanted = certificate_request(request, *node, *issuer);
  if (!wanted) return unexpected{of + wanted.error()};
  const auto pair = make_certificate(*wanted, {request.issuer_certificate, request.issuer_key});
  if (!pair) return unexpected{of + pair.error()};
  if (const auto valid = verify(pair->certificate, request); !valid)
    return unexpected{of + "peers would refuse it: " + valid.error()};
  return security::ApplicationCertificate{pair->certificate + pair->key, wanted->ends,
                                          node->trust_domain};
}

}  // namespace orbweaver::tls
