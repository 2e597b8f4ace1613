// SPDX-License-Identifier: Apache-2.0
// What the client of a connection may call. The last decisions are kept, so that most requests cost
// a comparison; they hold until the rules change.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::transport {
class Connection;
}
namespace orbweaver::security {
struct FileDecision;
struct Identity;
struct WantedCall;
}  // namespace orbweaver::security

namespace orbweaver::server {

class ActiveObject;
class Authorization;
struct ServerContext;

/// Threads: the thread that reads the connection now.
class CallerRights {
 public:
  /// `authorization`: null if there are no rules. All outlive this.
  CallerRights(Authorization* authorization, const transport::Connection& connection,
               const ServerContext& context) noexcept
      : authorization_(authorization), connection_(connection), context_(context) {}

  /// Whether the request may run. A denial is logged and counted. Each denial, and the first
  /// permission of its kind, is written to the audit log.
  [[nodiscard]] bool may_call(const ActiveObject& object, std::string_view operation) {
    return authorization_ == nullptr || may_call_by_rules(object, operation);
  }
  /// Whether the request may run because one like it was allowed, and the rules have not changed
  /// since. False: may_call() decides. Nothing is logged.
  [[nodiscard]] bool has_allowed(const ActiveObject& object, std::string_view operation) noexcept {
    return authorization_ == nullptr || is_kept(object, operation);
  }

 private:
  /// A decision of the rules of that version.
  struct Kept {
    std::uint64_t version = 0;
    std::uint64_t object = 0;
    std::string operation;
    bool is_allowed = false;
  };

  [[nodiscard]] Kept& place_of(const ActiveObject& object, std::string_view operation) noexcept;
  [[nodiscard]] bool is_kept(const ActiveObject& object, std::string_view operation) noexcept;
  [[nodiscard]] bool may_call_by_rules(const ActiveObject& object, std::string_view operation);
  [[nodiscard]] bool decide(const ActiveObject& object, std::string_view operation,
                            std::uint64_t version);
  [[nodiscard]] security::FileDecision decide_by_files(const security::WantedCall& call) const;
  [[nodiscard]] bool know_client();
  void deny(const std::string& object, std::string_view operation,
            const security::FileDecision& made) const;
  void audit(const std::string& object, std::string_view operation,
             const security::FileDecision& made) const;

  Authorization* const authorization_;
  const transport::Connection& connection_;
  const ServerContext& context_;
  std::shared_ptr<const security::Identity> client_;  // known with the first request
  std::vector<std::string> texts_of_client_;
  std::array<Kept, 8> kept_;
};

}  // namespace orbweaver::server
