// SPDX-License-Identifier: Apache-2.0
// Certificates that a node makes for the applications that it runs. The room `tls` makes them; it
// is loaded for the first of them.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/wall_clock.hpp>

#include <chrono>
#include <string>

namespace orbweaver::security {

/// Certificates and keys are texts in PEM form.
struct ApplicationRequest {
  std::string application;         // its name: any text
  std::string node_certificate;    // has the node's identity, spiffe://TRUST_DOMAIN/node/NODE
  std::string issuer_certificate;  // what signs for applications of this node; its authority behind
  std::string issuer_key;
  os::WallTime now;
};

struct ApplicationCertificate {
  /// The certificate, those up to the authority, and its key: one file for -ORBtlsCertificate and
  /// -ORBtlsKey, so that it changes at once.
  std::string pem;
  os::WallTime ends;
  std::string trust_domain;  // the node's
};

/// For so long at most; an issuer that ends earlier ends it.
inline constexpr std::chrono::hours kLifeOfApplicationCertificate{30 * 24};

/// A new key with a certificate for spiffe://application.NODE.TRUST_DOMAIN/APPLICATION
/// (application_identity.hpp), which has the node's host names and addresses, too.
/// Threads: any. Blocks: while the room `tls` is loaded.
/// Fails: one readable line, for example if the issuer may not sign for this node.
[[nodiscard]] Result<ApplicationCertificate, std::string> make_application_certificate(
    const ApplicationRequest& request);

using MakeApplicationCertificate =
    Result<ApplicationCertificate, std::string> (*)(const ApplicationRequest& request);

/// What makes them in a program that holds the room `tls` itself; other programs load it.
void set_maker_of_application_certificates(MakeApplicationCertificate make) noexcept;

}  // namespace orbweaver::security
