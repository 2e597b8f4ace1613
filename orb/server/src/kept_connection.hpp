// Whether a thread of the pool that has read all of a connection should keep it for a moment.
//
// A client that waits for its reply often sends its next request within microseconds. To arm the
// descriptor, wait and be woken takes longer than a brief call. So the thread yields, which lets a
// client on the same processor run, and looks again. If another thread waits for events meanwhile,
// it takes those of other connections, and this thread goes on looking for as long as a reader of a
// single connection would (PoliteSpin). Otherwise it looks only once. A yield that let others run
// costs them nothing, so it does not count against the next look.
#pragma once
#include <orbweaver/os/thread.hpp>
#include <orbweaver/transport/polite_spin.hpp>

namespace orbweaver::server {

/// Threads: the one that reads the connection.
class KeptConnection {
 public:
  /// `poll_time` zero: never keeps it.
  explicit KeptConnection(Nanoseconds poll_time) noexcept
      : spin_(poll_time, transport::PoliteSpin::kFirstWaitsOfAccepted) {}

  /// Whether input came in time. `is_other_free`: whether another thread waits for events.
  template <class HasInput, class IsOtherFree>
  [[nodiscard]] bool gets_input(HasInput has_input, IsOtherFree is_other_free) {
    if (!spin_.is_worth_it()) return false;
    const auto give_up = now() + spin_.budget();
    unsigned yields = 0;
    do {  // at least once, however long this thread did not run
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
