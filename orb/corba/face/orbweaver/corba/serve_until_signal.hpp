// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: a program that serves until it is asked to end.
//
//   int main(int argc, char** argv) {
//     return orbweaver::serve_until_signal("radio", [&](const orbweaver::WaitForSignal& wait) {
//       const auto orb = CORBA::ORB_init(argc, argv);
//       ...           // activate objects, print a reference
//       wait();       // the ORB serves meanwhile, on threads of its own
//       orb->destroy();
//       return 0;
//     });
//   }
#pragma once
#include <functional>
#include <string>

namespace orbweaver {

/// Blocks until SIGINT or SIGTERM comes; returns at once if one has come since serve_until_signal()
/// was called. Only for the thread that called that.
using WaitForSignal = std::function<void()>;

/// Calls `serve` on this thread, and returns what it returns: the exit status of the program.
///
/// SIGINT, SIGTERM and SIGUSR1 are masked before, in this thread and so in all that `serve` starts,
/// an ORB's among them, and stay so. When wait() has returned, one more signal ends the process at
/// once with status 1, after a line on standard error that begins with `program`: an end that hangs
/// can be cut short.
///
/// Call it once, before the process has other threads. Throws what `serve` throws.
[[nodiscard]] int serve_until_signal(const std::string& program,
                                     const std::function<int(const WaitForSignal& wait)>& serve);

}  // namespace orbweaver
