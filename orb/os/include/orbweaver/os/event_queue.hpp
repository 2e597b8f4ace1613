// SPDX-License-Identifier: Apache-2.0
// Waiting for many descriptors at once (epoll), and an event that wakes all threads that wait
// (eventfd).
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>

namespace orbweaver::os {

[[nodiscard]] Result<UniqueFd, SystemError> make_event_queue() noexcept;
/// Reports `token` once, when `fd` is readable or hung up. Call it again for the next report.
[[nodiscard]] Result<void, SystemError> watch_once(int queue, int fd, std::uint64_t token) noexcept;
/// Reports `token` to every waiter for as long as `fd` is readable.
[[nodiscard]] Result<void, SystemError> watch_always(int queue, int fd,
                                                     std::uint64_t token) noexcept;
void unwatch(int queue, int fd) noexcept;
/// Blocks: until something is reported.
[[nodiscard]] Result<std::uint64_t, SystemError> next_event(int queue) noexcept;

/// A descriptor that becomes readable with raise_event(), and stays so.
[[nodiscard]] Result<UniqueFd, SystemError> make_event() noexcept;
void raise_event(int event) noexcept;

}  // namespace orbweaver::os
