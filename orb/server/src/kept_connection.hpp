// SPDX-License-Identifier: Apache-2.0
// How long a thread of the pool that has read all of a connection keeps it.
//
// A client that waits for its reply often sends its next request within microseconds. To arm the
// descriptor, wait and be woken takes longer than a brief call. So the thread yields, which lets a
// client on the same processor run, and looks again. If another thread waits for events meanwhile,
// that thread takes the events of other connections, and this one goes on looking for as long as a
// reader of a single connection would (PoliteSpin). Otherwise it looks once before a yield and once
// after it. A yield that let other threads run costs them nothing, so it does not count against the
// next look.
//
// After kMostTurns turns in a row other connections come first, unless a thread is free for them.
// Each hand-over wakes such a thread, perhaps on another processor than the client's: with two
// clients and a hand-over after every 64 requests, there were a tenth fewer calls.
#pragma once
#include "next.hpp"

#include <orbweaver/os/thread.hpp>
#include <orbweaver/transport/polite_spin.hpp>

#include <algorithm>

namespace orbweaver::server {

/// Threads: the thread that reads the connection.
class KeptConnection {
 public:
  static constexpr int kMostTurns = 64;

  /// `poll_time` zero: looks once, without a yield, and reads on only if input is there already.
  explicit KeptConnection(Nanoseconds poll_time) noexcept
      : spin_(poll_time, transport::PoliteSpin::kFirstWaitsOfAccepted) {}

  /// Reads the connection while requests come in time. `read`: no request came, and the caller arms
  /// the descriptor. `read_more`: kMostTurns turns were made, and no other thread is free. Any
  /// other result is that of read_available().
  template <class Connection, class IsOtherFree>
  [[nodiscard]] Next read_while_it_comes(Connection& connection, IsOtherFree is_other_free) {
    for (int turns = 0; turns < kMostTurns || is_other_free();
         turns = std::min(turns + 1, kMostTurns)) {
      const auto next = connection.read_available();
      if (next != Next::read) return next;
      if (!gets_input([&] { return connection.has_input(); }, is_other_free)) return Next::read;
    }
    return Next::read_more;
  }

  /// Whether input came in time. The last call is always `has_input`: a descriptor may be waited
  /// for only after it returned false. `is_other_free`: whether another thread waits for events. If
  /// no thread does, connections wait for this thread, so it looks before it yields.
  template <class HasInput, class IsOtherFree>
  [[nodiscard]] bool gets_input(HasInput has_input, IsOtherFree is_other_free) {
    if (!spin_.is_worth_it()) return has_input();
    if (!is_other_free() && has_input()) return true;
    const auto give_up = now() + spin_.budget();
    unsigned yields = 0;
    do {  // at least once, although this thread may not have run for long
      os::yield();
      if (has_input()) return spin_.was_answered(), true;
      if (transport::PoliteSpin::did_others_run(++yields)) return false;
      if (!is_other_free()) break;
    } while (now() < give_up);
    spin_.was_unanswered();
    return false;
  }

 private:
  transport::PoliteSpin spin_;
};

}  // namespace orbweaver::server
