// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/life_line.hpp>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace orbweaver::os {

namespace {

constexpr short kEnded = POLLIN | POLLHUP | POLLERR | POLLNVAL;

// True if the input has ended. Data on it is read and ignored.
bool drain_input() noexcept {
  std::array<char, 4096> forgotten;
  const auto count = ::read(STDIN_FILENO, forgotten.data(), forgotten.size());
  return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

}  // namespace

LifeLine::LifeLine() noexcept {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signals_.reset(::signalfd(-1, &set, SFD_CLOEXEC));
  released_.reset(::eventfd(0, EFD_CLOEXEC));
}

LifeLine::End LifeLine::wait() noexcept {
  std::array<pollfd, 3> watched{
      {{STDIN_FILENO, POLLIN, 0}, {signals_.get(), POLLIN, 0}, {released_.get(), POLLIN, 0}}};
  if (!signals_ || !released_) return End::released;
  for (;;) {
    if (::poll(watched.data(), watched.size(), -1) < 0) continue;
    if (watched[2].revents != 0) return End::released;
    if (watched[1].revents != 0) return End::signalled;
    if ((watched[0].revents & kEnded) != 0 && drain_input()) return End::input_ended;
  }
}

void LifeLine::release() noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(released_.get(), &one, sizeof one);
}

int process_id() noexcept { return static_cast<int>(::getpid()); }

}  // namespace orbweaver::os
