// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/server/servant.hpp>

#include "server_connection.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/giop/exception_reason.hpp>
#include <orbweaver/server/active_object.hpp>
#include <orbweaver/server/server_context.hpp>

#include <array>

namespace orbweaver::server {

cdr::Encoder& ServerRequest::reply() {
  if (!reply_) reply_.emplace();
  return **reply_;
}

cdr::Encoder& ServerRequest::begin_results() {
  begin_reply(giop::ReplyStatus::no_exception);
  giop::begin_body(**reply_, header_.version);
  return **reply_;
}

cdr::Encoder& ServerRequest::begin_user_exception() {
  begin_reply(giop::ReplyStatus::user_exception);
  giop::begin_body(**reply_, header_.version);
  return **reply_;
}

void ServerRequest::begin_reply(giop::ReplyStatus status) {
  giop::begin_reply(reply(), header_.request_id, status, {}, header_.version);
  (*reply_)->set_code_sets(arguments_.code_sets());
}

void ServerRequest::fail(std::string_view exception_id, std::uint32_t minor,
                         giop::Completion completed, std::string_view reason) {
  const giop::SystemExceptionBody body{std::string{exception_id}, minor, completed};
  if (reason.empty())
    return giop::put_system_exception_reply(reply(), header_.request_id, body, header_.version);
  const auto text = giop::encode_reason(reason);
  giop::put_system_exception_reply(reply(), header_.request_id, body, header_.version,
                                   std::array{giop::ServiceContext{giop::kContextReason, text}});
}

std::string ServerRequest::peer() const {
  return connection_ != nullptr ? connection_->peer() : "a datagram";
}

bool ServerRequest::may_tell_client() const noexcept {
  const auto chosen = context_.options.tell_clients;
  if (chosen != wire::TellClients::automatic) return chosen == wire::TellClients::all;
  return connection_ != nullptr && connection_->is_of_same_user();
}

Bytes ServerRequest::finish_reply() {
  if (!reply_) begin_reply(giop::ReplyStatus::no_exception);
  // A client with the same limit would end the connection, and with it all its other calls.
  if ((*reply_)->size() > context_.options.max_message_size) refuse_large_reply();
  giop::finish_message(**reply_);
  return (*reply_)->bytes();
}

void ServerRequest::refuse_large_reply() {
  warn_seldom(context_.notices.results_refused,
              "{}: the reply to {} of {} was not sent: it has {} bytes, more than "
              "-ORBmaxMessageSize {}",
              peer(), printable(operation()), object_.name(), (*reply_)->size(),
              context_.options.max_message_size);
  fail(wire::SystemExceptionKind::imp_limit, wire::Minor::message_too_large, giop::Completion::yes);
}

}  // namespace orbweaver::server
