// Lets packets into a component while it runs, and knows how many are inside.
#pragma once
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstddef>

namespace orbweaver::component {

/// Open at first. Threads: any.
class Gate {
 public:
  /// One packet goes in. Blocks: while the gate is closed. False if it is shut.
  [[nodiscard]] bool enter() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_ != State::closed; });
    if (state_ == State::shut) return false;
    ++inside_;
    return true;
  }
  /// One is through.
  void leave() {
    const std::lock_guard lock(mutex_);
    if (--inside_ == 0 && state_ != State::open) changed_.notify_all();
  }

  void open() { become(State::open); }
  /// Packets wait in front of it. Returns when none is inside. Blocks: while packets are processed.
  void close() { become_and_wait(State::closed); }
  /// As close(), for good: packets are refused.
  void shut() { become_and_wait(State::shut); }

 private:
  enum class State { open, closed, shut };

  void become(State state) {
    const std::lock_guard lock(mutex_);
    if (state_ != State::shut) state_ = state;
    changed_.notify_all();
  }
  void become_and_wait(State state) {
    become(state);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return inside_ == 0 || state_ == State::open; });
  }

  os::Mutex mutex_;
  os::ConditionVariable changed_;
  State state_ = State::open;
  std::size_t inside_ = 0;
};

}  // namespace orbweaver::component
