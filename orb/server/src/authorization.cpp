// SPDX-License-Identifier: Apache-2.0
#include "authorization.hpp"

#include <new>
#include <utility>

namespace orbweaver::server {

Result<std::unique_ptr<Authorization>, std::string> Authorization::open(
    const wire::Options& options) {
  if (options.rules.empty()) return nullptr;
  auto made = std::make_unique<Authorization>();
  auto rules = security::RulesFiles::open(options.rules);
  if (!rules) return unexpected{std::move(rules.error())};
  made->rules_ = std::move(*rules);
  if (options.audit.empty()) return made;
  auto audit = security::AuditLog::open(options.audit);
  if (!audit) return unexpected{std::move(audit.error())};
  made->audit_ = std::move(*audit);
  return made;
}

bool Authorization::admits(const security::Identity& peer) noexcept try {
  return rules_->admits(security::texts_of(peer));
} catch (const std::bad_alloc&) {
  return false;
}

std::string Authorization::why_not(const security::Identity& peer) const {
  return "it is of another user, and no rule of " + rules_->paths() +
         " allows anything to client \"" + security::texts_of(peer).front() + "\"";
}

}  // namespace orbweaver::server
