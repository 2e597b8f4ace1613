// SPDX-License-Identifier: Apache-2.0
// Which names certificates may have, and of which files they are.
#pragma once
#include <orbweaver/base/result.hpp>

#include <string>
#include <string_view>

namespace orbweaver::keys {

inline constexpr std::string_view kAuthority = "authority", kRevoked = "revoked",
                                  kIssuer = ".issuer";  // after the name of its node

// Fail: one readable line, which says what is right.

[[nodiscard]] Result<void, std::string> check_name(std::string_view name);
/// A node's name is part of a host name, too: security/application_identity.hpp.
[[nodiscard]] Result<void, std::string> check_node(std::string_view name);
[[nodiscard]] Result<void, std::string> check_trust_domain(std::string_view name);

}  // namespace orbweaver::keys
