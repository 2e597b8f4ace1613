// A cheap look at the clock.
#pragma once
#include <orbweaver/base/clock.hpp>

namespace orbweaver::os {

/// The time of the kernel's last tick: some milliseconds behind now(), at a fraction of its price.
[[nodiscard]] TimePoint last_tick() noexcept;

}  // namespace orbweaver::os
