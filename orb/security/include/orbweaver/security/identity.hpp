// SPDX-License-Identifier: Apache-2.0
// The peer of a connection, as far as something proves it: the system for a process of this
// machine, a certificate for a TLS peer, nothing for a plain TCP peer.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace orbweaver::security {

/// What rules match, and log lines name.
struct Identity {
  enum class Proof : std::uint8_t {
    none,         // plain TCP, datagrams, or TLS without a client certificate
    process,      // the kernel: a unix socket or shared memory
    certificate,  // a chain up to a trusted authority
  };
  Proof proof = Proof::none;
  /// The proof is one that this side could show, too: a process of its own user or of root, or a
  /// certificate with its own names.
  bool is_self = false;

  // Proof::process
  std::uint32_t user = 0, group = 0;  // numbers of the system
  std::int32_t process = 0;           // 0: of a container into which this process does not see

  // Proof::certificate
  std::string subject;             // as RFC 2253 writes it: "CN=radio-1,O=Example"
  std::vector<std::string> names;  // of its subjectAltName: "dns:radio-1", "ip:192.0.2.1",
                                   // "uri:spiffe://example/radio-1"

  [[nodiscard]] bool is_of_other_user() const noexcept {
    return proof == Proof::process && !is_self;
  }

  friend bool operator==(const Identity&, const Identity&) = default;
};

/// All texts by which a rule may name the peer: "anonymous"; "user:1000" and "group:1000";
/// "subject:CN=radio-1,O=Example" and the names of the certificate; "self" if is_self, and then of
/// a process also "process:4711". A process of another namespace has the number 0, which names no
/// process.
[[nodiscard]] std::vector<std::string> texts_of(const Identity& identity);

/// One text for log lines, printable: "anonymous", "user 1000 (process 4711)", or the certificate's
/// first URI, or its first name if it has none, or its subject if it has no name.
[[nodiscard]] std::string to_string(const Identity& identity);

}  // namespace orbweaver::security
