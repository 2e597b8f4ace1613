// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/event_queue.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/sim/file.hpp>
#include <orbweaver/sim/process.hpp>

#include "simulated.hpp"

#include <cerrno>

namespace orbweaver::os {

void UniqueFd::reset(int fd) noexcept {
  if (fd_ >= 0) sim::close_file(fd_);
  fd_ = fd;
}

Result<UniqueFd, SystemError> make_event_queue() noexcept {
  return in_system([] { return add(std::make_shared<sim::EventQueue>()); });
}

namespace {

Result<void, SystemError> watch(int queue, int fd, std::uint64_t token, bool once) noexcept {
  return in_system([&]() -> Result<void, SystemError> {
    const auto events = file<sim::EventQueue>(queue);
    auto* const watched = sim::hold_file(fd);
    if (!events || watched == nullptr) return unexpected{SystemError{EBADF, "epoll_ctl"}};
    events->watch(*watched, token, once);
    return {};
  });
}

}  // namespace

Result<void, SystemError> watch_once(int queue, int fd, std::uint64_t token) noexcept {
  return watch(queue, fd, token, true);
}

Result<void, SystemError> watch_always(int queue, int fd, std::uint64_t token) noexcept {
  return watch(queue, fd, token, false);
}

void unwatch(int queue, int fd) noexcept {
  in_system([&] {
    const auto events = file<sim::EventQueue>(queue);
    const auto* const watched = sim::hold_file(fd);
    if (events && watched != nullptr) events->unwatch(*watched);
  });
}

Result<std::uint64_t, SystemError> next_event(int queue) noexcept {
  return in_system([&]() -> Result<std::uint64_t, SystemError> {
    const auto events = file<sim::EventQueue>(queue);
    if (!events) return unexpected{SystemError{EBADF, "epoll_wait"}};
    return events->next();
  });
}

Result<UniqueFd, SystemError> make_event() noexcept {
  return in_system([] { return add(std::make_shared<sim::EventFile>()); });
}

void raise_event(int event) noexcept {
  in_system([&] {
    if (const auto raised = file<sim::EventFile>(event)) raised->raise();
  });
}

}  // namespace orbweaver::os
