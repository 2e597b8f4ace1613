// The replies to asynchronous calls that a connection expects, and those that are there but have
// not been handed over. Its thread (AsyncReader) hands them over without the lock.
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

/// The sooner of the two.
[[nodiscard]] Deadline sooner(Deadline a, Deadline b) noexcept;

/// Requires the connection's lock. Only expect() takes memory: what is under way then ends without.
class AsyncReplies {
 public:
  /// An asynchronous call: first its reply is due, then it is answered.
  struct PendingCall {
    std::uint32_t request_id = 0;
    std::uint64_t attempt = 0;
    std::uint64_t oneways_before = 0;
    Deadline deadline = Deadline::never();
    std::shared_ptr<AsyncCall> call;
    unsigned looks = 0;  // of WaitReports
    bool is_reported = false;
    Result<giop::Message, wire::CallFailure> answer = {};
    bool is_cancelled = false;  // its CancelRequest is to be sent
  };
  using Calls = std::list<PendingCall>;

  /// Fails: std::bad_alloc.
  void expect(PendingCall call);
  /// Takes the call out that expects the reply to `request_id`; null if none does.
  [[nodiscard]] std::shared_ptr<AsyncCall> take_out(std::uint32_t request_id) noexcept;
  /// Takes the reply to `request_id`. Returns the PendingCall::oneways_before of its call, which the
  /// server has read; nothing if no call expects the reply: its caller has given up.
  [[nodiscard]] std::optional<std::uint64_t> answer(std::uint32_t request_id,
                                                    giop::Message message) noexcept;
  void fail_all(const wire::CallFailure& failure) noexcept;
  /// Fails those whose deadline has passed.
  void give_up_late(const wire::CallFailure& no_reply_in_time) noexcept;

  [[nodiscard]] bool is_reply_due() const noexcept { return !expected_.empty(); }
  [[nodiscard]] bool has_answers() const noexcept { return !answered_.empty(); }
  [[nodiscard]] bool is_empty() const noexcept { return expected_.empty() && answered_.empty(); }
  /// Not after the deadline of any that is expected.
  [[nodiscard]] Deadline soonest() const noexcept { return soonest_; }
  [[nodiscard]] Calls take_answered() noexcept { return std::exchange(answered_, {}); }
  /// Their memory serves calls to come. Requires: they hold no AsyncCall.
  void recycle(Calls calls) noexcept { spare_.splice(spare_.end(), calls); }
  [[nodiscard]] Calls& expected() noexcept { return expected_; }

 private:
  [[nodiscard]] Calls::iterator find(std::uint32_t request_id) noexcept;
  void answer(Calls::iterator which, Result<giop::Message, wire::CallFailure> with) noexcept;

  Calls expected_;  // the oldest first, as their replies mostly come
  Calls answered_;
  Calls spare_;  // as many as were under way at once
  Deadline soonest_ = Deadline::never();
};

}  // namespace orbweaver::client
