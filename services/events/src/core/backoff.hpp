// SPDX-License-Identifier: Apache-2.0
// Decides when a failing consumer is called again, and when it is disconnected. Arithmetic only:
// uses no clock and no lock.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>

namespace orbweaver::events {

class Backoff {
 public:
  using Pause = std::chrono::milliseconds;
  Backoff(Pause first, Pause longest, std::size_t most_failures) noexcept
      : first_(first), longest_(longest), most_failures_(most_failures) {}

  void succeeded() noexcept { failures_ = 0; }
  void failed() noexcept { ++failures_; }

  [[nodiscard]] bool is_failing() const noexcept { return failures_ > 0; }
  [[nodiscard]] bool is_exhausted() const noexcept { return failures_ >= most_failures_; }
  [[nodiscard]] std::size_t failures() const noexcept { return failures_; }
  /// The pause before the next call. Requires: is_failing().
  [[nodiscard]] Pause pause() const noexcept {
    auto pause = first_;
    for (std::size_t i = 1; i < failures_ && pause < longest_; ++i) pause *= 2;
    return std::min(pause, longest_);
  }

 private:
  Pause first_, longest_;
  std::size_t most_failures_;
  std::size_t failures_ = 0;
};

}  // namespace orbweaver::events
