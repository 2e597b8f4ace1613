// SPDX-License-Identifier: Apache-2.0
// For the fault `delay`, and for the law that says how long a call may wait.
#pragma once
#include <orbweaver/sim/clock.hpp>

namespace orbweaver::sim {

/// Bytes that are delayed travel so long at most.
inline constexpr Time kLongestDelay = 40 * kMillisecond;

}  // namespace orbweaver::sim
