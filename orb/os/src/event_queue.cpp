// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/event_queue.hpp>

#include "failed_call.hpp"
#include "parent_only.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace orbweaver::os {

namespace {

// Changing a watch is the common case: a watch that fired stays, disarmed, until it is armed again.
Result<void, SystemError> watch(int queue, int fd, epoll_event event) noexcept {
  if (::epoll_ctl(queue, EPOLL_CTL_MOD, fd, &event) == 0) return {};
  if (errno == ENOENT && ::epoll_ctl(queue, EPOLL_CTL_ADD, fd, &event) == 0) return {};
  return failed("epoll_ctl");
}

epoll_event event_of(std::uint32_t events, std::uint64_t token) noexcept {
  epoll_event event{};
  event.events = events;
  event.data.u64 = token;
  return event;
}

}  // namespace

Result<UniqueFd, SystemError> make_event_queue() noexcept {
  UniqueFd queue = parent_only(UniqueFd{::epoll_create1(EPOLL_CLOEXEC)});
  if (!queue) return failed("epoll_create1");
  return queue;
}

Result<void, SystemError> watch_once(int queue, int fd, std::uint64_t token) noexcept {
  return watch(queue, fd, event_of(EPOLLIN | EPOLLRDHUP | EPOLLONESHOT, token));
}

Result<void, SystemError> watch_always(int queue, int fd, std::uint64_t token) noexcept {
  return watch(queue, fd, event_of(EPOLLIN, token));
}

void unwatch(int queue, int fd) noexcept { ::epoll_ctl(queue, EPOLL_CTL_DEL, fd, nullptr); }

Result<std::uint64_t, SystemError> next_event(int queue) noexcept {
  epoll_event event{};
  for (;;) {
    const int count = ::epoll_wait(queue, &event, 1, -1);
    if (count > 0) return std::uint64_t{event.data.u64};
    if (count < 0 && errno != EINTR) return failed("epoll_wait");
  }
}

Result<UniqueFd, SystemError> make_event() noexcept {
  UniqueFd event = parent_only(UniqueFd{::eventfd(0, EFD_CLOEXEC)});
  if (!event) return failed("eventfd");
  return event;
}

void raise_event(int event) noexcept { ::eventfd_write(event, 1); }

}  // namespace orbweaver::os
