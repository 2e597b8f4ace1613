// SPDX-License-Identifier: Apache-2.0
// The first failure of what is done side by side.
#pragma once
#include <orbweaver/deploy/failure.hpp>
#include <orbweaver/deploy/lives.hpp>

#include <mutex>

namespace orbweaver::deploy {

/// Threads: any. The first failure cancels all other work for the application, and later failures
/// are consequences of that.
class FirstFailure {
 public:
  explicit FirstFailure(Lives& lives) : lives_(&lives) {}

  void add(StepFailure failure) {
    {
      const std::lock_guard lock{mutex_};
      if (first_) return;
      first_ = std::move(failure);
    }
    lives_->cancel();
  }

  [[nodiscard]] bool is_there() const {
    const std::lock_guard lock{mutex_};
    return first_.has_value();
  }

  [[nodiscard]] Result<void, StepFailure> take() && {
    if (!first_) return {};
    return unexpected<StepFailure>{std::move(*first_)};
  }

 private:
  Lives* lives_;
  mutable os::Mutex mutex_;
  std::optional<StepFailure> first_;
};

}  // namespace orbweaver::deploy
