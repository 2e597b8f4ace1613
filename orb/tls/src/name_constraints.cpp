// SPDX-License-Identifier: Apache-2.0
#include "name_constraints.hpp"

#include <orbweaver/base/log_limit.hpp>

#include <openssl/err.h>

#include <new>
#include <string_view>
#include <utility>

#include "certificate_parts.hpp"

namespace orbweaver::tls {

namespace {

using Subtrees = STACK_OF(GENERAL_SUBTREE);
using ConstraintsPtr = std::unique_ptr<NAME_CONSTRAINTS, FreeOpenSsl>;

constexpr std::string_view kDns = "dns:", kIp = "ip:";
// No mail goes there (RFC 2606), so no address that is in use is allowed.
constexpr const char* kNoMail = "invalid";

// A new one at the end of the list.
GENERAL_NAME& add(Subtrees*& list) {
  if (list == nullptr) list = sk_GENERAL_SUBTREE_new_null();
  auto* const made = GENERAL_SUBTREE_new();
  if (list == nullptr || made == nullptr || sk_GENERAL_SUBTREE_push(list, made) == 0) {
    GENERAL_SUBTREE_free(made);
    throw std::bad_alloc{};
  }
  return *made->base;
}

bool add(Subtrees*& list, int kind, const std::string& value) {
  return a2i_GENERAL_NAME(&add(list), nullptr, nullptr, kind, value.c_str(), 1) != nullptr;
}

// That one address.
std::string with_mask(const std::string& address) {
  return address +
         (address.contains(':') ? "/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" : "/255.255.255.255");
}

// A DNS name stands for those below it, too: these are taken out again. As OpenSSL reads it, a name
// with a dot before it is none of them itself.
bool add_host(NAME_CONSTRAINTS& limits, const std::string& host) {
  if (host.starts_with(kIp))
    return add(limits.permittedSubtrees, GEN_IPADD, with_mask(host.substr(kIp.size())));
  if (!host.starts_with(kDns)) return false;
  const auto name = host.substr(kDns.size());
  return !name.empty() && add(limits.permittedSubtrees, GEN_DNS, name) &&
         add(limits.excludedSubtrees, GEN_DNS, "." + name);
}

bool add_organization(NAME_CONSTRAINTS& limits, const std::string& organization) {
  std::unique_ptr<X509_NAME, FreeOpenSsl> subject{X509_NAME_new()};
  if (!subject || !add_entry(*subject, "O", organization)) return false;
  GENERAL_NAME_set0_value(&add(limits.permittedSubtrees), GEN_DIRNAME, subject.release());
  return true;
}

}  // namespace

Result<void, std::string> limit_names(X509& authority, const NameLimits& limits) {
  const ConstraintsPtr all{NAME_CONSTRAINTS_new()};
  if (!all) throw std::bad_alloc{};
  for (const auto& host : limits.hosts)
    if (!add_host(*all, host)) {
      ERR_clear_error();
      return unexpected{"'" + printable(host) + "' is no host: dns:HOST or ip:ADDRESS"};
    }
  if (!add_organization(*all, limits.organization) ||
      !add(all->permittedSubtrees, GEN_URI, limits.uri_host) ||
      !add(all->permittedSubtrees, GEN_EMAIL, kNoMail) ||
      X509_add1_ext_i2d(&authority, NID_name_constraints, all.get(), 1, X509V3_ADD_DEFAULT) != 1)
    return unexpected{"names cannot be limited: " + why()};
  return {};
}

}  // namespace orbweaver::tls
