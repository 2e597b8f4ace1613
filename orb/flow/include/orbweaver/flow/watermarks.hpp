// When a bounded queue tells its feeder to pause, and when to go on. Pure arithmetic: no lock, no clock.
//
// The queue pauses its feeder when it reaches the high watermark in messages or bytes, and lets it go on when
// it has fallen to the low watermark in both. Between the two nothing changes (hysteresis).
#pragma once
#include <cstddef>

namespace orbweaver::flow {

struct Watermarks {
  std::size_t high_messages = 64;
  std::size_t low_messages = 16;
  std::size_t high_bytes = 8U << 20;
  std::size_t low_bytes = 2U << 20;
};

/// The level of one queue. The caller serialises access (one queue, one lock).
class Level {
 public:
  explicit Level(Watermarks marks) noexcept : marks_(marks) {}

  /// One message more. Afterwards is_paused() may have become true.
  void add(std::size_t bytes) noexcept {
    ++messages_;
    bytes_ += bytes;
    if (messages_ > most_messages_) most_messages_ = messages_;
    if (messages_ >= marks_.high_messages || bytes_ >= marks_.high_bytes) paused_ = true;
  }

  /// One message less. Returns true if this ends a pause: feeders that wait must be told.
  [[nodiscard]] bool remove(std::size_t bytes) noexcept {
    --messages_;
    bytes_ -= bytes;
    if (!paused_ || messages_ > marks_.low_messages || bytes_ > marks_.low_bytes) return false;
    paused_ = false;
    return true;
  }

  [[nodiscard]] bool is_paused() const noexcept { return paused_; }
  [[nodiscard]] std::size_t messages() const noexcept { return messages_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// The most messages that were there at once.
  [[nodiscard]] std::size_t most_messages() const noexcept { return most_messages_; }

 private:
  Watermarks marks_;
  std::size_t messages_ = 0, bytes_ = 0, most_messages_ = 0;
  bool paused_ = false;
};

}  // namespace orbweaver::flow
