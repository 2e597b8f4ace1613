// Where a request goes when it is forwarded, or the place that it went to is gone.
#include <orbweaver/client/client_request.hpp>

#include "request_outcome.hpp"

#include <orbweaver/client/client.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::client {

namespace {

constexpr int kMaxForwards = 8;

// ASCII is the same in all code sets for strings that Orbweaver speaks.
bool is_ascii(std::span<const Bytes> pieces) noexcept {
  const auto is_beyond = [](std::byte octet) { return octet >= std::byte{0x80}; };
  return std::ranges::none_of(pieces,
                              [&](Bytes piece) { return std::ranges::any_of(piece, is_beyond); });
}

wire::CallFailure call_again() {
  return {wire::Exception::transient, wire::Minor::forwarded_elsewhere, giop::Completion::no,
          "the object was forwarded to a server with other code sets; call again: the next call "
          "goes there"};
}

}  // namespace

void ClientRequest::start_elsewhere() {
  auto forward = origin_.forward();
  if (!forward.to) return;
  forwarded_ = std::move(forward.to);
  target_ = forwarded_.get();
  may_go_back_ = forward.permanence == giop::Permanence::for_now;
}

// Whether neither the reply nor the failure asks for more; see is_final.
bool ClientRequest::is_settled(const Result<Reply, wire::CallFailure>& reply) const {
  if (forwarded_ && has_found_nothing(reply)) return false;
  return !reply || !asks_for_another_try(reply->status);
}

void ClientRequest::follow_up(Result<Reply, wire::CallFailure>& reply, Deadline deadline) {
  for (int forwards = 0;; ++forwards) {
    const bool has_gone_back = forwarded_ && has_found_nothing(reply) && go_back();
    if (!has_gone_back) {
      if (!reply || !asks_for_another_try(reply->status)) return;
      auto moved = reply->status == giop::ReplyStatus::needs_addressing_mode
                       ? address_otherwise(*reply)
                       : follow(*reply);
      if (!moved) return void(reply = unexpected(std::move(moved.error())));
    }
    if (forwards == kMaxForwards) break;
    reply = attempt(deadline);
  }
  reply = unexpected(wire::CallFailure{wire::Exception::transient, wire::Minor::forwarded_too_often,
                                       giop::Completion::no,
                                       "the object was forwarded more than 8 times"});
}

// An asynchronous request comes behind what its caller has sent since, but for one with a number.
bool ClientRequest::may_follow_later(const wire::CallFailure& failure) const noexcept {
  return stream_ && may_repeat(failure);
}

bool ClientRequest::is_final(const Result<Reply, wire::CallFailure>& reply) const {
  return is_settled(reply) && (reply || !may_follow_later(reply.error()));
}

Result<void, wire::CallFailure> ClientRequest::follow(Reply& forward) {
  auto ior = giop::decode_ior(forward.results);
  if (!forward.results.ok() || ior.profiles.empty())
    return unexpected(bad_reply("the forwarding server"));
  const bool is_for_good = forward.status == giop::ReplyStatus::location_forward_perm;
  return go_to({std::make_shared<Reference>(origin_.shared_client(), std::move(ior),
                                            origin_.overrides(), origin_.stream()),
                is_for_good ? giop::Permanence::permanently : giop::Permanence::for_now});
}

// CORBA 3.3 Part 2, 9.4.3.1: NEEDS_ADDRESSING_MODE. A server that is not content with what it asked
// for gets no third try.
Result<void, wire::CallFailure> ClientRequest::address_otherwise(Reply& demand) {
  const auto wanted = static_cast<giop::Addressing>(demand.results.get<std::int16_t>());
  const bool is_known =
      wanted == giop::Addressing::profile || wanted == giop::Addressing::reference;
  if (!demand.results.ok() || !is_known || target_->addressing() != giop::Addressing::key)
    return unexpected(bad_reply("the server, which wants another address of the object,"));
  const bool is_at_origin = target_ == &origin_;
  return go_to(
      {std::make_shared<Reference>(origin_.shared_client(), target_->ior(), origin_.overrides(),
                                   origin_.stream(), wanted),
       is_at_origin || !may_go_back_ ? giop::Permanence::permanently : giop::Permanence::for_now});
}

// Arguments that were written in one form cannot be sent where another one is read.
bool ClientRequest::can_be_sent_to(const Reference& other) {
  const auto written = target_->code_sets(), wanted = other.code_sets();
  const auto [has_text, has_wide] = encoder_->characters();
  if (has_wide && written.wide != wanted.wide && written.wide != cdr::WideForm::refused)
    return false;
  return !has_text || written.text == wanted.text || is_ascii(encoder_->pieces());
}

Result<void, wire::CallFailure> ClientRequest::go_to(Reference::Forward forward) {
  const bool fits = can_be_sent_to(*forward.to);
  may_go_back_ = forward.permanence == giop::Permanence::for_now && !has_gone_back_;
  forwarded_ = forward.to;
  target_ = forwarded_.get();
  origin_.set_forward(std::move(forward));
  if (!fits) return unexpected(call_again());
  rewrite();
  return {};
}

// Once: a server that forwards to a place which is gone would keep the request going for ever.
bool ClientRequest::go_back() {
  origin_.forget_forward(forwarded_.get());
  const bool may = std::exchange(may_go_back_, false) && can_be_sent_to(origin_);
  if (!may) return false;
  has_gone_back_ = true;
  target_ = &origin_;
  rewrite();
  forwarded_.reset();
  return true;
}

bool ClientRequest::go_elsewhere() {
  auto next = target_->alternative();
  if (!next) return forwarded_ && go_back();
  const bool has_moved = go_to({std::move(next), giop::Permanence::for_now}).has_value();
  may_go_back_ = false;  // it has come from there
  return has_moved;
}

bool ClientRequest::has_found_nothing(const Result<Reply, wire::CallFailure>& reply) const {
  if (!reply) return says_gone(reply.error().exception, reply.error().completed);
  return reply->status == giop::ReplyStatus::system_exception && says_gone(*reply);
}

}  // namespace orbweaver::client
