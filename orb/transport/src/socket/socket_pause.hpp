// SPDX-License-Identifier: Apache-2.0
// How long a receiver of one-way messages pauses between two polls of its socket.
//
// A poll takes the socket's lock, which the sender needs, too. Over TCP it also acknowledges what
// has come, and then the sender's system sends each small message in a segment of its own. If polls
// are fewer, several messages go in one segment: null messages between two processors 432,000 a
// second with pauses of 5 us, 1,197,000 with 50 us (loopback; over unix sockets there is no
// difference).
//
// A pause makes a message late. So it grows only while messages come more often than every 5 us.
//
// The sender may be on the receiver's processor. If a yield lets the sender run, no time is lost.
// But a yield returns at once while the receiver's scheduling group has had less of the processor
// than the sender's: groups are sessions (autogroup), services and containers (cgroups). A receiver
// that only polls then takes half of the processor. So after a yield that brought messages it
// sleeps in place of some pauses (1.0 in place of 0.8 of the rate of raw sockets,
// docs/verify/benchmarks.md, streams on one processor). A message, or a deadline of the receiver,
// may then be some 70 us later.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>
#include <cstddef>

namespace orbweaver::transport {

/// Not thread-safe: used by the receiver alone.
class SocketPause {
 public:
  static constexpr Nanoseconds kLeast = std::chrono::microseconds(5);
  static constexpr Nanoseconds kMostOverTcp = std::chrono::microseconds(50);
  /// So many messages have come at once if the sender ran for tens of us.
  static constexpr unsigned kFramesOfATurn = 32;
  /// A socket holds few messages that are larger: the sender would wait for a receiver that sleeps.
  static constexpr std::size_t kMostWithSleeps = 1024;
  /// At most so many sleeps follow one yield that brought messages, so that the receiver soon
  /// notices a sender that moves to another processor.
  static constexpr unsigned kSleeps = 8;

  explicit SocketPause(Nanoseconds most = kLeast) noexcept : most_(most) {}

  /// Call it for each frame that is given to the receiver's caller.
  void took_a_frame(std::size_t size) noexcept {
    ++frames_;
    bytes_ += size;
  }
  /// Call it before a wait for an answer: messages that came with calls and replies are no stream.
  void awaits_answer() noexcept {
    frames_ = 0;
    bytes_ = 0;
    pause_ = kLeast;
  }
  /// The pause that is to follow a poll which found nothing at `moment`.
  [[nodiscard]] Nanoseconds next(TimePoint moment) noexcept {
    const bool is_dense = frames_ > 1 && moment - last_ <= frames_ * kLeast;
    pause_ = is_dense ? std::min(2 * pause_, most_) : std::max(pause_ / 2, kLeast);
    is_senders_turn_ = is_dense && frames_ >= kFramesOfATurn && bytes_ <= frames_ * kMostWithSleeps;
    frames_ = 0;
    bytes_ = 0;
    last_ = moment;
    return pause_;
  }
  /// Call it when a poll found messages. `after_long_yield`: in which the sender probably ran.
  void found_messages(bool after_long_yield) noexcept {
    if (after_long_yield) sleeps_left_ = kSleeps;
  }
  /// Whether to sleep in place of this pause, however long it is. Call it once for each.
  [[nodiscard]] bool sleeps() noexcept {
    if (!is_senders_turn_ || sleeps_left_ == 0) return false;
    --sleeps_left_;
    return true;
  }

 private:
  Nanoseconds most_;
  Nanoseconds pause_ = kLeast;
  bool is_senders_turn_ = false;
  unsigned sleeps_left_ = 0;
  unsigned frames_ = 0;    // since `last_`
  std::size_t bytes_ = 0;  // in them
  TimePoint last_;         // the last poll that found nothing
};

}  // namespace orbweaver::transport
