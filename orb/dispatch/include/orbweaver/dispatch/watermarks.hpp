// SPDX-License-Identifier: Apache-2.0
// When the feeders of a bounded queue pause, and when they go on. Pure arithmetic: no lock, no
// clock.
//
// Feeders pause when the queue reaches the high watermark in messages or in bytes. They go on when
// it has fallen to the low watermark in both. Between the two nothing changes (hysteresis). With an
// empty queue feeders never pause, whatever the watermarks are.
#pragma once
#include <algorithm>
#include <cstddef>

namespace orbweaver::dispatch {

struct Watermarks {
  std::size_t high_messages = 64;
  std::size_t low_messages = 16;
  std::size_t high_bytes = 8U << 20;
  std::size_t low_bytes = 2U << 20;

  /// Whether each low watermark is below its high one. Code that reads watermarks from a user
  /// checks this and reports the error. A QueueLevel always uses corrected() ones.
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
class QueueLevel {
 public:
  explicit QueueLevel(Watermarks marks) noexcept : marks_(marks.corrected()) {}

  /// Adds one message. Afterwards is_paused() may have become true.
  void add(std::size_t bytes) noexcept {
    ++messages_;
    bytes_ += bytes;
    most_messages_ = std::max(most_messages_, messages_);
    if (is_full()) paused_ = true;
  }

  /// Removes one message; `bytes` as it was added. Returns true if this ends a pause: the caller
  /// must then notify the feeders that wait.
  [[nodiscard]] bool remove(std::size_t bytes) noexcept {
    --messages_;
    bytes_ -= bytes;
    if (!paused_ || messages_ > marks_.low_messages || bytes_ > marks_.low_bytes) return false;
    paused_ = false;
    return true;
  }

  /// Whether the queue is at a high watermark now. is_paused() stays true longer.
  [[nodiscard]] bool is_full() const noexcept {
    return messages_ >= marks_.high_messages || bytes_ >= marks_.high_bytes;
  }
  [[nodiscard]] bool is_paused() const noexcept { return paused_; }
  [[nodiscard]] std::size_t messages() const noexcept { return messages_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// The most messages that were in the queue at once.
  [[nodiscard]] std::size_t most_messages() const noexcept { return most_messages_; }

 private:
  Watermarks marks_;
  std::size_t messages_ = 0, bytes_ = 0, most_messages_ = 0;
  bool paused_ = false;
};

}  // namespace orbweaver::dispatch
