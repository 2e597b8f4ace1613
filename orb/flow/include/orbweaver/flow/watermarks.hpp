// When a bounded queue tells its feeder to pause, and when to go on. Pure arithmetic: no lock, no
// clock.
//
// The queue pauses its feeder when it reaches the high watermark in messages or bytes, and lets it
// go on when it has fallen to the low watermark in both. Between the two nothing changes
// (hysteresis). An empty queue is never paused, whatever the watermarks.
#pragma once
#include <algorithm>
#include <cstddef>

namespace orbweaver::flow {

struct Watermarks {
  std::size_t high_messages = 64;
  std::size_t low_messages = 16;
  std::size_t high_bytes = 8U << 20;
  std::size_t low_bytes = 2U << 20;

  /// Each low watermark lies below its high one. Whoever reads watermarks from a person checks this
  /// and says what is wrong; a Level takes corrected() in any case.
  [[nodiscard]] constexpr bool is_valid() const noexcept {
    return low_messages < high_messages && low_bytes < high_bytes;
  }

  /// The nearest valid watermarks: a high one is at least 1, a low one at most one less than its
  /// high one.
  [[nodiscard]] constexpr Watermarks corrected() const noexcept {
    Watermarks marks = *this;
    marks.high_messages = std::max<std::size_t>(high_messages, 1);
    marks.high_bytes = std::max<std::size_t>(high_bytes, 1);
    marks.low_messages = std::min(low_messages, marks.high_messages - 1);
    marks.low_bytes = std::min(low_bytes, marks.high_bytes - 1);
    return marks;
  }
};

/// The level of one queue. The caller serialises access (one queue, one lock).
class Level {
 public:
  explicit Level(Watermarks marks) noexcept : marks_(marks.corrected()) {}

  /// One message more. Afterwards is_paused() may have become true.
  void add(std::size_t bytes) noexcept {
    ++messages_;
    bytes_ += bytes;
    most_messages_ = std::max(most_messages_, messages_);
    if (is_full()) paused_ = true;
  }

  /// One message less; `bytes` as it was added. Returns true if this ends a pause: feeders that
  /// wait must be notified.
  [[nodiscard]] bool remove(std::size_t bytes) noexcept {
    --messages_;
    bytes_ -= bytes;
    if (!paused_ || messages_ > marks_.low_messages || bytes_ > marks_.low_bytes) return false;
    paused_ = false;
    return true;
  }

  /// Whether it has reached a high watermark; is_paused() lasts longer than that.
  [[nodiscard]] bool is_full() const noexcept {
    return messages_ >= marks_.high_messages || bytes_ >= marks_.high_bytes;
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
