// SPDX-License-Identifier: Apache-2.0
// Rules as a text. It is TOML:
//
//   default = "deny"                       # or "allow"; must be there
//
//   [roles]                                # names for lists of peers
//   operator = ["uri:spiffe://example/operator/*", "user:1000"]
//
//   [[rule]]                               # the first that fits decides; only `decide` is needed
//   name = "operators run the domain"      # for log lines
//   decide = "allow"                       # or "deny"
//   client = ["role:operator"]             # every peer, if left out
//   object = ["*/DomainManager"]           # as log lines name objects
//   interface = ["IDL:CF/DomainManager:1.0"]
//   operation = ["installApplication", "_get_*"]
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/security/rules.hpp>

#include <string>
#include <string_view>

namespace orbweaver::rules {

/// `file`: for messages.
/// Fails: one readable line, which names the file and the line in it.
[[nodiscard]] Result<security::Rules, std::string> read_rules(std::string_view text,
                                                              const std::string& file);

}  // namespace orbweaver::rules
