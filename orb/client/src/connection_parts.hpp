// SPDX-License-Identifier: Apache-2.0
// State that the parts of a client's connection share: the transport, the send queue, the end of
// the connection, and one lock.
#pragma once
#include "oneway_outcomes.hpp"

#include <orbweaver/giop/message.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/wire/failure.hpp>
#include <orbweaver/wire/send_queue.hpp>
#include <orbweaver/wire/statistics.hpp>
#include <orbweaver/wire/waking_lock.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace orbweaver::client {

/// How a client's connection ends: which side ended it, and whether requests that were sent have
/// run. Threads: state() and is_open() from any thread, as hints; all else with the connection's
/// lock.
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
    server_gone,  // the server may not have read all that was sent
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
  [[nodiscard]] const transport::ConnectionFailure& failure() const noexcept { return failure_; }

  /// Goes from open, or only_answers, to `state`. False, and nothing changes, if it has ended.
  [[nodiscard]] bool end_as(State state) noexcept {
    if (!may_answer()) return false;
    state_.store(state, std::memory_order_relaxed);
    return true;
  }
  [[nodiscard]] bool fail(const transport::ConnectionFailure& failure) noexcept {
    if (is_open()) failure_ = failure;
    return end_as(State::failed);
  }
  /// Goes from open to only_answers; nothing changes in other states.
  void stop_sending(const transport::ConnectionFailure& failure) noexcept {
    if (!is_open()) return;
    failure_ = failure;
    state_.store(State::only_answers, std::memory_order_relaxed);
  }
  /// Goes from server_closing, or server_gone, to server_read_all.
  void server_has_read_all() noexcept {
    state_.store(State::server_read_all, std::memory_order_relaxed);
  }
  void server_has_gone() noexcept { state_.store(State::server_gone, std::memory_order_relaxed); }

 private:
  os::Atomic<State> state_{State::open};
  transport::ConnectionFailure failure_ = {};
};

struct ConnectionParts {
  using Lock = wire::WakingLock;

  ConnectionParts(std::unique_ptr<transport::Connection> connection, giop::Version version_of_all,
                  dispatch::Watermarks send_watermarks, wire::Counters& counters);

  /// Sends a CancelRequest if the transport takes it at once; otherwise does nothing.
  void cancel(std::uint32_t request_id) noexcept;

  /// The failure of a call whose transport has failed with `failure`. Requires: lock held, unless
  /// it is a timeout.
  [[nodiscard]] wire::CallFailure failure_of(const transport::ConnectionFailure& failure,
                                             giop::Completion completed) const;
  /// The failure of a call that was not answered before the end. Requires: lock held, and an end.
  [[nodiscard]] wire::CallFailure failure_at_end() const;
  [[nodiscard]] wire::CallFailure no_reply_in_time() const;

  const std::unique_ptr<transport::Connection> transport;
  const std::string peer;
  const giop::Version version;  // of all messages to the server
  wire::Counters& counters;
  wire::SendQueue queue;
  OnewayOutcomes outcomes;

  wire::WakingMutex mutex;  // guards the members below, and the other parts of the connection
  // The end, or work for AsyncReader. A caller that waits for its reply sleeps by itself.
  os::ConditionVariable changed;
  ConnectionEnd end;
  bool is_being_read = false;  // the thread that leads reads, without the lock
  bool has_received = false;
};

}  // namespace orbweaver::client
