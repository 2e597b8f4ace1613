// SPDX-License-Identifier: Apache-2.0
// A bell over a socket: each byte is a ring, and the end of the stream is the end of the peer.
#pragma once
#include <orbweaver/os/socket_io.hpp>

namespace orbweaver::transport::shm {

/// Rings. Never blocks. False: the peer has closed its end.
[[nodiscard]] bool ring_bell(int socket) noexcept;

enum class Heard { rings, nothing, end };
/// Takes all rings that came. end: the peer has closed its end.
[[nodiscard]] Heard hear_bell(int socket, os::SocketWait waiting) noexcept;

}  // namespace orbweaver::transport::shm
