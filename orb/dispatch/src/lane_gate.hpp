// SPDX-License-Identifier: Apache-2.0
// The gate of a lane lets a guest in without the lane's lock: a thread that runs its job itself.
//
//             try_enter                     shut
//     open ──────────────► guest inside ──────────► shut ──┐ open
//      ▲                      │                     ▲      │
//      ├──────────────────────┘ leave_if_open       │ shut │
//      ├────────────────────────────────────────────┘      │
//      └───────────────────────────────────────────────────┘
//
// While the gate is open the lane is idle. Once it is shut, the lock alone decides, also about a
// guest that is still inside.
#pragma once
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <cstdint>

namespace orbweaver::dispatch {

/// `Atomic` is os::Atomic; a test passes its model of memory instead.
template <template <class> class Atomic = os::Atomic>
class LaneGate {
 public:
  /// Called by any thread. Returns true if the calling thread is now the guest.
  [[nodiscard]] bool try_enter() noexcept {
    auto expected = State::open;
    // acquire: pairs with the release in open(), by the thread that ran in the lane last
    return gate_.compare_exchange_strong(expected, State::guest_inside, std::memory_order_acquire,
                                         std::memory_order_relaxed);
  }
  /// Called by the guest. Returns false if the gate is shut: the guest must end its turn under the
  /// lock.
  [[nodiscard]] bool leave_if_open() noexcept {
    auto expected = State::guest_inside;
    // release: pairs with the acquire in try_enter and in shut
    return gate_.compare_exchange_strong(expected, State::open, std::memory_order_release,
                                         std::memory_order_relaxed);
  }
  /// Shuts the gate. Returns whether a guest is inside that entered it while it was open. Requires:
  /// the lock.
  [[nodiscard]] bool shut() noexcept {
    // acquire: pairs with the release in leave_if_open
    return gate_.exchange(State::shut, std::memory_order_acquire) == State::guest_inside;
  }
  /// Requires: the lock; the lane is idle.
  void open() noexcept {
    // release: pairs with the acquire in try_enter
    gate_.store(State::open, std::memory_order_release);
  }

 private:
  enum class State : std::uint8_t { open, guest_inside, shut };
  Atomic<State> gate_{State::open};
};

}  // namespace orbweaver::dispatch
