// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/thread_priority.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/per_thread.hpp>

namespace orbweaver::wire {

int native_priority(int corba) noexcept {
  constexpr int kMostCorba = 32767, kMostNative = 99;
  return corba <= 0 ? 0 : 1 + (corba - 1) * (kMostNative - 1) / (kMostCorba - 1);
}

os::ThreadTraits with_priority(os::ThreadTraits traits, int corba) {
  if (corba <= 0) return traits;
  traits.scheduling = os::SchedulingClass::fifo;
  traits.priority = native_priority(corba);
  return traits;
}

void set_priority_of_this_thread(int corba) {
  static os::Atomic<bool> was_reported{false};
  const auto applied = os::set_priority_of_this_thread(native_priority(corba));
  if (!applied && !was_reported.exchange(true))
    log().warn("a thread keeps its scheduling: {}", os::describe(applied.error()));
}

std::optional<int>& corba_priority_here() noexcept {
  return os::PerThread<std::optional<int>, struct CorbaPriority>::value();
}

PriorityScope::PriorityScope(int priority, int base)
    : before_(corba_priority_here()),
      is_other_(native_priority(priority) != native_priority(base)) {
  corba_priority_here() = priority;
  if (!is_other_) return;
  scheduling_before_ = os::scheduling_of_this_thread();
  set_priority_of_this_thread(priority);
}

PriorityScope::~PriorityScope() {
  corba_priority_here() = before_;
  if (is_other_) os::restore_scheduling_of_this_thread(scheduling_before_);
}

}  // namespace orbweaver::wire
