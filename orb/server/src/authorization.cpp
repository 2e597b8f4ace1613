// SPDX-License-Identifier: Apache-2.0
#include "authorization.hpp"

#include <orbweaver/base/clock.hpp>

#include <new>
#include <utility>

namespace orbweaver::server {

namespace {

// "user:1000" or "group:1000"
std::string names_of(const security::Identity& peer) {
  std::string names;
  for (const auto& text : security::texts_of(peer))
    names += (names.empty() ? "\"" : " or \"") + text + '"';
  return names;
}

}  // namespace

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

// A peer that is refused sends no request, so no request looks at the files for it. The limit of
// version() holds here, too: a flood of refused peers reads no file more often.
bool Authorization::admits(const security::Identity& peer) noexcept try {
  (void)rules_->version(now());
  return rules_->admit(security::texts_of(peer)).decision.is_allowed;
} catch (const std::bad_alloc&) {
  return false;
}

std::string Authorization::why_not(const security::Identity& peer) const {
  const auto made = rules_->admit(security::texts_of(peer));
  return "it is of another user, and " + why_not(peer, made);
}

std::string Authorization::why_not(const security::Identity& peer,
                                   const security::FileDecision& denial) const {
  if (denial.decision.is_of_stranger && denial.decision.rule == nullptr)
    return "no rule of " + rules_->paths() + " allows anything to client " + names_of(peer);
  return describe(denial.decision) + " of " + *denial.path + " denies it";
}

}  // namespace orbweaver::server
