// SPDX-License-Identifier: Apache-2.0
// The time of day. It can jump; for how long something takes use base/clock.hpp.
#pragma once
#include <chrono>

namespace orbweaver::os {

using WallTime = std::chrono::system_clock::time_point;

/// Threads: any.
WallTime wall_clock_now() noexcept;

}  // namespace orbweaver::os
