// A thread that is alone in an object's lane, to run its job itself.
#pragma once
#include <orbweaver/dispatch/lane.hpp>

#include <utility>

namespace orbweaver::server {

/// Lives on the stack. Leaves the lane however its block ends: a reader that failed to get memory
/// must not keep others out.
class GuestTurn {
 public:
  /// Tries to enter. `lane` must outlive this.
  explicit GuestTurn(dispatch::Lane& lane) noexcept : lane_(lane.try_enter() ? &lane : nullptr) {}
  /// None.
  GuestTurn() noexcept = default;
  GuestTurn(GuestTurn&& other) noexcept : lane_(std::exchange(other.lane_, nullptr)) {}
  GuestTurn& operator=(GuestTurn&&) = delete;
  ~GuestTurn() { end(); }

  /// Whether the calling thread is in the lane.
  explicit operator bool() const noexcept { return lane_ != nullptr; }
  void end() noexcept {
    if (auto* const lane = std::exchange(lane_, nullptr)) lane->leave();
  }

 private:
  dispatch::Lane* lane_ = nullptr;
};

}  // namespace orbweaver::server
