// SPDX-License-Identifier: Apache-2.0
// A process that is to be looked at from its beginning on waits for the debugger.
#pragma once

namespace orbweaver::os {

/// Whether a debugger, or another tracer, is attached to this process.
[[nodiscard]] bool has_debugger();

/// Any process of this user may attach to this one from now on, also where the system allows it to
/// its ancestors alone. Blocks: until one is attached, or SIGCONT comes: the one that was attached
/// has left.
void await_debugger();

}  // namespace orbweaver::os
