// SPDX-License-Identifier: Apache-2.0
// The work of orbweaver-component-host: runs components from shared libraries, at a device's
// request (hosting/message.hpp).
#pragma once

namespace orbweaver::host {

/// Serves the device at the other end of `socket`. Returns when the device closes it, or after
/// SIGTERM or SIGINT, when all components are released. Call it while this process has one thread,
/// since new threads inherit its signal mask. Returns the exit status: 0, or 1 if a component could
/// not be released, with a line on standard error.
[[nodiscard]] int run_host(int socket);

}  // namespace orbweaver::host
