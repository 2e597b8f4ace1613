// SPDX-License-Identifier: Apache-2.0
// The names that an authority's certificates may have: RFC 5280, 4.2.1.10. A kind of name without a
// limit would be free, so each kind that a rule or a peer reads gets one.
#pragma once
#include <orbweaver/base/result.hpp>

#include <string>
#include <vector>

#include "openssl.hpp"

namespace orbweaver::tls {

struct NameLimits {
  std::string organization;        // what subjects begin with
  std::string uri_host;            // of every URI
  std::vector<std::string> hosts;  // "dns:", "ip:"; a name below one of them is none
};

/// Fails: one readable line, if a host is no name.
[[nodiscard]] Result<void, std::string> limit_names(X509& authority, const NameLimits& limits);

}  // namespace orbweaver::tls
