// A bell over a socket: a byte is a ring, the end of the stream is the end of the peer.
#pragma once
#include <orbweaver/os/socket_io.hpp>

namespace orbweaver::transport::shm {

/// Never blocks. False: the peer hears no more.
[[nodiscard]] bool ring_bell(int socket) noexcept;

enum class Heard { rings, nothing, end };
/// Takes the rings that came.
[[nodiscard]] Heard hear_bell(int socket, os::Waiting waiting) noexcept;

}  // namespace orbweaver::transport::shm
