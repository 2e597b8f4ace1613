// SPDX-License-Identifier: Apache-2.0
#include "reply_queue.hpp"

#include <orbweaver/base/pieces.hpp>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace orbweaver::server {

using transport::ConnectionFailure;
using transport::ConnectionFault;

namespace {

// A client that shares this processor reads when the system lets it run. A late reply is copied, so
// it is cheaper to wait for a client that does read, even a long reply.
constexpr Nanoseconds kTurn = std::chrono::milliseconds(1);
constexpr Nanoseconds kPerByte{1};
// A transport sends so many pieces with one system call.
constexpr std::size_t kMostAtOnce = 16;

Nanoseconds patience_with(std::span<const Bytes> message) noexcept {
  return kTurn + kPerByte * static_cast<Nanoseconds::rep>(total_size(message));
}

std::vector<std::byte> copy_behind(std::size_t taken, std::span<const Bytes> message) {
  std::vector<std::byte> rest;
  rest.reserve(total_size(message) - taken);
  for (const auto piece : message) {
    const auto skipped = std::min(taken, piece.size());
    taken -= skipped;
    rest.insert(rest.end(), piece.begin() + static_cast<std::ptrdiff_t>(skipped), piece.end());
  }
  return rest;
}

}  // namespace

ReplyQueue::Outcome ReplyQueue::send(std::span<const Bytes> message, MessageKind what) {
  Lock lock(mutex_);
  if (failure_) return unexpected(*failure_);
  if (finishes_) return unexpected(ConnectionFailure{ConnectionFault::closed});
  if (!late_.empty()) return keep(lock, message, what, 0);
  const auto sent = connection_.send(message, Deadline::after(patience_with(message)));
  return sent ? Sent::at_once : after_failing(lock, message, what, sent.error());
}

Result<std::optional<ReplyQueue::Sent>, ConnectionFailure> ReplyQueue::try_send(
    std::span<const Bytes> message) {
  Lock lock(mutex_, std::try_to_lock);
  if (!lock || failure_ || finishes_ || !late_.empty()) return std::nullopt;
  const auto sent = connection_.send(message, Deadline::at(now()));
  if (sent) return Sent::at_once;
  if (sent.error().fault == ConnectionFault::timed_out && sent.error().taken == 0)
    return std::nullopt;
  return after_failing(lock, message, MessageKind::close, sent.error());
}

// Requires: lock held.
ReplyQueue::Outcome ReplyQueue::after_failing(Lock& lock, std::span<const Bytes> message,
                                              MessageKind what, const ConnectionFailure& failure) {
  if (failure.fault == ConnectionFault::timed_out) return keep(lock, message, what, failure.taken);
  return unexpected(fail(lock, failure));
}

// Requires: lock held.
ReplyQueue::Outcome ReplyQueue::keep(Lock& lock, std::span<const Bytes> message, MessageKind what,
                                     std::size_t taken) try {
  late_.push_back({.bytes = copy_behind(taken, message), .what = what});
  if (late_.size() == 1) oldest_since_ = now();
  late_bytes_.fetch_add(late_.back().bytes.size(), std::memory_order_relaxed);
  if (what == MessageKind::reply) wire::Counters::count(counters_.replies_late);
  return Sent::late;
} catch (const std::bad_alloc&) {
  return unexpected(fail(lock, ConnectionFailure{ConnectionFault::out_of_resources}));
}

Result<ReplyQueue::Late, ConnectionFailure> ReplyQueue::send_late(Nanoseconds limit) {
  Lock lock(mutex_);
  for (;;) {
    if (failure_) return unexpected(*failure_);
    if (late_.empty()) return Late::none;
    std::array<Bytes, kMostAtOnce> pieces;
    const auto count = std::min(late_.size(), pieces.size());
    std::transform(late_.begin(), late_.begin() + static_cast<std::ptrdiff_t>(count),
                   pieces.begin(), [](const Reply& reply) { return reply.rest(); });
    const auto all = std::span{pieces}.first(count);
    const auto sent = connection_.send(all, Deadline::at(now()));
    if (!sent && sent.error().fault != ConnectionFault::timed_out)
      return unexpected(fail(lock, sent.error()));
    if (!sent) return after_sending_late(lock, sent.error().taken, limit);
    note_sent(lock, total_size(all));
  }
}

// Requires: lock held; the transport takes no more.
Result<ReplyQueue::Late, ConnectionFailure> ReplyQueue::after_sending_late(Lock& lock,
                                                                           std::size_t taken,
                                                                           Nanoseconds limit) {
  note_sent(lock, taken);
  if (now() - oldest_since_ > limit)
    return unexpected(fail(lock, ConnectionFailure{ConnectionFault::timed_out}));
  return taken > 0 ? Late::fewer : Late::as_before;
}

// Requires: lock held. The time of each reply begins when the replies before it have left.
void ReplyQueue::note_sent(Lock&, std::size_t taken) {
  late_bytes_.fetch_sub(taken, std::memory_order_relaxed);
  while (!late_.empty() && taken >= late_.front().rest().size()) {
    taken -= late_.front().rest().size();
    if (late_.front().what == MessageKind::reply) wire::Counters::count(counters_.replies_sent);
    late_.pop_front();
    oldest_since_ = now();
  }
  if (!late_.empty()) late_.front().sent += taken;
  if (late_.empty() && finishes_) connection_.finish_sending();
}

bool ReplyQueue::pauses_reader() {
  const Lock lock(mutex_);
  if (reader_ != Reader::never_pauses) reader_ = late_.empty() ? Reader::reads : Reader::pauses;
  return reader_ == Reader::pauses;
}

bool ReplyQueue::resumes_reader() {
  const Lock lock(mutex_);
  if (!late_.empty() || reader_ != Reader::pauses) return false;
  reader_ = Reader::reads;
  return true;
}

bool ReplyQueue::stops_pausing() {
  const Lock lock(mutex_);
  return std::exchange(reader_, Reader::never_pauses) == Reader::pauses;
}

void ReplyQueue::finish() {
  const Lock lock(mutex_);
  if (std::exchange(finishes_, true) || failure_ || !late_.empty()) return;
  connection_.finish_sending();
}

void ReplyQueue::fail(ConnectionFailure failure) {
  Lock lock(mutex_);
  if (!failure_) (void)fail(lock, failure);
}

// Requires: lock held.
ConnectionFailure ReplyQueue::fail(Lock&, ConnectionFailure failure) {
  failure_ = failure;
  drop_late();
  return failure;
}

void ReplyQueue::drop_late() {
  const auto replies = std::ranges::count(late_, MessageKind::reply, &Reply::what);
  wire::Counters::count(counters_.replies_dropped, static_cast<std::uint64_t>(replies));
  late_.clear();
  late_bytes_.store(0, std::memory_order_relaxed);
}

}  // namespace orbweaver::server
