// SPDX-License-Identifier: Apache-2.0
#include "async_replies.hpp"

#include <orbweaver/client/async_call.hpp>

#include "out_of_memory.hpp"

#include <algorithm>
#include <utility>

namespace orbweaver::client {

Deadline sooner(Deadline a, Deadline b) noexcept {
  if (a.is_never()) return b;
  if (b.is_never()) return a;
  return a.moment() < b.moment() ? a : b;
}

void AsyncReplies::add(PendingCall call) {
  if (spare_.empty()) spare_.emplace_back();
  soonest_ = sooner(soonest_, call.deadline);
  spare_.front() = std::move(call);
  expected_.splice(expected_.end(), spare_, spare_.begin());
}

AsyncReplies::Calls::iterator AsyncReplies::find(std::uint32_t request_id) noexcept {
  return std::ranges::find(expected_, request_id, &PendingCall::request_id);
}

std::shared_ptr<AsyncCall> AsyncReplies::remove(std::uint32_t request_id) noexcept {
  const auto found = find(request_id);
  if (found == expected_.end()) return nullptr;
  auto call = std::move(found->call);
  spare_.splice(spare_.end(), expected_, found);
  return call;
}

std::optional<std::uint64_t> AsyncReplies::settle(std::uint32_t request_id,
                                                  giop::Message message) noexcept {
  const auto found = find(request_id);
  if (found == expected_.end()) return std::nullopt;
  settle(found, std::move(message));
  return found->oneways_before;
}

void AsyncReplies::settle(Calls::iterator which,
                          Result<giop::Message, wire::CallFailure> with) noexcept {
  which->answer = std::move(with);
  answered_.splice(answered_.end(), expected_, which);
}

void AsyncReplies::fail_all(const wire::CallFailure& failure) noexcept {
  while (!expected_.empty())
    settle(expected_.begin(), unexpected(unless_out_of_memory([&] { return failure; })));
}

void AsyncReplies::give_up_late(const wire::CallFailure& no_reply_in_time) noexcept {
  soonest_ = Deadline::never();
  for (auto position = expected_.begin(); position != expected_.end();) {
    const auto one = position++;
    if (one->deadline.has_passed()) {
      one->is_cancelled = true;
      settle(one, unexpected(unless_out_of_memory([&] { return no_reply_in_time; })));
    } else {
      soonest_ = sooner(soonest_, one->deadline);
    }
  }
}

}  // namespace orbweaver::client
