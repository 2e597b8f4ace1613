// SPDX-License-Identifier: Apache-2.0
// The identities of a node, and of an application: what its components prove over TLS, on whichever
// node they run.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::security {

struct NodeIdentity {
  std::string name, trust_domain;
};

/// That of "uri:spiffe://TRUST_DOMAIN/node/NAME". Nothing for any other text, and for a host of
/// applications: a node's issuer may sign any path there.
[[nodiscard]] std::optional<NodeIdentity> node_identity_in(std::string_view name);

/// "application.radio-1.example.org": the host of the identities of a node's applications, and of
/// no other identity.
[[nodiscard]] std::string host_of_applications(std::string_view node,
                                               std::string_view trust_domain);

/// The application as one segment of a URI's path: what is no letter, digit, - _ or . becomes %XX.
[[nodiscard]] std::string segment_of_application(std::string_view application);

/// How rules name it on any node of a trust domain: "uri:spiffe://application.*.example.org/NAME".
/// Empty trust domain: of any one, "uri:spiffe://application.*/NAME".
[[nodiscard]] std::string rule_text_of_application(std::string_view application,
                                                   std::string_view trust_domain);

}  // namespace orbweaver::security
