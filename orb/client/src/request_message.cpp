// SPDX-License-Identifier: Apache-2.0
// How a request is written: its header, copied if one like it was sent before, and its arguments.
#include <orbweaver/client/request_message.hpp>

#include "send_numbered.hpp"

#include <orbweaver/client/client.hpp>
#include <orbweaver/wire/packet_scope.hpp>
#include <orbweaver/wire/servant_frame.hpp>
#include <orbweaver/wire/thread_priority.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace orbweaver::client {

namespace {

// Before the data of a context: its id and the length. The sizes of those that are patched are
// multiples of four, so no padding lies between them.
constexpr std::size_t kContextHead = 8;
// Metadata with tags have many sizes, and each wants a header of its own.
constexpr std::size_t kLongestPrepared = KeptBytes::kInPlace;

wire::CallFailure too_large(std::size_t size, std::size_t limit) {
  return {wire::SystemExceptionKind::imp_limit, wire::Minor::message_too_large,
          giop::Completion::no,
          "the request has " + std::to_string(size) + " bytes, more than -ORBmaxMessageSize " +
              std::to_string(limit)};
}

// ASCII is the same in all code sets for strings that Orbweaver speaks.
bool is_ascii(std::span<const Bytes> pieces) noexcept {
  const auto is_beyond = [](std::byte octet) { return octet >= std::byte{0x80}; };
  return std::ranges::none_of(pieces,
                              [&](Bytes piece) { return std::ranges::any_of(piece, is_beyond); });
}

}  // namespace

// Not when it is made: a call that takes the short way within the ORB has no message.
void RequestMessage::begin(Reference& target) {
  has_begun_ = true;
  join_chain();
  if (const auto* const packet = wire::PacketScope::current()) packet_.emplace(*packet);
  if (const auto metadata = wire::PacketScope::current_metadata(); !metadata.empty())
    metadata_.assign(metadata);
  begin_anew(target);
}

void RequestMessage::join_chain() {
  const bool is_of_servant = wire::ServantFrame::innermost() != nullptr;
  if (is_of_servant && answered_by_ == AnsweredBy::servant) [[unlikely]]
    chain_ = wire::OutgoingChain::of_this_thread();
}

void RequestMessage::begin_anew(Reference& target) {
  encoder_->clear();
  auto* const heads = prepared_heads(target);
  const auto* head = heads != nullptr ? heads->find(operation_, metadata_.size()) : nullptr;
  if (head != nullptr) {
    encoder_->put_bytes(head->bytes);
    fields_ = head->fields;
    patch_head();
  } else {
    put_head(target);
    if (heads != nullptr) heads->add(operation_, metadata_.size(), encoder_->bytes(), fields_);
  }
  encoder_->borrow_from(least_borrowed_);
  encoder_->set_code_sets(target.facts().code_sets);
  if (series_) encoder_->patch(number_at(), number_);
}

// Writes the fields in which the headers of one kind differ. The number in the series is written
// later.
void RequestMessage::patch_head() {
  auto next = fields_.first_context;
  if (series_) next += sizeof(giop::OrderContextData) + kContextHead;
  if (packet_) {
    encoder_->patch_bytes(next, packet_->data());
    next += packet_->data().size() + kContextHead;
  }
  if (!metadata_.empty()) {
    encoder_->patch_bytes(next, metadata_.bytes());
    next += metadata_.size() + kContextHead;
  }
  if (chain_) [[unlikely]]
    encoder_->patch_bytes(next + giop::kFirstTokenAt,
                          chain_->tokens.data().subspan(giop::kFirstTokenAt));
}

// Returns the prepared heads of calls like this one; null if the head of this call cannot be
// shared.
PreparedHeads* RequestMessage::prepared_heads(Reference& target) const noexcept {
  if (names_code_sets_ || target.facts().propagates_priority) return nullptr;
  if (metadata_.size() > kLongestPrepared) return nullptr;
  using Kind = Reference::HeadKind;
  using Carried = Reference::Carried;
  const auto carried = !packet_               ? Carried::nothing
                       : packet_->has_times() ? Carried::packet_with_times
                                              : Carried::packet;
  if (!chain_) return &target.heads(series_ ? Kind::in_series : Kind::plain, carried);
  if (series_ || chain_->tokens.size() != 1) return nullptr;
  return &target.heads(Kind::chained, carried);
}

void RequestMessage::put_head(const Reference& target) {
  const auto stamp = giop::encode(giop::OrderStamp{series_ ? series_->id() : 0, 0});
  const auto sets =
      giop::encode(target.facts().agreed_code_sets.value_or(giop::TransmissionCodeSets{}));
  const auto said = wire::corba_priority_here();
  const auto priority = giop::encode_priority(static_cast<std::int16_t>(said.value_or(0)));
  std::array<giop::ServiceContext, 6> contexts;
  std::size_t count = 0;
  if (series_) contexts[count++] = {giop::kContextOrder, stamp};  // first: number_at() relies on it
  // second: patch_head() relies on it
  if (packet_) contexts[count++] = {giop::kContextPacket, packet_->data()};
  if (!metadata_.empty()) contexts[count++] = {giop::kContextMetadata, metadata_.bytes()};
  if (names_code_sets_) contexts[count++] = {giop::kContextCodeSets, sets};
  if (said && target.facts().propagates_priority)
    contexts[count++] = {giop::kContextRtPriority, priority};
  if (chain_) contexts[count++] = {giop::kContextChain, chain_->tokens.data()};
  fields_ =
      giop::begin_request(*encoder_, 0, giop::ResponseFlags::none, target.target_address(),
                          operation_, std::span{contexts}.first(count), target.facts().version);
}

cdr::Encoder& RequestMessage::arguments(Reference& target) {
  begin(target);
  return begin_arguments();
}

cdr::Encoder& RequestMessage::begin_arguments() {
  giop::begin_body(*encoder_);
  body_ = encoder_->size();
  return *encoder_;
}

Result<void, wire::CallFailure> RequestMessage::finish(Reference& target) {
  if (!has_begun_) begin(target);
  giop::finish_message(*encoder_);
  const auto limit = target.client().options().max_message_size;
  if (encoder_->size() > limit) [[unlikely]]
    return unexpected(too_large(encoder_->size(), limit));
  return {};
}

void RequestMessage::name_code_sets(bool is_news, Reference& target) {
  names_code_sets_ = is_news;
  write_again(target);
}

// Arguments that were written in one form cannot be sent where another one is read.
bool RequestMessage::can_move(const Reference& from, const Reference& to) const {
  const auto written = from.facts().code_sets, wanted = to.facts().code_sets;
  const auto [has_text, has_wide] = encoder_->characters();
  if (has_wide && written.wide != wanted.wide && written.wide != cdr::WideForm::refused)
    return false;
  return !has_text || written.text == wanted.text || is_ascii(encoder_->pieces());
}

// The arguments are copied behind another header; their alignment is the same, as both begin at a
// multiple of 8.
void RequestMessage::write_again(Reference& target) {
  std::vector<std::byte> sent;
  for (const auto piece : encoder_->pieces()) sent.insert(sent.end(), piece.begin(), piece.end());
  const auto body = Bytes{sent}.subspan(body_ == 0 ? sent.size() : body_);
  const auto characters = encoder_->characters();
  begin_anew(target);
  encoder_->note_characters(characters);
  if (body_ != 0) begin_arguments().put_bytes(body);
  giop::finish_message(*encoder_);
}

}  // namespace orbweaver::client
