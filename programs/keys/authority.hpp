// SPDX-License-Identifier: Apache-2.0
// A folder with an authority and what it has signed:
//
//   authority.pem, authority.key    the authority; clients and servers trust the first
//   NAME.pem, NAME.key              a certificate, its authority behind it, and its key
//   NAME.issuer.pem, .issuer.key    of a node: what signs for the applications that it runs
//   revoked.pem                     the revocation list
#pragma once
#include <orbweaver/base/result.hpp>

#include <string>
#include <vector>

namespace orbweaver::keys {

struct Wanted {
  std::string folder = "keys";
  std::string name;
  unsigned days = 365;
  std::vector<std::string> hosts;
  std::string trust_domain = "radio";
};

// Each returns what to print: what was made, and the options with which it is used. Keys are made
// with mode 0600. A file that is there is not replaced. Fail: one readable line.

[[nodiscard]] Result<std::string, std::string> new_authority(const Wanted& wanted);
[[nodiscard]] Result<std::string, std::string> new_node(const Wanted& wanted);
[[nodiscard]] Result<std::string, std::string> new_user(const Wanted& wanted);
/// The list replaces the one before. A node's issuer is on it, too.
[[nodiscard]] Result<std::string, std::string> revoke(const Wanted& wanted);

}  // namespace orbweaver::keys
