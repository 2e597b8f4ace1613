#include "async_replies.hpp"

#include <orbweaver/client/async_call.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::client {

Deadline sooner(Deadline a, Deadline b) noexcept {
  if (a.is_never()) return b;
  if (b.is_never()) return a;
  return a.moment() < b.moment() ? a : b;
}

void AsyncReplies::expect(Expected expected) {
  soonest_ = sooner(soonest_, expected.deadline);
  expected_.push_back(std::move(expected));
}

std::shared_ptr<AsyncCall> AsyncReplies::take_out(std::uint32_t request_id) noexcept {
  const auto found = std::ranges::find(expected_, request_id, &Expected::request_id);
  if (found == expected_.end()) return nullptr;
  auto call = std::move(found->call);
  expected_.erase(found);
  return call;
}

std::optional<std::uint64_t> AsyncReplies::answer(std::uint32_t request_id, giop::Message message) {
  const auto found = std::ranges::find(expected_, request_id, &Expected::request_id);
  if (found == expected_.end()) return std::nullopt;
  const auto oneways_before = found->oneways_before;
  answers_.push_back({std::move(found->call), found->attempt, std::move(message), {}});
  expected_.erase(found);
  return oneways_before;
}

void AsyncReplies::fail_all(const wire::CallFailure& failure) {
  for (auto& one : expected_)
    answers_.push_back({std::move(one.call), one.attempt, unexpected(failure), {}});
  expected_.clear();
}

void AsyncReplies::give_up_late(const wire::CallFailure& no_reply_in_time) {
  soonest_ = Deadline::never();
  for (auto& one : expected_) {
    if (one.deadline.has_passed())
      answers_.push_back(
          {std::move(one.call), one.attempt, unexpected(no_reply_in_time), one.request_id});
    else
      soonest_ = sooner(soonest_, one.deadline);
  }
  std::erase_if(expected_, [](const auto& one) { return one.call == nullptr; });
}

}  // namespace orbweaver::client
