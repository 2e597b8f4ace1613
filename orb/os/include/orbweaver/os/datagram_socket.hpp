// Datagram sockets (UDP): how they are made, by name, and how datagrams move. Each is a plain
// function with a named outcome. local_port and shut_down of socket.hpp and socket_io.hpp apply.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace orbweaver::os {

/// What fits a datagram over IPv4: 65,535 less the headers of IP and UDP.
inline constexpr std::size_t kMaxDatagram = 65'507;

/// Blocks: while the name is looked up; numbers are not.
[[nodiscard]] Result<UniqueFd, SystemError> bind_udp(const std::string& host, std::uint16_t port);
/// To the first address of the host; sends nothing. Blocks: as bind_udp.
[[nodiscard]] Result<UniqueFd, SystemError> connect_udp(const std::string& host,
                                                        std::uint16_t port);

/// One datagram of the pieces, at most 16, whole or not at all. Blocks while the socket's buffer is
/// full. Fails with ECONNREFUSED if no program listened when an earlier one arrived; this one is
/// then not sent.
[[nodiscard]] Result<void, SystemError> send_datagram(int fd,
                                                      std::span<const Bytes> pieces) noexcept;
/// Blocks for one datagram. Returns its size, which is 0 also after shut_down(); what does not fit
/// `space` is cut off.
[[nodiscard]] Result<std::size_t, SystemError> receive_datagram(int fd,
                                                                MutableBytes space) noexcept;

}  // namespace orbweaver::os
