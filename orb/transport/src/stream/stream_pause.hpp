// How long a receiver of one-way messages pauses between two polls of its socket.
//
// A poll takes the socket's lock, which the sender needs, too. Over TCP it also acknowledges what has
// come, and then the sender's system sends each small message in a segment of its own. If polls are
// fewer, several messages go in one segment: null messages between two processors 432,000 a second
// with pauses of 5 us, 1,197,000 with 50 us (loopback; over unix sockets there is no difference).
//
// A pause makes a message late. So it grows only while messages come more often than every 5 us.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>

namespace orbweaver::transport {

/// Not thread-safe: the receiver's.
class StreamPause {
 public:
  static constexpr Nanoseconds kLeast = std::chrono::microseconds(5);
  static constexpr Nanoseconds kMostOverTcp = std::chrono::microseconds(50);

  explicit StreamPause(Nanoseconds most = kLeast) noexcept : most_(most) {}

  /// Call it for each frame that is given to the receiver's caller.
  void took_a_frame() noexcept { ++frames_; }
  /// Call it before a wait for an answer: what came with calls and replies is no stream.
  void awaits_answer() noexcept {
    frames_ = 0;
    pause_ = kLeast;
  }
  /// The pause that is to follow a poll which found nothing at `moment`.
  [[nodiscard]] Nanoseconds next(TimePoint moment) noexcept {
    const bool is_dense = frames_ > 1 && moment - last_ <= frames_ * kLeast;
    pause_ = is_dense ? std::min(2 * pause_, most_) : std::max(pause_ / 2, kLeast);
    frames_ = 0;
    last_ = moment;
    return pause_;
  }

 private:
  Nanoseconds most_;
  Nanoseconds pause_ = kLeast;
  unsigned frames_ = 0;  // since `last_`
  TimePoint last_;       // the last poll that found nothing
};

}  // namespace orbweaver::transport
