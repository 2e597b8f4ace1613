// SPDX-License-Identifier: Apache-2.0
// An issuer: an authority below another one that signs for the applications of one node. The node
// keeps its key, so a thief of the node may have it. What the thief can sign is limited by the
// issuer's certificate (RFC 5280, 4.2.1.10), and each peer checks that: identities of applications
// of this node, with the host names and addresses of this node.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/security/application_certificate.hpp>
#include <orbweaver/tls/certificate_maker.hpp>

#include <string>
#include <vector>

namespace orbweaver::tls {

struct IssuerRequest {
  std::string node;                // a host name without dots, of 50 characters at most
  std::string trust_domain;        // as in spiffe://TRUST_DOMAIN/node/NODE
  std::vector<std::string> hosts;  // names of the node: "dns:", "ip:"
  os::WallTime begins;
  os::WallTime ends;
};

/// The issuer of a node, signed by the authority.
/// Fails: one readable line, for example if a host is no name.
[[nodiscard]] Result<KeyPair, std::string> make_application_issuer(const IssuerRequest& request,
                                                                   const KeyPair& authority);

/// security::make_application_certificate() in a program that holds this room.
[[nodiscard]] Result<security::ApplicationCertificate, std::string> certify_application(
    const security::ApplicationRequest& request);

}  // namespace orbweaver::tls
