// SPDX-License-Identifier: Apache-2.0
// The client that registers a node, or a part of it: whether it is that node. Which clients may
// register at all, the rules of the domain decide (-ORBrules).
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::registry {

/// How a node names itself.
struct NodeNames {
  std::string id, label;
};

/// "this-machine" for "This_machine": small letters and digits, and - for all else, as `orbweaver
/// keys new-node` takes names.
[[nodiscard]] std::string name_for_certificate(std::string_view name);

/// The client of the request that this thread carries out.
struct Registrar {
  /// The names of its certificate, as corba::Caller has them. Empty: it has shown none, or the call
  /// comes from this process.
  std::vector<std::string> certificate;
  bool is_this_process = false;

  [[nodiscard]] static Registrar calling();

  /// Whether the certificate is of the node of that label: it has the URI "spiffe://.../node/NAME",
  /// where NAME is the label, or name_for_certificate() of it.
  [[nodiscard]] bool has_certificate_of(const NodeNames& node) const;
};

/// Returns an empty text if the registrar may speak for the node; else one readable line. A client
/// with a certificate speaks for the node of that certificate alone. `is_proved`: the node has
/// registered with its certificate, so a client without one does not speak for it.
[[nodiscard]] std::string why_not(const Registrar& registrar, const NodeNames& node,
                                  bool is_proved);

}  // namespace orbweaver::registry
