// SPDX-License-Identifier: Apache-2.0
// How a fault is asked for: nothing happens once the faults of a run have ended.
#pragma once
#include <orbweaver/sim/choices.hpp>
#include <orbweaver/sim/clock.hpp>

#include <cstdint>

namespace orbweaver::sim {

/// Whether the fault happens now. Notes it in the trace.
[[nodiscard]] bool fault(Kind kind) noexcept;
/// As fault(); 0: it does not, else 1 to n - 1: which form of it does.
[[nodiscard]] std::uint32_t fault_of(Kind kind, std::uint32_t n) noexcept;
/// For how long bytes that are sent now travel: `delay` and `stall`; usually not at all.
[[nodiscard]] Time travel_time() noexcept;

}  // namespace orbweaver::sim
