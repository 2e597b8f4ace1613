// SPDX-License-Identifier: Apache-2.0
// The asynchronous calls of a connection whose replies are due, and those that have their answer
// but are not settled yet. The connection's thread (AsyncReader) settles them without the lock.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/wire/failure.hpp>

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <utility>

namespace orbweaver::client {

class AsyncCall;

/// Returns the earlier of the two deadlines.
[[nodiscard]] Deadline sooner(Deadline a, Deadline b) noexcept;

/// Requires the connection's lock. Only add() takes memory: all other functions need none.
class AsyncReplies {
 public:
  /// An asynchronous call: first its reply is due, then it is answered.
  struct PendingCall {
    std::uint32_t request_id = 0;
    std::uint64_t attempt = 0;
    std::uint64_t oneways_before = 0;
    Deadline deadline = Deadline::never();
    std::shared_ptr<AsyncCall> call;
    unsigned looks = 0;  // checks by WaitReports that found it
    bool is_reported = false;
    Result<giop::Message, wire::CallFailure> answer = {};
    bool is_cancelled = false;  // its CancelRequest must be sent
  };
  using Calls = std::list<PendingCall>;

  /// Adds a call, whose reply is due now. Fails: std::bad_alloc.
  void add(PendingCall call);
  /// Removes the call that expects the reply to `request_id`, and returns it; null if there is
  /// none.
  [[nodiscard]] std::shared_ptr<AsyncCall> remove(std::uint32_t request_id) noexcept;
  /// Takes the reply to `request_id`. Returns the PendingCall::oneways_before of its call, which
  /// the server has read; nothing if no call expects the reply: its caller has given up.
  [[nodiscard]] std::optional<std::uint64_t> settle(std::uint32_t request_id,
                                                    giop::Message message) noexcept;
  void fail_all(const wire::CallFailure& failure) noexcept;
  /// Fails the calls whose deadline has passed.
  void give_up_late(const wire::CallFailure& no_reply_in_time) noexcept;

  [[nodiscard]] bool is_reply_due() const noexcept { return !expected_.empty(); }
  [[nodiscard]] bool has_answers() const noexcept { return !answered_.empty(); }
  [[nodiscard]] bool is_empty() const noexcept { return expected_.empty() && answered_.empty(); }
  /// A time that is not after the deadline of any expected call.
  [[nodiscard]] Deadline soonest() const noexcept { return soonest_; }
  [[nodiscard]] Calls take_answered() noexcept { return std::exchange(answered_, {}); }
  /// Keeps the memory of `calls` for later calls. Requires: they hold no AsyncCall.
  void recycle(Calls calls) noexcept { spare_.splice(spare_.end(), calls); }
  [[nodiscard]] Calls& expected() noexcept { return expected_; }

 private:
  [[nodiscard]] Calls::iterator find(std::uint32_t request_id) noexcept;
  void settle(Calls::iterator which, Result<giop::Message, wire::CallFailure> with) noexcept;

  Calls expected_;  // the oldest first, as their replies mostly come
  Calls answered_;
  Calls spare_;  // memory for as many calls as were under way at once
  Deadline soonest_ = Deadline::never();
};

}  // namespace orbweaver::client
