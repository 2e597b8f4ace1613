// How far a send queue is from its end: pure decisions, made under the queue's lock.
//
//                 finishes     ends       breaks   stops
//     open        finishing    finished   broken   stopped
//     finishing   -            finished   broken   stopped
//     stopped     -            finished   broken   -          the turn is handed on still
//     finished    -            -          -        -
//     broken      -            -          -        -
//
// What stays true: what is finished or broken stays so, and its turn is never free again.
#pragma once
#include <orbweaver/transport/connection.hpp>

#include <optional>

namespace orbweaver::wire {

class SendPhase {
 public:
  enum class Phase {
    open,
    finishing,  // what comes is refused, what came before leaves still
    finished,   // everything has left
    broken,     // the transport failed
    stopped,    // its flusher goes, and no thread waits any more
  };

  [[nodiscard]] Phase phase() const noexcept { return phase_; }

  /// False, and nothing changes, if it is not open.
  [[nodiscard]] bool finishes() noexcept {
    if (phase_ != Phase::open) return false;
    phase_ = Phase::finishing;
    return true;
  }
  /// The thread that has the turn to send calls it.
  void ends() noexcept { phase_ = Phase::finished; }
  /// By the thread that has the turn.
  void breaks(const transport::Failure& failure) noexcept {
    phase_ = Phase::broken;
    failure_ = failure;
  }
  void stops() noexcept {
    if (!is_over()) phase_ = Phase::stopped;
  }

  /// Whether what waits is to wait no longer.
  [[nodiscard]] bool is_over() const noexcept {
    return phase_ != Phase::open && phase_ != Phase::finishing;
  }
  /// How what waits fails; nothing if it is not over.
  [[nodiscard]] std::optional<transport::Failure> why_over() const noexcept {
    if (!is_over()) return std::nullopt;
    if (phase_ == Phase::broken) return failure_;
    using transport::Fault;
    return transport::Failure{phase_ == Phase::finished ? Fault::closed : Fault::broken};
  }
  /// How what comes fails; nothing if it is open.
  [[nodiscard]] std::optional<transport::Failure> why_refused() const noexcept {
    if (phase_ == Phase::finishing) return transport::Failure{transport::Fault::closed};
    return why_over();
  }

 private:
  Phase phase_ = Phase::open;
  transport::Failure failure_;  // of the transport, if it is broken
};

}  // namespace orbweaver::wire
