// Priorities of RT-CORBA as the system knows them, and that of the calling thread.
#pragma once
#include <orbweaver/os/thread.hpp>

#include <optional>

namespace orbweaver::wire {

/// 0 for 0; 1 to 99, linear, for 1 to 32767.
[[nodiscard]] int native_priority(int corba) noexcept;
/// `traits` with that priority: SCHED_FIFO, or the usual scheduling for 0.
[[nodiscard]] os::ThreadTraits with_priority(os::ThreadTraits traits, int corba);
/// Without the right to it the thread keeps its own, which is logged once.
void set_priority_of_this_thread(int corba);

/// What RTCORBA::Current says of the calling thread; empty: nothing was set.
[[nodiscard]] std::optional<int>& corba_priority_here() noexcept;

/// As long as it lives, the thread that made it carries out a request of that priority.
class PriorityScope {
 public:
  /// `base` is what the thread has otherwise: only another one costs system calls.
  PriorityScope(int priority, int base);
  ~PriorityScope();
  PriorityScope(const PriorityScope&) = delete;
  PriorityScope& operator=(const PriorityScope&) = delete;

 private:
  std::optional<int> before_;
  bool is_other_;
  os::Scheduling scheduling_before_;
};

}  // namespace orbweaver::wire
