// SPDX-License-Identifier: Apache-2.0
// Decides from the outcome of one attempt whether there may be another one.
#pragma once
#include <orbweaver/client/reply.hpp>
#include <orbweaver/wire/failure.hpp>

#include <string>

namespace orbweaver::client {

// Whether the request certainly did not run, so that sending it again cannot make it run twice.
[[nodiscard]] inline bool may_repeat(const wire::CallFailure& failure) noexcept {
  const bool connection_was_dead = failure.minor == wire::Minor::connection_closed ||
                                   failure.minor == wire::Minor::connection_broken;
  return failure.completed == giop::Completion::no && connection_was_dead;
}

[[nodiscard]] inline wire::CallFailure bad_reply(const std::string& peer) {
  return {wire::SystemExceptionKind::marshal, wire::Minor::bad_reply, giop::Completion::maybe,
          peer + ": sent a reply that does not fit its GIOP version"};
}

[[nodiscard]] inline bool asks_for_another_try(giop::ReplyStatus status) noexcept {
  return status == giop::ReplyStatus::location_forward ||
         status == giop::ReplyStatus::location_forward_perm ||
         status == giop::ReplyStatus::needs_addressing_mode;
}

// Whether the server is gone, or does not know the object, and the request certainly did not run.
[[nodiscard]] inline bool says_gone(wire::SystemExceptionKind exception,
                                    giop::Completion completed) noexcept {
  return completed == giop::Completion::no &&
         (exception == wire::SystemExceptionKind::transient ||
          exception == wire::SystemExceptionKind::comm_failure ||
          exception == wire::SystemExceptionKind::object_not_exist);
}

[[nodiscard]] inline bool says_gone(Reply reply) {
  const auto body = giop::decode_system_exception(reply.results);
  for (const auto exception :
       {wire::SystemExceptionKind::transient, wire::SystemExceptionKind::comm_failure,
        wire::SystemExceptionKind::object_not_exist})
    if (body.exception_id == wire::repository_id(exception))
      return says_gone(exception, body.completed);
  return false;
}

[[nodiscard]] inline bool has_found_nothing(const Result<Reply, wire::CallFailure>& reply) {
  if (!reply) return says_gone(reply.error().exception, reply.error().completed);
  return reply->status == giop::ReplyStatus::system_exception && says_gone(*reply);
}

}  // namespace orbweaver::client
