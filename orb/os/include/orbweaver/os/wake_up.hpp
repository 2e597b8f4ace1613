// SPDX-License-Identifier: Apache-2.0
// Lets one thread wait for another one: the cheapest way to wake exactly that thread.
//
//              wait                     give
//     none ───────────► sleeping ───────────────► given ──► none, and wait() returns
//       └──────────────── give ───────────────────┘
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/atomic.hpp>

#include <cstdint>

namespace orbweaver::os {

/// One is kept, if it is given before the thread waits for it. Threads: one waits, one gives.
/// The thread that waited may destroy it once it has got it, although give() has not returned.
class WakeUp {
 public:
  WakeUp() noexcept = default;
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

  /// Does not block. Without a thread that sleeps, it makes no system call.
  void give() noexcept;
  /// Blocks up to the deadline. Whether it got it.
  [[nodiscard]] bool wait_until(Deadline deadline) noexcept;
  /// Blocks.
  void wait() noexcept { (void)wait_until(Deadline::never()); }

 private:
  enum State : std::uint32_t { none, sleeping, given };
  [[nodiscard]] bool give_up() noexcept;

  Atomic<std::uint32_t> state_{none};
};

}  // namespace orbweaver::os
