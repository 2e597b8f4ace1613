// SPDX-License-Identifier: Apache-2.0
#include "caller_rights.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/os/tick.hpp>
#include <orbweaver/security/identity.hpp>
#include <orbweaver/security/rules_files.hpp>
#include <orbweaver/server/active_object.hpp>
#include <orbweaver/server/server_context.hpp>
#include <orbweaver/transport/connection.hpp>

#include <utility>

#include "authorization.hpp"

namespace orbweaver::server {

namespace {

// A name is as long as its client makes it, and a connection may stay for long.
constexpr std::size_t kLongestKept = 128;

bool implements(const void* object, std::string_view repository_id) {
  return static_cast<const ActiveObject*>(object)->servant().implements(repository_id);
}

}  // namespace

CallerRights::Kept& CallerRights::place_of(const ActiveObject& object,
                                           std::string_view operation) noexcept {
  const auto last = operation.empty() ? 0U : static_cast<unsigned char>(operation.back());
  return kept_[(object.number() + operation.size() + last) % kept_.size()];
}

bool CallerRights::is_kept(const ActiveObject& object, std::string_view operation) noexcept {
  const auto& kept = place_of(object, operation);
  return kept.version == authorization_->rules().version(os::last_tick()) &&
         kept.object == object.number() && kept.operation == operation && kept.is_allowed;
}

bool CallerRights::may_call_by_rules(const ActiveObject& object, std::string_view operation) {
  if (is_kept(object, operation)) [[likely]]
    return true;
  const auto version = authorization_->rules().version(os::last_tick());
  const bool is_allowed = decide(object, operation, version);
  if (operation.size() <= kLongestKept)
    place_of(object, operation) = {version, object.number(), std::string{operation}, is_allowed};
  return is_allowed;
}

// A rule that was added just before a client connects, or before a call that needs it, holds for
// them: so the files are looked at before the first decision of a connection, and before each
// denial.
bool CallerRights::decide(const ActiveObject& object, std::string_view operation,
                          std::uint64_t version) {
  auto& rules = authorization_->rules();
  if (know_client()) version = rules.look();
  const auto name = object.name();
  const security::WantedCall call{
      .object = name, .operation = operation, .implements = implements, .context = &object};
  auto made = decide_by_files(call);
  if (!made.decision.is_allowed && rules.look() != version) made = decide_by_files(call);
  if (!made.decision.is_allowed) deny(name, operation, made);
  audit(name, operation, made);
  return made.decision.is_allowed;
}

// The rule that let a peer of another user in may be gone since.
security::FileDecision CallerRights::decide_by_files(const security::WantedCall& call) const {
  auto& rules = authorization_->rules();
  if (client_->is_of_other_user())
    if (auto admission = rules.admit(texts_of_client_); !admission.decision.is_allowed)
      return admission;
  return rules.decide(texts_of_client_, call);
}

// Returns whether it is new. The handshake of TLS is over when the first request has come.
bool CallerRights::know_client() {
  if (client_) return false;
  client_ = connection_.identity();
  texts_of_client_ = security::texts_of(*client_);
  return true;
}

void CallerRights::deny(const std::string& object, std::string_view operation,
                        const security::FileDecision& made) const {
  wire::Counters::count(context_.counters.requests_denied);
  const auto peer = connection_.peer();
  warn_seldom(context_.notices.denied.of(peer), "{}: {} may not call {} of {}: {}", peer,
              to_string(*client_), printable(operation), object,
              authorization_->why_not(*client_, made));
}

void CallerRights::audit(const std::string& object, std::string_view operation,
                         const security::FileDecision& made) const {
  auto* const log = authorization_->audit();
  if (log == nullptr) return;
  using Field = std::pair<std::string_view, std::string_view>;
  const auto peer = connection_.peer(), client = to_string(*client_),
             rule = describe(made.decision);
  const std::array fields{Field{"decision", made.decision.is_allowed ? "allow" : "deny"},
                          Field{"client", client},
                          Field{"peer", peer},
                          Field{"object", object},
                          Field{"operation", operation},
                          Field{"rule", rule},
                          Field{"file", *made.path}};
  log->write(fields);
}

}  // namespace orbweaver::server
