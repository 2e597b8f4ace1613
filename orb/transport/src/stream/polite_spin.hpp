// Whether a thread that waits for a frame should poll for a while before it blocks.
//
// Polling gets a frame that comes soon earlier: to block and be woken takes longer than a brief
// call, and a wake-up across processors takes 20 to 60 us on a virtual machine. Between two polls
// the thread yields, so that a peer on the same processor can answer at once. After a wait in which
// polling found nothing, the next waits do not poll. Their number grows with each such wait, so
// that a thread that waits for long takes no processor time.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>

namespace orbweaver::transport {

/// Not thread-safe: the receiver's.
class PoliteSpin {
 public:
  static constexpr unsigned kMostWaitsSkipped = 64;

  /// `budget`: how long to poll in one wait; zero: never poll.
  explicit PoliteSpin(Nanoseconds budget) noexcept : budget_(budget) {}

  [[nodiscard]] Nanoseconds budget() const noexcept { return budget_; }
  /// Whether to poll in this wait. Call it once for each wait.
  [[nodiscard]] bool is_worth_it() noexcept {
    if (budget_ == Nanoseconds{0}) return false;
    if (to_skip_ == 0) return true;
    --to_skip_;
    return false;
  }
  void was_answered() noexcept { last_skip_ = 0; }
  void was_unanswered() noexcept {
    last_skip_ = std::min(2 * last_skip_ + 1, kMostWaitsSkipped);
    to_skip_ = last_skip_;
  }

 private:
  Nanoseconds budget_;
  unsigned to_skip_ = 0, last_skip_ = 0;
};

}  // namespace orbweaver::transport
