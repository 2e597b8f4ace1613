// SPDX-License-Identifier: Apache-2.0
// Statistics of a pool about its jobs: whether they come fast, and whether looking for them
// succeeds. Used under the pool's lock.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>

namespace orbweaver::dispatch {

/// Finds out whether threads become idle and are called again so often that this costs much.
class CallRate {
 public:
  static constexpr int kCalls = 8;

  /// The rate is high if so many threads become idle within this time.
  explicit CallRate(Nanoseconds within) noexcept : within_(within) {}
  /// A thread becomes idle.
  void note(TimePoint moment) noexcept {
    if (++calls_ < kCalls) return;
    is_high_ = moment - since_ < within_;
    since_ = moment;
    calls_ = 0;
  }
  [[nodiscard]] bool is_high() const noexcept { return is_high_; }

 private:
  const Nanoseconds within_;
  int calls_ = 0;
  TimePoint since_{};
  bool is_high_ = false;
};

/// Decides whether to look. After each look without success, more and more looks are left out.
class LookingHabit {
 public:
  static constexpr unsigned kMostLeftOut = 64;

  [[nodiscard]] bool is_worth_it() noexcept {
    if (to_leave_out_ == 0) return true;
    --to_leave_out_;
    return false;
  }
  void has_looked(bool found) noexcept {
    last_left_out_ = found ? 0 : std::min(2 * last_left_out_ + 1, kMostLeftOut);
    to_leave_out_ = last_left_out_;
  }

 private:
  unsigned to_leave_out_ = 0, last_left_out_ = 0;
};

}  // namespace orbweaver::dispatch
