// SPDX-License-Identifier: Apache-2.0
// A cheap clock.
#pragma once
#include <orbweaver/base/clock.hpp>

namespace orbweaver::os {

/// The time of the kernel's last tick: some milliseconds behind now(), and much faster to read.
[[nodiscard]] TimePoint last_tick() noexcept;

}  // namespace orbweaver::os
