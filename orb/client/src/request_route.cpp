// SPDX-License-Identifier: Apache-2.0
// Finds the next target of a request that is forwarded, or whose target is gone.
#include <orbweaver/client/request_route.hpp>

#include "request_outcome.hpp"

#include <orbweaver/client/request_message.hpp>

#include <utility>

namespace orbweaver::client {

namespace {

wire::CallFailure call_again() {
  return {wire::SystemExceptionKind::transient, wire::Minor::forwarded_elsewhere,
          giop::Completion::no,
          "the object was forwarded to a server with other code sets; call again: the next call "
          "goes there"};
}

}  // namespace

void RequestRoute::start_elsewhere() {
  auto forward = origin_.forward_memory().get();
  if (forward.to) sent_on(std::move(forward));
}

void RequestRoute::sent_on(Reference::Forward forward) {
  state_.sent_on(forward.permanence);
  forwarded_ = std::move(forward.to);
  target_ = forwarded_.get();
}

Result<void, wire::CallFailure> RequestRoute::follow(Reply& forward, RequestMessage& message) {
  auto ior = giop::decode_ior(forward.results);
  if (!forward.results.ok() || ior.profiles.empty())
    return unexpected(bad_reply("the forwarding server"));
  const bool is_for_good = forward.status == giop::ReplyStatus::location_forward_perm;
  return go_to({std::make_shared<Reference>(origin_.shared_client(), std::move(ior),
                                            origin_.overrides(), origin_.series()),
                is_for_good ? giop::Permanence::permanently : giop::Permanence::for_now},
               message);
}

// CORBA 3.3 Part 2, 9.4.3.1: NEEDS_ADDRESSING_MODE. If a server refuses the form that it asked for,
// there is no third try.
Result<void, wire::CallFailure> RequestRoute::address_otherwise(Reply& demand,
                                                                RequestMessage& message) {
  const auto wanted = static_cast<giop::Addressing>(demand.results.get<std::int16_t>());
  const bool is_known =
      wanted == giop::Addressing::profile || wanted == giop::Addressing::reference;
  if (!demand.results.ok() || !is_known || target_->addressing() != giop::Addressing::key)
    return unexpected(bad_reply("the server, which wants another address of the object,"));
  return go_to({std::make_shared<Reference>(origin_.shared_client(), target_->ior(),
                                            origin_.overrides(), origin_.series(), wanted),
                state_.may_go_back() ? giop::Permanence::for_now : giop::Permanence::permanently},
               message);
}

Result<void, wire::CallFailure> RequestRoute::go_to(Reference::Forward forward,
                                                    RequestMessage& message) {
  const bool fits = message.can_move(*target_, *forward.to);
  sent_on(forward);
  origin_.forward_memory().set(std::move(forward));
  if (!fits) return unexpected(call_again());
  message.write_again(*target_);
  return {};
}

bool RequestRoute::go_back(RequestMessage& message) {
  origin_.forward_memory().forget(forwarded_.get());
  if (!state_.may_go_back()) return false;
  if (!message.can_move(*target_, origin_)) {
    state_.stays();
    return false;
  }
  state_.goes_back();
  target_ = &origin_;
  message.write_again(origin_);
  forwarded_.reset();
  return true;
}

bool RequestRoute::go_elsewhere(RequestMessage& message) {
  auto next = target_->alternative();
  if (!next) return forwarded_ && go_back(message);
  const bool has_moved = go_to({std::move(next), giop::Permanence::for_now}, message).has_value();
  state_.takes_alternative();  // it must not go back to the object that it has left
  return has_moved;
}

}  // namespace orbweaver::client
