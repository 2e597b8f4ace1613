#include <orbweaver/engine/servant.hpp>

namespace orbweaver::engine {

cdr::Encoder& ServerRequest::begin_results() {
  begun_ = true;
  giop::begin_reply(reply_, header_.request_id, giop::ReplyStatus::no_exception);
  giop::begin_body(reply_);
  return reply_;
}

cdr::Encoder& ServerRequest::begin_user_exception() {
  begun_ = true;
  giop::begin_reply(reply_, header_.request_id, giop::ReplyStatus::user_exception);
  giop::begin_body(reply_);
  return reply_;
}

void ServerRequest::fail(std::string_view exception_id, std::uint32_t minor, giop::Completion completed) {
  begun_ = true;
  giop::put_system_exception_reply(reply_, header_.request_id, {std::string{exception_id}, minor, completed});
}

void ServerRequest::finish_reply() {
  if (!begun_) giop::begin_reply(reply_, header_.request_id, giop::ReplyStatus::no_exception);
  giop::finish_message(reply_);
}

}  // namespace orbweaver::engine
