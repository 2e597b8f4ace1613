// SPDX-License-Identifier: Apache-2.0
#include "end_of_life.hpp"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace peer {
namespace {

int checked(int descriptor, const char* what) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), what);
  return descriptor;
}

int take_over_signals() {
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGTERM);
  sigaddset(&ending, SIGINT);
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);
  return checked(signalfd(-1, &ending, SFD_CLOEXEC), "signalfd");
}

/// Input before the end of file says nothing; it is read and forgotten.
bool reached_end_of_file(int descriptor) {
  char ignored[4096];
  return read(descriptor, ignored, sizeof ignored) == 0;
}

}  // namespace

EndOfLife::EndOfLife()
    : signals_(take_over_signals()), requests_(checked(eventfd(0, EFD_CLOEXEC), "eventfd")) {}

EndOfLife::~EndOfLife() {
  close(signals_);
  close(requests_);
}

void EndOfLife::request() noexcept { eventfd_write(requests_, 1); }

void EndOfLife::fail(const std::string& error) {
  {
    const std::lock_guard lock(error_mutex_);
    if (!error_) error_ = error;
  }
  request();
}

std::optional<std::string> EndOfLife::wait() {
  wait_for_a_reason();
  const std::lock_guard lock(error_mutex_);
  return error_;
}

void EndOfLife::wait_for_a_reason() {
  pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}, {signals_, POLLIN, 0}, {requests_, POLLIN, 0}};
  while (true) {
    if (poll(watched, 3, -1) < 0) {
      if (errno == EINTR) continue;
      throw std::system_error(errno, std::generic_category(), "poll");
    }
    if (watched[1].revents != 0 || watched[2].revents != 0) return;
    if (watched[0].revents != 0 && reached_end_of_file(STDIN_FILENO)) return;
  }
}

}  // namespace peer
