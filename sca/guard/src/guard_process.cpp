// SPDX-License-Identifier: Apache-2.0
// Two processes, one the parent of the other, so that no process is left whichever of the three
// dies:
//
//   the process that is served
//     └─ outer   waits for inner, then kills all that is left
//          └─ inner   starts programs (server.hpp); kills them all when the served process ends
//               ├─ program
//               └─ program ...
//
// Served process dies: inner sees it (pidfd, and the end of the socket), kills all, and ends.
// Inner dies: the kernel kills the programs (PR_SET_PDEATHSIG); what these started comes up at
// outer, which kills it. Outer dies: inner gets SIGUSR1, kills all, and ends.
#include <orbweaver/guard/guard_process.hpp>

#include <orbweaver/os/child_processes.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/signals.hpp>
#include <orbweaver/os/this_process.hpp>

#include <csignal>
#include <utility>

#include "guard_server.hpp"

namespace orbweaver::guard {

namespace {

constexpr int kOuterDied = SIGUSR1;

void run_inner(int socket, int served_handle, int outer) {
  os::ask_for_signal_at_parents_end(kOuterDied);
  if (os::parent_process_id() != outer || !os::adopt_orphans()) return;
  auto signals = os::watch_signals({SIGCHLD, kOuterDied});
  if (!signals) return;
  GuardServer{socket, served_handle, *std::move(signals)}.run();
  os::kill_all_children();
}

void run_outer(int inner) {
  os::await_child(inner);
  os::kill_all_children();
}

}  // namespace

// A signal to all processes of a session or control group asks the served process to end in its own
// order. The guard ignores it, and ends after that process.
int run_guard(int socket, int served) {
  os::block_all_signals();
  os::UniqueFd owned_socket{socket};
  const auto opened = os::open_process(served);
  if (!opened || os::parent_process_id() != served || !os::adopt_orphans()) return 2;
  const auto inner =
      os::start_copy([socket, served_handle = opened->get(), outer = os::process_id()] {
        run_inner(socket, served_handle, outer);
        return 0;
      });
  if (!inner) return 2;
  owned_socket.reset();
  run_outer(*inner);
  return 0;
}

}  // namespace orbweaver::guard
