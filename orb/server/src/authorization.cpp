// SPDX-License-Identifier: Apache-2.0
#include "authorization.hpp"

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

}  // namespace orbweaver::server
