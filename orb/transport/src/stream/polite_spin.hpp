// Whether who waits for a frame should look for it a while before it blocks.
//
// A frame that comes soon is had sooner by looking: to block and be woken costs more than a brief
// call, and a wake-up across processors 20 to 60 us on a virtual machine. Between two looks the
// processor is offered to others, so that a peer on the same one answers at once. Where looking was
// without success, the next ones do not look, ever more of them, so that who waits long costs no processor
// time.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>

namespace orbweaver::transport {

/// Not thread-safe: the receiver's.
class PoliteSpin {
 public:
  static constexpr unsigned kMostWaitsSkipped = 64;

  /// `budget`: how long a look lasts; zero: it is never worth it.
  explicit PoliteSpin(Nanoseconds budget) noexcept : budget_(budget) {}

  [[nodiscard]] Nanoseconds budget() const noexcept { return budget_; }
  [[nodiscard]] bool is_worth_it() noexcept {
    if (budget_ == Nanoseconds{0}) return false;
    if (to_skip_ == 0) return true;
    --to_skip_;
    return false;
  }
  void was_answered() noexcept { last_skip_ = 0; }
  void was_in_vain() noexcept {
    last_skip_ = std::min(2 * last_skip_ + 1, kMostWaitsSkipped);
    to_skip_ = last_skip_;
  }

 private:
  Nanoseconds budget_;
  unsigned to_skip_ = 0, last_skip_ = 0;
};

}  // namespace orbweaver::transport
