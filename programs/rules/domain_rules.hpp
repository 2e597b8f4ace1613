// SPDX-License-Identifier: Apache-2.0
// Rules for a domain, its nodes and its components, as a file that a person goes on editing.
#pragma once
#include <string>
#include <vector>

namespace orbweaver::rules {

/// The clients of a domain. A name without a colon is one of `orbweaver keys`, "ann"; one with a
/// colon stands as rules write it, "group:1000".
struct DomainClients {
  std::string trust_domain;  // the beginning of identities: spiffe://TRUST_DOMAIN/...
  std::string domain;
  std::vector<std::string> nodes, operators, observers;
};

/// The file, in TOML. A role without clients is left out, and out of every rule.
[[nodiscard]] std::string domain_rules(const DomainClients& clients);

}  // namespace orbweaver::rules
