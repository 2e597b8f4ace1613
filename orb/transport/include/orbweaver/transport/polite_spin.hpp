// SPDX-License-Identifier: Apache-2.0
// Whether a thread that waits for a frame should poll for a while before it blocks.
//
// Polling gets a frame that comes soon earlier: to block and be woken takes longer than a brief
// call, and a wake-up across processors takes 20 to 60 us on a virtual machine. Between two polls
// the thread yields, so that a peer on the same processor can answer at once. After a wait in which
// polling found nothing, the next waits do not poll. Their number grows with each such wait, so
// that a thread that waits for long takes no processor time.
//
// If a yield let others run, and nothing came meanwhile, the processors are wanted: this wait and
// the next ones block. With several clients on few processors those that poll would take the time
// of those that have something to do. If that goes on among calls and replies, ever more waits
// block. Then the system also moves threads that wake each other to one processor. In a stream of
// one-way messages it is the sender that ran, and a receiver that sleeps would cost it a wake-up
// for each message.
//
// An accepted connection polls in none of its first waits. Many carry a few requests and then
// nothing for long: those to a naming service, or from a domain that sets up its components.
// Hundreds of them at once would take the processors from what they wait for. One that carries
// packets has made its first messages soon.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/given_way.hpp>

#include <algorithm>

namespace orbweaver::transport {

/// Not thread-safe: the receiver's.
class PoliteSpin {
 public:
  static constexpr unsigned kMostWaitsSkipped = 64;
  static constexpr unsigned kFirstWaitsOfAccepted = 8;
  static constexpr unsigned kFirstWaitsAfterOthersRan = 16, kMostWaitsAfterOthersRan = 1024;
  /// So many answered waits show that the processors are not wanted any more.
  static constexpr unsigned kCalmWaits = 64;

  /// `budget`: how long to poll in one wait; zero: never poll. `to_skip`: the first waits, which do
  /// not poll.
  explicit PoliteSpin(Nanoseconds budget, unsigned to_skip = 0) noexcept
      : budget_(budget), to_skip_(to_skip) {}

  [[nodiscard]] Nanoseconds budget() const noexcept { return budget_; }
  /// Whether to poll in this wait. Call it once for each wait.
  [[nodiscard]] bool is_worth_it() noexcept {
    if (budget_ == Nanoseconds{0}) return false;
    if (to_skip_ == 0) return true;
    --to_skip_;
    return false;
  }
  void was_answered() noexcept {
    last_skip_ = 0;
    if (++answered_ >= kCalmWaits) skip_after_others_ = 0;
  }
  void was_unanswered() noexcept {
    last_skip_ = std::min(2 * last_skip_ + 1, kMostWaitsSkipped);
    to_skip_ = last_skip_;
  }
  enum class Between { calls_and_replies, messages_of_a_stream };
  void others_ran(Between waits) noexcept {
    answered_ = 0;
    if (waits == Between::messages_of_a_stream) skip_after_others_ = 0;
    skip_after_others_ =
        std::clamp(2 * skip_after_others_, kFirstWaitsAfterOthersRan, kMostWaitsAfterOthersRan);
    to_skip_ = skip_after_others_;
  }
  /// Call it after each yield of a wait, with how many there were in it: whether the system says
  /// that others ran meanwhile. It is asked now and then, as the question takes as long as a yield.
  [[nodiscard]] static bool did_others_run(unsigned yields) noexcept {
    return yields % kYieldsBeforeQuestion == 0 && os::has_given_way();
  }

 private:
  // A brief call is answered before the first question. With 16 two clients make a fifth fewer
  // calls.
  static constexpr unsigned kYieldsBeforeQuestion = 4;

  Nanoseconds budget_;
  unsigned to_skip_, last_skip_ = 0, skip_after_others_ = 0;
  unsigned answered_ = 0;  // waits, since others ran
};

}  // namespace orbweaver::transport
