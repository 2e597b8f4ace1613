// The times of the packet that a component processes now: what it sends meanwhile is as old.
#pragma once
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/packets/stamp.hpp>

#include <optional>
#include <utility>

namespace orbweaver::packets {

/// As long as it lives, packets that the thread which made it pushes are born and due with `times`,
/// unless the caller says otherwise. Lives on the stack. Nests.
class CurrentTimes {
 public:
  /// `times` outlives the scope.
  explicit CurrentTimes(const Times& times) noexcept
      : outer_(std::exchange(current_here(), &times)) {}
  ~CurrentTimes() { current_here() = outer_; }
  CurrentTimes(const CurrentTimes&) = delete;
  CurrentTimes& operator=(const CurrentTimes&) = delete;

  /// Those of the calling thread; nothing if it processes no packet.
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
