// SPDX-License-Identifier: Apache-2.0
// The clocks: in a simulated thread they show virtual time. The definitions of those of the C++
// library come before the library's, as they are part of the program.
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/sim/points.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <chrono>
#include <ctime>

namespace {

std::chrono::nanoseconds time_of(clockid_t clock) noexcept {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

// The simulated machine was started on a fixed day.
constexpr std::chrono::seconds kDay{1'700'000'000};

}  // namespace

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  using namespace orbweaver::sim;
  if (!detail::is_running) return time_point{time_of(CLOCK_MONOTONIC)};
  point(kClockStep);
  return time_point{nanoseconds{virtual_now()}};
}

std::chrono::system_clock::time_point std::chrono::system_clock::now() noexcept {
  using namespace orbweaver::sim;
  if (!detail::is_running) return time_point{time_of(CLOCK_REALTIME)};
  point(kClockStep);
  return time_point{kDay + nanoseconds{virtual_now() + wall_clock_offset()}};
}

orbweaver::os::WallTime orbweaver::os::wall_clock_now() noexcept {
  return std::chrono::system_clock::now();
}
