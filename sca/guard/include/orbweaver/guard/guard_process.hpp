// SPDX-License-Identifier: Apache-2.0
// The work of the program orbweaver-guard, which guard.hpp starts.
#pragma once

namespace orbweaver::guard {

/// Serves the process `served`, the parent of this one, through `socket`. Returns when either of
/// them has ended, with all programs that were started. Call it while this process has one thread;
/// it becomes two processes. Returns the exit status: 0, or 2 if `served` did not start this
/// process.
[[nodiscard]] int run_guard(int socket, int served);

}  // namespace orbweaver::guard
