// SPDX-License-Identifier: Apache-2.0
// Polls shared memory for a while before the thread sleeps. PoliteSpin says when polling is of use.
//
// If the peer runs on another processor, the thread polls in a tight loop: no system call is needed
// while the peer answers within some microseconds. If the peer runs on this processor, the thread
// yields after each poll, so that the peer can run. It also yields if other threads of this process
// poll on this processor.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/thread.hpp>

#include <orbweaver/transport/polite_spin.hpp>
#include "shm/pollers_here.hpp"

#include <cstdint>

namespace orbweaver::transport::shm {

/// Threads: one at a time, though not always the same thread.
class BriefPoll {
 public:
  /// `to_skip`: the first waits, which do not poll.
  explicit BriefPoll(Nanoseconds budget, unsigned to_skip = 0) noexcept : spin_(budget, to_skip) {}

  /// Whether the condition held within the budget. Checks it at least once. `peer_cpu`: the
  /// processor on which the peer ran last.
  template <class Condition>
  [[nodiscard]] bool until(Condition condition, std::uint32_t peer_cpu) {
    if (condition()) return true;
    if (!spin_.is_worth_it()) return false;
    const bool came = poll(condition, peer_cpu == os::current_cpu() ? 1 : kPollsAtOnce);
    if (came)
      spin_.was_answered();
    else
      spin_.was_unanswered();
    return came;
  }

 private:
  static constexpr int kPollsAtOnce = 400;
  // The first polls do without os::relax(), which takes about a third of the time that a message
  // takes from processor to processor.
  static constexpr int kPollsWithoutPause = 200;

  template <class Condition>
  [[nodiscard]] bool poll(Condition condition, int polls_at_once) const {
    const auto give_up = now() + spin_.budget();
    const PollersHere pollers;
    do {
      for (int i = 0; i < polls_at_once; ++i) {
        if (condition()) return true;
        if (pollers.are_others()) break;
        if (i > kPollsWithoutPause) os::relax();
      }
      os::yield();
    } while (now() < give_up);
    return condition();
  }

  PoliteSpin spin_;
};

}  // namespace orbweaver::transport::shm
