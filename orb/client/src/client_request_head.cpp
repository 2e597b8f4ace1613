// How a request is written: its header, copied if one like it was sent before, and its arguments.
#include <orbweaver/client/client_request.hpp>

#include "order_stream.hpp"

#include <orbweaver/client/client.hpp>
#include <orbweaver/giop/order_stamp.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/wire/servant_frame.hpp>
#include <orbweaver/wire/thread_priority.hpp>

#include <array>

namespace orbweaver::client {

namespace {

// Arguments that large leave from where the caller has them. For smaller ones a copy is cheaper
// than another piece to gather.
constexpr std::size_t kLeastBorrowed = 4096;

wire::CallFailure too_large(std::size_t size, std::size_t limit) {
  return {wire::Exception::imp_limit, wire::Minor::message_too_large, giop::Completion::no,
          "the request has " + std::to_string(size) + " bytes, more than -ORBmaxMessageSize " +
              std::to_string(limit)};
}

}  // namespace

// Such a call may lead back to the object whose servant makes it, and waits.
bool ClientRequest::is_answered_by_servant() const noexcept {
  return kind_ == CallKind::two_way || *policies_.sync_scope == wire::SyncScope::with_target;
}

// Not when it is made: a call that takes the short way within the ORB has no message.
void ClientRequest::begin() {
  has_begun_ = true;
  join_chain();
  begin_anew();
}

void ClientRequest::join_chain() {
  const bool is_of_servant = wire::ServantFrame::innermost() != nullptr;
  if (is_of_servant && is_answered_by_servant()) [[unlikely]]
    chain_ = wire::OutgoingChain::of_this_thread();
}

void ClientRequest::begin_anew() {
  encoder_->clear();
  auto* const heads = prepared_heads();
  const auto* head = heads != nullptr ? heads->find(operation_) : nullptr;
  if (head != nullptr) {
    encoder_->put_bytes(head->bytes);
    fields_ = head->fields;
    if (chain_) [[unlikely]]
      encoder_->patch_bytes(fields_.first_context + giop::kFirstTokenAt,
                            chain_->tokens.data().subspan(giop::kFirstTokenAt));
  } else {
    put_head();
    if (heads != nullptr) heads->add(operation_, encoder_->bytes(), fields_);
  }
  encoder_->borrow_from(kLeastBorrowed);
  encoder_->set_code_sets(target_->code_sets());
  if (stream_) encoder_->patch(number_at(), number_);
}

// Those of calls like this one; null for a call whose header is of its own.
PreparedHeads* ClientRequest::prepared_heads() const noexcept {
  if (names_code_sets_ || target_->propagates_priority()) return nullptr;
  if (!chain_) return stream_ ? &target_->stamped_heads() : &target_->plain_heads();
  return !stream_ && chain_->tokens.size() == 1 ? &target_->chained_heads() : nullptr;
}

void ClientRequest::put_head() {
  const auto stamp = giop::encode(giop::OrderStamp{stream_ ? stream_->id() : 0, 0});
  const auto sets =
      giop::encode(target_->agreed_code_sets().value_or(giop::TransmissionCodeSets{}));
  const auto said = wire::corba_priority_here();
  const auto priority = giop::encode_priority(static_cast<std::int16_t>(said.value_or(0)));
  std::array<giop::ServiceContext, 4> contexts;
  std::size_t count = 0;
  if (stream_) contexts[count++] = {giop::kContextOrder, stamp};  // first: its number is patched
  if (names_code_sets_) contexts[count++] = {giop::kContextCodeSets, sets};
  if (said && target_->propagates_priority())
    contexts[count++] = {giop::kContextRtPriority, priority};
  if (chain_) contexts[count++] = {giop::kContextChain, chain_->tokens.data()};
  fields_ = giop::begin_request(*encoder_, 0, giop::ResponseFlags::none, target_->target_address(),
                                operation_, std::span{contexts}.first(count), target_->version());
}

std::size_t ClientRequest::number_at() const noexcept {
  return fields_.first_context + giop::kOrderNumberAt;
}

cdr::Encoder& ClientRequest::arguments() {
  begin();
  return begin_arguments();
}

cdr::Encoder& ClientRequest::begin_arguments() {
  giop::begin_body(*encoder_);
  body_ = encoder_->size();
  return *encoder_;
}

Result<void, wire::CallFailure> ClientRequest::finish() {
  if (!has_begun_) begin();
  giop::finish_message(*encoder_);
  const auto limit = target_->client().options().max_message_size;
  if (encoder_->size() > limit) [[unlikely]]
    return unexpected(too_large(encoder_->size(), limit));
  return {};
}

void ClientRequest::name_code_sets(bool is_news) {
  names_code_sets_ = is_news;
  rewrite();
}

// The arguments are copied behind another header; their alignment is the same, as both begin at a
// multiple of 8.
void ClientRequest::rewrite() {
  std::vector<std::byte> sent;
  for (const auto piece : encoder_->pieces()) sent.insert(sent.end(), piece.begin(), piece.end());
  const auto body = Bytes{sent}.subspan(body_ == 0 ? sent.size() : body_);
  const auto characters = encoder_->characters();
  begin_anew();
  encoder_->note_characters(characters);
  if (body_ != 0) begin_arguments().put_bytes(body);
  giop::finish_message(*encoder_);
}

}  // namespace orbweaver::client
