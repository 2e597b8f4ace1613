// SPDX-License-Identifier: Apache-2.0
// How far a send queue is from its end: pure decisions, made under the queue's lock.
//
//                 finishes     ends       breaks   stops
//     open        finishing    finished   broken   stopped
//     finishing   -            finished   broken   stopped
//     stopped     -            finished   broken   -          the SendLock is passed on still
//     finished    -            -          -        -
//     broken      -            -          -        -
//
// What stays true: a finished or broken queue stays so, and its SendLock is never free again.
#pragma once
#include <orbweaver/transport/connection.hpp>

#include <optional>

namespace orbweaver::wire {

class SendPhase {
 public:
  enum class Phase {
    open,
    finishing,  // new messages are refused, earlier ones are still sent
    finished,   // everything was sent
    broken,     // the transport failed
    stopped,    // the flusher ends, and no thread waits any more
  };

  [[nodiscard]] Phase phase() const noexcept { return phase_; }

  /// Goes from open to finishing. Returns false, and changes nothing, if the queue is not open.
  [[nodiscard]] bool finishes() noexcept {
    if (phase_ != Phase::open) return false;
    phase_ = Phase::finishing;
    return true;
  }
  /// Called by the thread that holds the SendLock.
  void ends() noexcept { phase_ = Phase::finished; }
  /// Called by the thread that holds the SendLock.
  void breaks(const transport::ConnectionFailure& failure) noexcept {
    phase_ = Phase::broken;
    failure_ = failure;
  }
  void stops() noexcept {
    if (!is_over()) phase_ = Phase::stopped;
  }

  /// Whether waiting threads must stop to wait.
  [[nodiscard]] bool is_over() const noexcept {
    return phase_ != Phase::open && phase_ != Phase::finishing;
  }
  /// The failure of messages that wait; nothing if it is not over.
  [[nodiscard]] std::optional<transport::ConnectionFailure> why_over() const noexcept {
    if (!is_over()) return std::nullopt;
    if (phase_ == Phase::broken) return failure_;
    using transport::ConnectionFault;
    return transport::ConnectionFailure{phase_ == Phase::finished ? ConnectionFault::closed
                                                                  : ConnectionFault::broken};
  }
  /// The failure of new messages; nothing if the queue is open.
  [[nodiscard]] std::optional<transport::ConnectionFailure> why_refused() const noexcept {
    if (phase_ == Phase::finishing)
      return transport::ConnectionFailure{transport::ConnectionFault::closed};
    return why_over();
  }

 private:
  Phase phase_ = Phase::open;
  transport::ConnectionFailure failure_;  // the transport's, if the phase is broken
};

}  // namespace orbweaver::wire
