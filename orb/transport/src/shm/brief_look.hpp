// Looking for something in shared memory a while before sleeping for it (PoliteSpin says when that
// is of use). A peer on another processor is watched closely, which costs no system call while it
// answers within some microseconds; one on this processor gets it between any two looks.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/thread.hpp>

#include "stream/polite_spin.hpp"

#include <cstdint>
#include <thread>

namespace orbweaver::transport::shm {

/// Threads: one at a time, though not always the same.
class BriefLook {
 public:
  explicit BriefLook(Nanoseconds budget) noexcept : spin_(budget) {}

  /// Whether the condition held within the budget; looks at it at least once. `peer_cpu`: where the
  /// peer was seen last.
  template <class Condition>
  [[nodiscard]] bool until(Condition condition, std::uint32_t peer_cpu) noexcept {
    if (condition()) return true;
    if (!spin_.is_worth_it()) return false;
    const bool came = look(condition, peer_cpu == os::current_cpu() ? 1 : kLooksAtOnce);
    if (came)
      spin_.was_answered();
    else
      spin_.was_in_vain();
    return came;
  }

 private:
  static constexpr int kLooksAtOnce = 400;
  // A rest takes as long as a third of a message's way from processor to processor.
  static constexpr int kLooksWithoutRest = 200;

  template <class Condition>
  [[nodiscard]] bool look(Condition condition, int looks_at_once) const noexcept {
    const auto give_up = now() + spin_.budget();
    do {
      for (int i = 0; i < looks_at_once; ++i) {
        if (condition()) return true;
        if (i > kLooksWithoutRest) os::relax();
      }
      std::this_thread::yield();
    } while (now() < give_up);
    return condition();
  }

  PoliteSpin spin_;
};

}  // namespace orbweaver::transport::shm
