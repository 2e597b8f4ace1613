// SPDX-License-Identifier: Apache-2.0
// Bytes through a connected stream socket: one function is one system call.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>

#include <chrono>
#include <cstddef>
#include <span>

namespace orbweaver::os {

enum class SocketWait {
  none,  // EAGAIN instead of blocking
  some,  // until at least one byte moved, or the socket's own time limit passed (EAGAIN)
  full,  // as some, but until all bytes moved, or the stream ended
};

/// Sends as many bytes of the pieces as it can, without the first `skip` bytes, which must lie in
/// the first piece. Uses at most the first 16 pieces. Never raises SIGPIPE. Returns how many bytes
/// were sent.
[[nodiscard]] Result<std::size_t, SystemError> send_some(int fd, std::span<const Bytes> pieces,
                                                         std::size_t skip,
                                                         SocketWait waiting) noexcept;

/// Returns how many bytes were received; zero: the end of the stream.
[[nodiscard]] Result<std::size_t, SystemError> receive_some(int fd, MutableBytes space,
                                                            SocketWait waiting) noexcept;

enum class Readiness { readable, writable };
/// Waits until `fd` is ready or hung up. Returns false if the deadline passed first.
[[nodiscard]] Result<bool, SystemError> wait_until_ready(int fd, Readiness readiness,
                                                         Deadline deadline) noexcept;

/// Sets the socket's own time limit, for a recv() that blocks and for a unix connect(). It is as
/// exact as the kernel's tick. Zero: no limit.
void set_receive_limit(int fd, std::chrono::milliseconds limit) noexcept;
void set_connect_limit(int fd, std::chrono::milliseconds limit) noexcept;

enum class Direction { receive, send, both };
/// Wakes threads that block in that direction. On a listener, `both` wakes accept_connection().
void shut_down(int fd, Direction direction) noexcept;

/// Whether a call would have blocked, or the socket's time limit passed.
[[nodiscard]] bool is_would_block(const SystemError& error) noexcept;
[[nodiscard]] bool is_interrupted(const SystemError& error) noexcept;

}  // namespace orbweaver::os
