// SPDX-License-Identifier: Apache-2.0
// The times of the packet that a thread processes. Packets that it sends meanwhile get the same
// age.
#pragma once
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/packets/stamp.hpp>

#include <optional>
#include <utility>

namespace orbweaver::packets {

/// While this object lives, packets that its thread pushes are born and due as `times` say, unless
/// push() gets other times. Lives on the stack. May be nested: the inner object is used.
class CurrentTimes {
 public:
  /// `times` must live as long as this object.
  explicit CurrentTimes(const Times& times) noexcept
      : outer_(std::exchange(current_here(), &times)) {}
  ~CurrentTimes() { current_here() = outer_; }
  CurrentTimes(const CurrentTimes&) = delete;
  CurrentTimes& operator=(const CurrentTimes&) = delete;

  /// The times of the packet that the calling thread processes; nothing if it processes none.
  [[nodiscard]] static std::optional<Times> get() noexcept {
    return current_here() == nullptr ? std::nullopt : std::optional{*current_here()};
  }

 private:
  static const Times*& current_here() noexcept {
    return os::PerThread<const Times*, CurrentTimes>::value();
  }

  const Times* outer_;
};

}  // namespace orbweaver::packets
