// SPDX-License-Identifier: Apache-2.0
// The rules of a server, and the file in which its decisions are written.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/security/audit_log.hpp>
#include <orbweaver/security/rules_files.hpp>
#include <orbweaver/transport/local_peers.hpp>
#include <orbweaver/wire/options.hpp>

#include <memory>
#include <string>

namespace orbweaver::server {

/// Threads: any.
class Authorization final : public transport::PeerAdmission {
 public:
  /// Null if the options name no rules: every peer may call everything.
  /// Fails: one readable line, which names the file.
  [[nodiscard]] static Result<std::unique_ptr<Authorization>, std::string> open(
      const wire::Options& options);

  /// By the files as they are now, as far as RulesFile::kLookEvery lets them be read.
  [[nodiscard]] bool admits(const security::Identity& peer) noexcept override;
  [[nodiscard]] std::string why_not(const security::Identity& peer) const override;
  /// For log lines: what denied it to the peer. "rule 'operators' (line 12) of a.toml denies it".
  [[nodiscard]] std::string why_not(const security::Identity& peer,
                                    const security::FileDecision& denial) const;

  [[nodiscard]] security::RulesFiles& rules() noexcept { return *rules_; }
  /// Null if there is none.
  [[nodiscard]] security::AuditLog* audit() noexcept { return audit_.get(); }

 private:
  std::unique_ptr<security::RulesFiles> rules_;
  std::unique_ptr<security::AuditLog> audit_;
};

}  // namespace orbweaver::server
