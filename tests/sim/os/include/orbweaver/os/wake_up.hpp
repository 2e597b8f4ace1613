// SPDX-License-Identifier: Apache-2.0
// Simulated: orb/os has the product's.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/semaphore.hpp>

namespace orbweaver::os {

class WakeUp {
 public:
  WakeUp() noexcept = default;
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

  void give() noexcept { given_.release(); }
  [[nodiscard]] bool wait_until(Deadline deadline) noexcept {
    if (!deadline.is_never()) return given_.try_acquire_until(deadline.moment());
    given_.acquire();
    return true;
  }
  void wait() noexcept { given_.acquire(); }

 private:
  Semaphore given_{0};
};

}  // namespace orbweaver::os
