// SPDX-License-Identifier: Apache-2.0
#include "keys/names.hpp"

#include <orbweaver/base/log_limit.hpp>

#include <algorithm>
#include <cstddef>

namespace orbweaver::keys {

namespace {

// The subject of an issuer's certificate has the name, and room for no more.
constexpr std::size_t kLongestNode = 50;

bool is_small(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// A name becomes the name of a file, and a part of an identity.
bool is_plain(std::string_view name) {
  const auto is_allowed = [](char c) {
    return is_small(c) || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
  };
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, is_allowed);
}

// One label of a host name: RFC 1123, 2.1. Hosts that differ only in case are the same. A name with
// a dot could be that of another node in another trust domain.
bool is_label(std::string_view name) {
  const auto is_allowed = [](char c) { return is_small(c) || c == '-'; };
  return !name.empty() && name.front() != '-' && name.back() != '-' &&
         std::ranges::all_of(name, is_allowed);
}

// The first label is not that of the hosts of applications, whose identities rules recognise by it.
bool is_trust_domain(std::string_view name) {
  const auto first = name.substr(0, name.find('.'));
  for (std::size_t begin = 0; begin <= name.size();) {
    const auto end = std::min(name.find('.', begin), name.size());
    if (!is_label(name.substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return first != "application";
}

}  // namespace

Result<void, std::string> check_name(std::string_view name) {
  if (!is_plain(name) || name == kAuthority || name == kRevoked || name.ends_with(kIssuer))
    return unexpected{
        "'" + printable(name) +
        "' is no name for a certificate: letters, digits, - _ and ., but for authority, "
        "revoked, and what ends with .issuer"};
  return {};
}

Result<void, std::string> check_trust_domain(std::string_view name) {
  if (is_trust_domain(name)) return {};
  return unexpected{"'" + printable(name) +
                    "' is no trust domain: small letters, digits, - and ., and it does not begin "
                    "with 'application.'"};
}

Result<void, std::string> check_node(std::string_view name) {
  if (auto right = check_name(name); !right) return right;
  if (is_label(name) && name.size() <= kLongestNode) return {};
  return unexpected{"'" + printable(name) +
                    "' is no name for a node: small letters, digits and -, 50 at most; whole names "
                    "of hosts are for --host"};
}

}  // namespace orbweaver::keys
