// SPDX-License-Identifier: Apache-2.0
// Measures for how long a component processes, sends, and waits for input.
#pragma once
#include <algorithm>
#include <cstdint>

namespace orbweaver::component {

/// Not thread-safe: the caller serialises, so times do not go back. Each moment counts once:
///
///   processing   at least one thread is in the component's own code
///   sending      none is, and at least one sends: it marshals, and waits while destinations take
///                nothing
///   waiting      all others
class WorkMeter {
 public:
  /// A thread begins to process a packet.
  void enter(std::int64_t now_ns) noexcept {
    begin(now_ns);
    most_at_once_ = std::max(most_at_once_, ++at_once_);
  }
  /// A thread that sent what it processed is free again.
  void leave(std::int64_t now_ns) noexcept {
    --at_once_;
    end_sending(now_ns);
  }
  /// A thread that processed is free again, and leaves the sending to another one.
  void leave_unsent(std::int64_t now_ns) noexcept {
    --at_once_;
    pause(now_ns);
  }

  /// A thread begins to process no packet in particular, or goes on after a pause.
  void begin(std::int64_t now_ns) noexcept {
    advance(now_ns);
    ++processing_;
  }
  /// A thread that processes waits for its turn.
  void pause(std::int64_t now_ns) noexcept {
    advance(now_ns);
    --processing_;
  }
  /// A thread that processed begins to send.
  void send(std::int64_t now_ns) noexcept {
    pause(now_ns);
    ++sending_;
  }
  /// A thread begins to send what others have processed.
  void begin_sending(std::int64_t now_ns) noexcept {
    advance(now_ns);
    ++sending_;
  }
  void end_sending(std::int64_t now_ns) noexcept {
    advance(now_ns);
    --sending_;
  }

  /// The time spent on processing. A packet that is being processed counts up to `now_ns`.
  [[nodiscard]] std::int64_t processing_ns(std::int64_t now_ns) const noexcept {
    return processing_ns_ + (processing_ > 0 ? now_ns - since_ns_ : 0);
  }
  [[nodiscard]] std::int64_t sending_ns(std::int64_t now_ns) const noexcept {
    return sending_ns_ + (processing_ == 0 && sending_ > 0 ? now_ns - since_ns_ : 0);
  }
  /// Packets: between enter() and leave().
  [[nodiscard]] unsigned most_at_once() const noexcept { return most_at_once_; }

 private:
  void advance(std::int64_t now_ns) noexcept {
    processing_ns_ = processing_ns(now_ns);
    sending_ns_ = sending_ns(now_ns);
    since_ns_ = now_ns;
  }

  std::int64_t since_ns_ = 0, processing_ns_ = 0, sending_ns_ = 0;
  unsigned processing_ = 0, sending_ = 0;  // threads
  unsigned at_once_ = 0, most_at_once_ = 0;
};

}  // namespace orbweaver::component
