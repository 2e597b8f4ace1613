// SPDX-License-Identifier: Apache-2.0
// RT-CORBA priorities: their native values, and the priority of the calling thread.
#pragma once
#include <orbweaver/os/thread.hpp>

#include <optional>

namespace orbweaver::wire {

/// The native priority: 0 for 0; 1 to 99, linear, for 1 to 32767.
[[nodiscard]] int native_priority(int corba) noexcept;
/// `traits` with that priority: SCHED_FIFO, or the usual scheduling for 0.
[[nodiscard]] os::ThreadTraits with_priority(os::ThreadTraits traits, int corba);
/// Sets the priority of the calling thread. Without the right to it nothing changes, and that is
/// logged once.
void set_priority_of_this_thread(int corba);

/// The priority of the calling thread in RTCORBA::Current; empty: none was set.
[[nodiscard]] std::optional<int>& corba_priority_here() noexcept;

/// While this object lives, the thread that made it runs a request with that priority.
class PriorityScope {
 public:
  /// `base` is the priority that the thread has otherwise. System calls are made only if `priority`
  /// is another one.
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
