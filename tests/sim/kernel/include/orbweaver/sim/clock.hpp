// SPDX-License-Identifier: Apache-2.0
// Virtual time. It passes while threads compute, a little for each step; when all threads wait, it
// jumps to the next event.
#pragma once
#include <cstdint>

namespace orbweaver::sim {

/// Nanoseconds since the start of the machine.
using Time = std::int64_t;
inline constexpr Time kNever = INT64_MAX;
inline constexpr Time kMicrosecond = 1'000, kMillisecond = 1'000'000, kSecond = 1'000'000'000;

namespace detail {
inline constinit Time clock = 0;
inline constinit bool is_running = false;  // a simulated thread runs, not the program around it
}  // namespace detail

[[nodiscard]] inline Time virtual_now() noexcept { return detail::clock; }

}  // namespace orbweaver::sim
