// SPDX-License-Identifier: Apache-2.0
// Lets packets into a component while it runs. Counts the packets inside, and those on which the
// component's own code works.
//
// A packet inside that is not at work waits for its turn, or its results are being sent. Sending
// may take long, and a destination that was stopped takes no packets. So close() waits only for
// packets at work: components can be stopped in any order.
//
//   enter() ──► at work ──► pause_work() ──► leave()
//                 ▲              │
//                 └ resume_work()┘
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <mutex>

namespace orbweaver::component {

/// The gate is open at first. Threads: any. Entering an open gate takes no lock.
class PacketGate {
 public:
  /// A packet enters and is at work. Blocks: while the gate is closed. Returns false if it is shut.
  [[nodiscard]] bool enter() { return pass(kInside + kAtWork); }
  /// The packet is no longer at work, but still inside.
  void pause_work() { withdraw(kAtWork); }
  /// The packet is at work again. Blocks: while the gate is closed. Returns false if it is shut:
  /// then the packet is still inside, and not at work.
  [[nodiscard]] bool resume_work() { return pass(kAtWork); }
  /// A packet that is not at work leaves.
  void leave() { withdraw(kInside); }

  [[nodiscard]] bool is_at_work() const noexcept { return (word_.load() & kAllAtWork) != 0; }

  void open() { become(State::open); }
  /// From now on packets wait at enter() and resume_work(). Blocks: until no packet is at work.
  void close() { become_and_wait(State::closed, kAllAtWork); }
  /// Like close(), if the gate is open. Returns false if it was not open, and no packet is at work.
  [[nodiscard]] bool close_if_open() {
    switch (state_of(word_.load())) {
      case State::open:
        close();
        return true;
      case State::closed:
        break;
      case State::shut:  // packets may still be at work
        become_and_wait(State::shut, kAllAtWork);
    }
    return false;
  }
  /// Refuses packets from now on, for good. Blocks: until no packet is inside, also for packets
  /// that are being sent.
  void shut() { become_and_wait(State::shut, kAllInside); }

 private:
  enum class State : std::uint64_t { open, closed, shut };

  // One word, so that a thread that counts itself sees the state of the same moment:
  //   bits 0, 1: the state; 2 to 31: how many are at work; 32 to 63: how many are inside
  static constexpr std::uint64_t kState = 3, kAtWork = 4, kInside = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kAllInside = ~(kInside - 1), kAllAtWork = ~kAllInside & ~kState;

  static State state_of(std::uint64_t word) noexcept { return static_cast<State>(word & kState); }

  bool pass(std::uint64_t amount) {
    while (state_of(word_.fetch_add(amount)) != State::open) [[unlikely]] {
      withdraw(amount);
      if (!wait_until_open()) return false;
    }
    return true;
  }
  void withdraw(std::uint64_t amount) {
    if (state_of(word_.fetch_sub(amount)) == State::open) [[likely]]
      return;
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }
  /// False if the gate is shut.
  bool wait_until_open() {
    const os::BlockedThread blocked;  // the call that opens the gate may need a thread of this pool
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_of(word_.load()) != State::closed; });
    return state_of(word_.load()) != State::shut;
  }

  void become(State state) {
    const std::lock_guard lock(mutex_);  // held by every thread that changes the state
    const auto before = state_of(word_.load());
    if (before != State::shut)
      word_.fetch_add(static_cast<std::uint64_t>(state) - static_cast<std::uint64_t>(before));
    changed_.notify_all();
  }
  void become_and_wait(State state, std::uint64_t counted) {
    become(state);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      const auto word = word_.load();
      return (word & counted) == 0 || state_of(word) == State::open;
    });
  }

  os::Atomic<std::uint64_t> word_{0};
  os::Mutex mutex_;
  os::ConditionVariable changed_;
};

}  // namespace orbweaver::component
