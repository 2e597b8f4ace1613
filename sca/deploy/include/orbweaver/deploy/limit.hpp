// SPDX-License-Identifier: Apache-2.0
// How long a step may wait: until a deadline, or until stop is requested.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/deploy/failure.hpp>

#include <array>
#include <optional>
#include <stop_token>

namespace orbweaver::deploy {

/// Bounds one operation of a `Target`.
struct Limit {
  Deadline deadline = Deadline::never();
  /// Requested when a component of the application ends during its creation, and when the
  /// application is released meanwhile.
  std::stop_token stop;
};

/// The timeout of each step. A timeout of zero means no limit.
class Timeouts {
 public:
  Timeouts() = default;
  /// One timeout for every step; 10 s without an argument.
  explicit Timeouts(Nanoseconds timeout) : each_(timeout) {}
  /// Another timeout for one step.
  void set(Step step, Nanoseconds timeout) { of_step_[static_cast<std::size_t>(step)] = timeout; }
  /// The timeout of one step.
  [[nodiscard]] Nanoseconds of(Step step) const {
    return of_step_[static_cast<std::size_t>(step)].value_or(each_);
  }
  /// Returns the limit of a step that begins now.
  [[nodiscard]] Limit limit(Step step, std::stop_token stop = {}) const {
    return {Deadline::after(of(step)), std::move(stop)};
  }

 private:
  Nanoseconds each_ = std::chrono::seconds{10};
  std::array<std::optional<Nanoseconds>, kSteps> of_step_{};
};

}  // namespace orbweaver::deploy
