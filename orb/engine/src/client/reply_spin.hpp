// Whether a caller that waits for a reply should look for it a while before it blocks.
//
// A reply that comes soon is had sooner by looking: a wake-up across processors costs 20 to 60 us
// on a virtual machine, more than the call itself. Between two looks the processor is
// offered to others, so that a server on the same one answers at once. Where looking was in vain,
// the next calls do not look, ever more of them, so that long calls cost no processor time.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>

namespace orbweaver::engine {

/// Not thread-safe: used by whoever leads.
class ReplySpin {
 public:
  static constexpr Nanoseconds kBudget = std::chrono::microseconds(200);
  static constexpr unsigned kMostCallsSkipped = 64;

  [[nodiscard]] bool is_worth_it() noexcept {
    if (to_skip_ == 0) return true;
    --to_skip_;
    return false;
  }
  void was_answered() noexcept { last_skip_ = 0; }
  void was_in_vain() noexcept {
    last_skip_ = std::min(2 * last_skip_ + 1, kMostCallsSkipped);
    to_skip_ = last_skip_;
  }

 private:
  unsigned to_skip_ = 0, last_skip_ = 0;
};

}  // namespace orbweaver::engine
