// SPDX-License-Identifier: Apache-2.0
#include "router.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

namespace peer {
namespace {

[[noreturn]] void become_daemon(int output, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execl(IOX_ROUDI, "iox-roudi", "-m", "off", nullptr);
  _exit(127);
}

bool says_ready(int output) {
  std::string words;
  char piece[512];
  while (words.find("ready for clients") == std::string::npos) {
    const auto got = read(output, piece, sizeof piece);
    if (got <= 0) return false;
    words.append(piece, static_cast<std::size_t>(got));
  }
  return true;
}

}  // namespace

Router::Router() {
  int ends[2];
  if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) become_daemon(ends[1], parent);
  close(ends[1]);
  const bool is_ready = process_ > 0 && says_ready(ends[0]);
  // The reading end stays open: without it the daemon would fail when it writes.
  if (!is_ready)
    throw std::runtime_error(std::string(IOX_ROUDI) +
                             " did not start; does another one run on this machine?");
}

Router::~Router() {
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

}  // namespace peer
