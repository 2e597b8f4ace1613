// How a client's connection ends: which side ended it, and what that means for what was sent.
//
//   open ─┬─ failure ──────────► failed
//         ├─ the server reads no more, and calls wait ──► only_answers ── as from open
//         ├─ MessageError ─────► message_refused
//         ├─ close() ──────────► closed_by_us
//         ├─ close_idle ───────► closed_as_idle       by us; the server has read everything
//         └─ CloseConnection ──► server_closing ─┬─ CloseConnection again ──► server_read_all
//                                                └─ another end, or none ───► server_gone
//
// server_gone becomes server_read_all if the second CloseConnection comes after the wait for it has
// ended. There is no other way out of the states on the right.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/transport/connection.hpp>

#include <atomic>
#include <cstdint>

namespace orbweaver::client {

/// Threads: state() and is_open() from any thread, as hints; all else with the connection's lock.
class ConnectionEnd {
 public:
  enum class State : std::uint8_t {
    open,
    only_answers,     // nothing can be sent, as failure() says; what was sent may still be answered
    failed,           // failure() says why
    message_refused,  // the server could not read what was sent
    closed_by_us,
    closed_as_idle,
    server_closing,  // CloseConnection came: what was not answered did not run
    server_read_all,
    server_gone,  // it may not have read all that was sent
  };

  // relaxed: a hint without the lock; with it, the lock orders
  [[nodiscard]] State state() const noexcept { return state_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool is_open() const noexcept { return state() == State::open; }
  /// Whether failure() says why nothing can be sent.
  [[nodiscard]] bool has_failed() const noexcept {
    return state() == State::failed || state() == State::only_answers;
  }
  /// Whether a reply may still come.
  [[nodiscard]] bool may_answer() const noexcept {
    return is_open() || state() == State::only_answers;
  }
  /// Whether the server is expected to end the connection.
  [[nodiscard]] bool awaits_server() const noexcept { return state() == State::server_closing; }
  /// Whether the outcome of every request that was sent is known, as far as this end shows it.
  [[nodiscard]] bool is_settled() const noexcept {
    return state() == State::closed_by_us || has_lost_nothing();
  }
  /// Whether the server has certainly read all that was sent.
  [[nodiscard]] bool has_lost_nothing() const noexcept {
    return state() == State::closed_as_idle || state() == State::server_read_all;
  }
  [[nodiscard]] const transport::Failure& failure() const noexcept { return failure_; }

  /// From open, or only_answers. False, and nothing changes, if it has ended.
  [[nodiscard]] bool end_as(State state) noexcept {
    if (!may_answer()) return false;
    state_.store(state, std::memory_order_relaxed);
    return true;
  }
  [[nodiscard]] bool fail(const transport::Failure& failure) noexcept {
    if (is_open()) failure_ = failure;
    return end_as(State::failed);
  }
  /// From open to only_answers; nothing changes in other states.
  void stop_sending(const transport::Failure& failure) noexcept {
    if (!is_open()) return;
    failure_ = failure;
    state_.store(State::only_answers, std::memory_order_relaxed);
  }
  /// From server_closing, or server_gone.
  void server_has_read_all() noexcept {
    state_.store(State::server_read_all, std::memory_order_relaxed);
  }
  void server_has_gone() noexcept { state_.store(State::server_gone, std::memory_order_relaxed); }

 private:
  os::Atomic<State> state_{State::open};
  transport::Failure failure_ = {};
};

}  // namespace orbweaver::client
