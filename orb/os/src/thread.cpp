// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/thread.hpp>

#include <orbweaver/os/own_thread.hpp>
#include <orbweaver/os/per_thread.hpp>

#include <orbweaver/base/log.hpp>

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <optional>

#include "alternate_stack.hpp"

namespace orbweaver::os {

namespace {

constexpr std::size_t kMaxThreadName = 15;

void name_this_thread(const std::string& name) noexcept {
  if (!name.empty()) ::pthread_setname_np(::pthread_self(), name.substr(0, kMaxThreadName).c_str());
}

std::optional<cpu_set_t> set_of(const std::vector<unsigned>& cpus) noexcept {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const unsigned cpu : cpus) {
    if (cpu >= CPU_SETSIZE) return std::nullopt;
    CPU_SET(cpu, &set);
  }
  return set;
}

// The kernel leaves out processors that it does not have, and says so only if none is left.
Result<void, ThreadError> pin_this_thread(const std::vector<unsigned>& cpus) noexcept {
  if (cpus.empty()) return {};
  const auto wanted = set_of(cpus);
  cpu_set_t before, now;
  if (!wanted || ::sched_getaffinity(0, sizeof before, &before) != 0)
    return unexpected{ThreadError::no_such_cpu};
  if (::sched_setaffinity(0, sizeof *wanted, &*wanted) != 0)
    return unexpected{errno == EPERM ? ThreadError::not_permitted : ThreadError::no_such_cpu};
  if (::sched_getaffinity(0, sizeof now, &now) == 0 && CPU_EQUAL(&now, &*wanted)) return {};
  ::sched_setaffinity(0, sizeof before, &before);
  return unexpected{ThreadError::no_such_cpu};
}

Result<void, ThreadError> schedule_this_thread(SchedulingClass scheduling, int priority) noexcept {
  if (scheduling == SchedulingClass::other) return {};
  const int policy = scheduling == SchedulingClass::fifo ? SCHED_FIFO : SCHED_RR;
  sched_param parameter{};
  parameter.sched_priority = priority;
  const int error = ::pthread_setschedparam(::pthread_self(), policy, &parameter);
  if (error == 0) return {};
  return unexpected{error == EPERM ? ThreadError::not_permitted : ThreadError::bad_priority};
}

void log_once_per_cause(const std::string& thread, ThreadError error) {
  static std::array<std::atomic<bool>, 4> logged{};
  if (logged.at(static_cast<std::size_t>(error)).exchange(true)) return;
  log().warn("thread {}: {}; it runs without", thread.empty() ? "(no name)" : thread,
             describe(error));
}

bool& own_thread_flag() noexcept { return PerThread<bool, struct OwnThread>::value(); }

}  // namespace

bool is_own_thread() noexcept { return own_thread_flag(); }

Result<void, ThreadError> apply_to_this_thread(const ThreadTraits& traits) {
  name_this_thread(traits.name);
  const auto pinned = pin_this_thread(traits.cpus);
  const auto scheduled = schedule_this_thread(traits.scheduling, traits.priority);
  return pinned ? scheduled : pinned;
}

Result<void, ThreadError> set_priority_of_this_thread(int priority) noexcept {
  if (priority != 0) return schedule_this_thread(SchedulingClass::fifo, priority);
  restore_scheduling_of_this_thread({SCHED_OTHER, 0});
  return {};
}

Scheduling scheduling_of_this_thread() noexcept {
  Scheduling found{SCHED_OTHER, 0};
  sched_param parameter{};
  if (::pthread_getschedparam(::pthread_self(), &found.policy, &parameter) == 0)
    found.priority = parameter.sched_priority;
  return found;
}

void restore_scheduling_of_this_thread(Scheduling before) noexcept {
  sched_param parameter{};
  parameter.sched_priority = before.priority;
  (void)::pthread_setschedparam(::pthread_self(), before.policy, &parameter);
}

Thread start_thread(ThreadTraits traits, std::function<void()> body) {
  return Thread{[traits = std::move(traits), body = std::move(body)] {
    own_thread_flag() = true;
    const AlternateStack stack;
    if (const auto applied = apply_to_this_thread(traits); !applied)
      log_once_per_cause(traits.name, applied.error());
    body();
  }};
}

unsigned usable_cpus() noexcept {
  cpu_set_t set;
  if (::sched_getaffinity(::getpid(), sizeof set, &set) != 0) return 1;
  const int count = CPU_COUNT(&set);
  return count > 0 ? static_cast<unsigned>(count) : 1;
}

std::uint32_t current_cpu() noexcept { return static_cast<std::uint32_t>(::sched_getcpu()); }

}  // namespace orbweaver::os
