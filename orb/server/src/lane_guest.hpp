// SPDX-License-Identifier: Apache-2.0
// A thread that is alone in an object's lane, to run its job itself.
//
// Threads R and S read requests for one object, of two connections:
//
//   R: enters the lane; the servant runs
//   S: finds the lane taken, and looks again for a moment
//   R: the servant has returned: R leaves the lane, and sends the reply
//   S: enters
//
// If S gave its request to the pool instead, the lane would stay with the pool's thread as long as
// requests come, and each request would wake a thread.
#pragma once
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/server/service_time.hpp>

#include <utility>

namespace orbweaver::server {

/// Lives on the stack. Leaves the lane however its block ends: a reader that failed to get memory
/// must not keep other threads out.
class LaneGuest {
 public:
  /// Tries to enter. `lane` must outlive this.
  explicit LaneGuest(dispatch::Lane& lane) noexcept : lane_(lane.try_enter() ? &lane : nullptr) {}
  /// Tries to enter a lane whose requests are brief: for some microseconds, and yields once.
  [[nodiscard]] static LaneGuest enter_soon(dispatch::Lane& lane) noexcept {
    LaneGuest guest;
    if (can_enter_soon(lane)) guest.lane_ = &lane;
    return guest;
  }
  /// A guest of no lane.
  LaneGuest() noexcept = default;
  LaneGuest(LaneGuest&& other) noexcept : lane_(std::exchange(other.lane_, nullptr)) {}
  LaneGuest& operator=(LaneGuest&&) = delete;
  ~LaneGuest() { end(); }

  /// Whether the calling thread is in the lane.
  explicit operator bool() const noexcept { return lane_ != nullptr; }
  void end() noexcept {
    if (auto* const lane = std::exchange(lane_, nullptr)) lane->leave();
  }

 private:
  // A brief request is over in less time than a thread takes to wake.
  static constexpr int kLooks = 40;

  [[nodiscard]] static bool can_enter_soon(dispatch::Lane& lane) noexcept {
    if (lane.try_enter()) [[likely]]
      return true;
    if (look_for_a_moment(lane)) return true;
    os::yield();  // perhaps the thread in the lane waits for this processor
    return look_for_a_moment(lane);
  }
  [[nodiscard]] static bool look_for_a_moment(dispatch::Lane& lane) noexcept {
    for (int i = 0; i < kLooks; ++i) {
      if (lane.try_enter()) return true;
      os::relax();
    }
    return false;
  }

  dispatch::Lane* lane_ = nullptr;
};

/// One request that a guest of a lane runs.
class GuestRun {
 public:
  /// `timed` notes how long the servant takes; null: that is not noted.
  GuestRun(LaneGuest& guest, ServiceTime* timed) noexcept
      : guest_(guest), timed_(timed), since_(timed != nullptr ? now() : TimePoint{}) {}
  /// The lane is free from now on: the reply, which may wait for the client, is sent behind it.
  void servant_has_returned() noexcept {
    if (timed_ != nullptr) timed_->note(now() - since_);
    guest_.end();
  }

 private:
  LaneGuest& guest_;
  ServiceTime* const timed_;
  const TimePoint since_;
};

}  // namespace orbweaver::server
