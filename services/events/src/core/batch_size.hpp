// SPDX-License-Identifier: Apache-2.0
// Decides how many events may be on their way to a consumer. The number starts at one, doubles
// while the consumer answers fast, and halves when an answer takes long, so that a slow consumer
// does not reach the timeout of a call. Arithmetic only: uses no clock and no lock.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>
#include <cstddef>

namespace orbweaver::events {

class BatchSize {
 public:
  /// An answer takes long if it takes more than an eighth of the call's timeout.
  BatchSize(std::size_t most, Nanoseconds call_timeout) noexcept
      : most_(std::max<std::size_t>(most, 1)), long_(call_timeout / 8) {}

  [[nodiscard]] std::size_t events() const noexcept { return events_; }
  void answered(Nanoseconds after) noexcept {
    events_ = after > long_ ? std::max<std::size_t>(events_ / 2, 1) : std::min(events_ * 2, most_);
  }
  void failed() noexcept { events_ = 1; }

 private:
  std::size_t most_;
  Nanoseconds long_;
  std::size_t events_ = 1;
};

}  // namespace orbweaver::events
