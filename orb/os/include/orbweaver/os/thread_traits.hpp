// SPDX-License-Identifier: Apache-2.0
// How a thread runs: its name, its processors, its scheduling class.
#pragma once
#include <orbweaver/base/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::os {

enum class SchedulingClass { other, fifo, rr };

/// How a thread runs. The default is what the thread inherits.
struct ThreadTraits {
  std::string name;            // shown in /proc; cut to 15 characters
  std::vector<unsigned> cpus;  // empty: all
  SchedulingClass scheduling = SchedulingClass::other;
  int priority = 0;  // 1..99 in fifo and rr
};

enum class ThreadError { bad_cpu_list, no_such_cpu, bad_priority, not_permitted };
/// One line that says how to fix it.
[[nodiscard]] std::string_view describe(ThreadError error) noexcept;

/// Turns "0,2-3" into {0, 2, 3}, sorted, and "all" and "" into an empty list.
/// Fails: bad_cpu_list; no_such_cpu for a number that no machine has (above 1023).
[[nodiscard]] Result<std::vector<unsigned>, ThreadError> parse_cpu_list(std::string_view text);

/// Applies the traits to the calling thread; threads that it starts inherit processors and class.
/// Tries every trait. Fails: with the first that failed. A trait that fails changes nothing.
[[nodiscard]] Result<void, ThreadError> apply_to_this_thread(const ThreadTraits& traits);

/// Sets the scheduling of the calling thread: SCHED_FIFO at `priority`, 1 to 99; 0: the usual one.
[[nodiscard]] Result<void, ThreadError> set_priority_of_this_thread(int priority) noexcept;

/// How a thread is scheduled, in the system's terms.
struct Scheduling {
  int policy = 0;
  int priority = 0;
};
[[nodiscard]] Scheduling scheduling_of_this_thread() noexcept;
/// Restores an earlier scheduling of the calling thread. If the thread has no right to it, nothing
/// changes.
void restore_scheduling_of_this_thread(Scheduling before) noexcept;

/// How many processors this process (its main thread) may use, at least 1.
[[nodiscard]] unsigned usable_cpus() noexcept;

/// The processor on which the calling thread runs now.
[[nodiscard]] std::uint32_t current_cpu() noexcept;

}  // namespace orbweaver::os
