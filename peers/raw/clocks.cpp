// SPDX-License-Identifier: Apache-2.0
#include "clocks.hpp"

#include <ctime>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace raw {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

template <clockid_t Id>
std::int64_t read_kernel_clock() {
  timespec now;
  clock_gettime(Id, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

template <clockid_t Id>
Clock kernel_clock(const char* name) {
  timespec resolution{};
  clock_getres(Id, &resolution);
  const auto promised = resolution.tv_sec * kSecond + resolution.tv_nsec;
  return {name, &read_kernel_clock<Id>, 1.0, static_cast<double>(promised)};
}

#if defined(__x86_64__)
std::int64_t read_counter() { return static_cast<std::int64_t>(__rdtsc()); }

std::int64_t read_counter_in_order() {
  unsigned cpu;
  return static_cast<std::int64_t>(__rdtscp(&cpu));
}

/// Counted against the kernel's raw clock, which NTP does not adjust.
double measured_tick_ns() {
  const auto begin_ns = read_kernel_clock<CLOCK_MONOTONIC_RAW>();
  const auto begin = read_counter_in_order();
  auto now_ns = begin_ns;
  while (now_ns - begin_ns < kSecond / 10) now_ns = read_kernel_clock<CLOCK_MONOTONIC_RAW>();
  const auto ticks = read_counter_in_order() - begin;
  return ticks > 0 ? static_cast<double>(now_ns - begin_ns) / static_cast<double>(ticks) : 0.0;
}

void add_counters(std::vector<Clock>& clocks) {
  const double tick = measured_tick_ns();
  if (tick <= 0) return;
  clocks.push_back({"TSC, rdtsc", &read_counter, tick, tick});
  clocks.push_back({"TSC, rdtscp", &read_counter_in_order, tick, tick});
}
#elif defined(__aarch64__)
std::int64_t read_counter() {
  std::int64_t value;
  asm volatile("isb; mrs %0, cntvct_el0" : "=r"(value)::"memory");
  return value;
}

void add_counters(std::vector<Clock>& clocks) {
  std::uint64_t hertz;
  asm("mrs %0, cntfrq_el0" : "=r"(hertz));
  if (hertz == 0) return;
  const double tick = 1e9 / static_cast<double>(hertz);
  clocks.push_back({"cntvct_el0", &read_counter, tick, tick});
}
#else
void add_counters(std::vector<Clock>&) {}
#endif

}  // namespace

std::vector<Clock> all_clocks() {
  std::vector<Clock> clocks{
      kernel_clock<CLOCK_MONOTONIC>("CLOCK_MONOTONIC"),
      kernel_clock<CLOCK_MONOTONIC_RAW>("CLOCK_MONOTONIC_RAW"),
      kernel_clock<CLOCK_MONOTONIC_COARSE>("CLOCK_MONOTONIC_COARSE"),
      kernel_clock<CLOCK_REALTIME>("CLOCK_REALTIME"),
      kernel_clock<CLOCK_REALTIME_COARSE>("CLOCK_REALTIME_COARSE"),
  };
  add_counters(clocks);
  return clocks;
}

std::string counter_is_invariant() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(0x80000007, &a, &b, &c, &d) == 0) return "unknown";
  return (d >> 8 & 1) != 0 ? "yes" : "no";
#elif defined(__aarch64__)
  return "yes";
#else
  return "unknown";
#endif
}

}  // namespace raw
