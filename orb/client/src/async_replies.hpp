// The replies to asynchronous calls that a connection expects, and those that are there but have
// not been handed over. Its thread (AsyncReader) hands them over without the lock.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/wire/failure.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace orbweaver::client {

class AsyncCall;

/// The sooner of the two.
[[nodiscard]] Deadline sooner(Deadline a, Deadline b) noexcept;

/// Requires the connection's lock.
class AsyncReplies {
 public:
  /// An asynchronous call whose reply is due.
  struct Expected {
    std::uint32_t request_id;
    std::uint64_t attempt;
    std::uint64_t oneways_before;
    Deadline deadline;
    std::shared_ptr<AsyncCall> call;
    unsigned looks = 0;  // of WaitReports
    bool is_reported = false;
  };
  /// One whose reply, or failure, is there.
  struct Answer {
    std::shared_ptr<AsyncCall> call;
    std::uint64_t attempt;
    Result<giop::Message, wire::CallFailure> what;
    std::optional<std::uint32_t> cancelled;  // its CancelRequest is to be sent
  };

  void expect(Expected expected);
  /// Takes the call out that expects the reply to `request_id`; null if none does.
  [[nodiscard]] std::shared_ptr<AsyncCall> take_out(std::uint32_t request_id) noexcept;
  /// What the reply proves (Expected::oneways_before); nothing if no call expects it: its caller
  /// has given up.
  [[nodiscard]] std::optional<std::uint64_t> answer(std::uint32_t request_id,
                                                    giop::Message message);
  void fail_all(const wire::CallFailure& failure);
  /// Fails those whose deadline has passed.
  void give_up_late(const wire::CallFailure& no_reply_in_time);

  [[nodiscard]] bool is_reply_due() const noexcept { return !expected_.empty(); }
  [[nodiscard]] bool has_answers() const noexcept { return !answers_.empty(); }
  [[nodiscard]] bool is_empty() const noexcept { return expected_.empty() && answers_.empty(); }
  /// Not after the deadline of any that is expected.
  [[nodiscard]] Deadline soonest() const noexcept { return soonest_; }
  /// Exchanges the answers for `answers`, which is empty.
  void swap_answers(std::vector<Answer>& answers) noexcept { answers_.swap(answers); }
  [[nodiscard]] std::deque<Expected>& expected() noexcept { return expected_; }

 private:
  std::deque<Expected> expected_;  // the oldest first, as their replies mostly come
  std::vector<Answer> answers_;
  Deadline soonest_ = Deadline::never();
};

}  // namespace orbweaver::client
