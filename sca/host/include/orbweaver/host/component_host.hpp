// SPDX-License-Identifier: Apache-2.0
// The work of the program orbweaver-component-host: runs components from shared libraries, as a
// device asks for them (hosting/message.hpp).
#pragma once

namespace orbweaver::host {

/// Serves the device at the other end of `socket`, and returns when the device closes it or SIGTERM
/// or SIGINT comes, after it has released all components. For a process with one thread: the
/// threads that are made inherit its signal mask. Returns the exit status: 0, or 1 if a component's
/// release failed, with a line on standard error.
[[nodiscard]] int run_host(int socket);

}  // namespace orbweaver::host
