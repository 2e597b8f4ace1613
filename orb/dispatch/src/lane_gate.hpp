// The gate of a lane lets a guest in without the lane's lock: a thread that runs its job itself.
//
//             try_enter                     shut
//     open ──────────────► guest inside ──────────► shut ──┐ open
//      ▲                      │                     ▲      │
//      ├──────────────────────┘ leave_if_open       │ shut │
//      ├────────────────────────────────────────────┘      │
//      └───────────────────────────────────────────────────┘
//
// While it is open the lane is idle. Once it is shut, the lock alone decides, also about a guest
// that is still inside.
#pragma once
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <cstdint>

namespace orbweaver::dispatch {

/// `Atomic` is as os::Atomic; a test puts the model of memory there.
template <template <class> class Atomic = os::Atomic>
class LaneGate {
 public:
  /// Any thread.
  [[nodiscard]] bool try_enter() noexcept {
    auto expected = State::open;
    // acquire: pairs with the release of the thread that opened it, the last to run in the lane
    return gate_.compare_exchange_strong(expected, State::guest_inside, std::memory_order_acquire,
                                         std::memory_order_relaxed);
  }
  /// The guest's call. False: the gate is shut, and the guest must end its turn under the lock.
  [[nodiscard]] bool leave_if_open() noexcept {
    auto expected = State::guest_inside;
    // release: pairs with the acquire in try_enter and in shut
    return gate_.compare_exchange_strong(expected, State::open, std::memory_order_release,
                                         std::memory_order_relaxed);
  }
  /// Whether it was open with a guest inside. Requires: the lock.
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
