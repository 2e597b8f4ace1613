// SPDX-License-Identifier: Apache-2.0
// The guard's own side: what the program orbweaver-guard does. guard.hpp starts that program.
#pragma once

namespace orbweaver::guard {

/// Serves the process `served`, the parent of this one, through `socket`, and returns when either
/// is gone and with it all that was started. For a process with one thread, of which two are made.
/// Returns the exit status: 0, or 2 if this process was not started by `served`.
[[nodiscard]] int run_guard(int socket, int served);

}  // namespace orbweaver::guard
