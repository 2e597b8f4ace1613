// SPDX-License-Identifier: Apache-2.0
// The TLS port in a reference: TAG_SSL_SEC_TRANS of SSLIOP (CORBA Security Service 1.8, 3.9.1.2).
// Its host is that of the profile.
#pragma once
#include <orbweaver/giop/ior.hpp>

#include <cstdint>
#include <optional>

namespace orbweaver::giop {

inline constexpr std::uint32_t kTagSslSecTrans = 20;

/// Security::AssociationOptions: what a server offers, and what it asks for.
struct Association {
  static constexpr std::uint16_t kIntegrity = 2, kConfidentiality = 4, kDetectReplay = 8,
                                 kDetectMisordering = 16, kTrustInTarget = 32, kTrustInClient = 64;
  /// What each TLS connection has.
  static constexpr std::uint16_t kOfTls =
      kIntegrity | kConfidentiality | kDetectReplay | kDetectMisordering | kTrustInTarget;
};

/// The content of the component.
struct SslEndpoint {
  std::uint16_t supports = 0, requirements = 0;  // Association
  std::uint16_t port = 0;
  friend bool operator==(const SslEndpoint&, const SslEndpoint&) = default;
};

[[nodiscard]] TaggedComponent make_component(const SslEndpoint& endpoint);
/// Reads VisiBroker's form, too, in which the first two members have 32 bits. Returns nothing for a
/// component of another kind, a wrong one, and port 0.
[[nodiscard]] std::optional<SslEndpoint> read_ssl_component(const TaggedComponent& component);
/// The first one in the profile.
[[nodiscard]] std::optional<SslEndpoint> ssl_endpoint_of(const IiopProfile& profile);

}  // namespace orbweaver::giop
