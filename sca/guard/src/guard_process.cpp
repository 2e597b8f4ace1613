// Two processes, one below the other, so that the death of any one of the three leaves nothing:
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
#include <orbweaver/os/process.hpp>

#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "server.hpp"

namespace orbweaver::guard {

namespace {

constexpr int kOuterDied = SIGUSR1;

// A signal for all processes of a session or a control group asks the served process to end, in
// its own order; the guard ends after it.
void block_all_signals() noexcept {
  sigset_t all;
  sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
}

os::UniqueFd signals_to_watch() noexcept {
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  sigaddset(&watched, kOuterDied);
  return os::UniqueFd{::signalfd(-1, &watched, SFD_CLOEXEC)};
}

void run_inner(int socket, int served_handle, int outer) {
  ::prctl(PR_SET_PDEATHSIG, kOuterDied, 0, 0, 0);
  if (::getppid() != outer || !os::adopt_orphans()) return;
  Server{socket, served_handle, signals_to_watch()}.run();
  os::kill_all_children();
}

void run_outer(int inner) {
  while (::waitpid(inner, nullptr, 0) < 0 && errno == EINTR) {
  }
  os::kill_all_children();
}

}  // namespace

int run_guard(int socket, int served) {
  block_all_signals();
  os::UniqueFd owned_socket{socket};
  const auto served_handle = os::open_process(served);
  if (!served_handle || ::getppid() != served || !os::adopt_orphans()) return 2;
  const int outer = ::getpid();
  const int inner = ::fork();
  if (inner < 0) return 2;
  if (inner == 0) {
    run_inner(socket, served_handle->get(), outer);
    return 0;
  }
  owned_socket.reset();
  run_outer(inner);
  return 0;
}

}  // namespace orbweaver::guard
