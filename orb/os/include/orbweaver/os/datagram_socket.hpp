// SPDX-License-Identifier: Apache-2.0
// Datagram sockets (UDP): functions that make them, and that send and receive. local_port
// (socket.hpp) and shut_down (socket_io.hpp) apply to them, too.
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

/// The largest datagram over IPv4: 65,535 bytes less the headers of IP and UDP.
inline constexpr std::size_t kMaxDatagram = 65'507;

/// Blocks: while the name is looked up; an address in numbers is not looked up.
[[nodiscard]] Result<UniqueFd, SystemError> bind_udp(const std::string& host, std::uint16_t port);
/// A socket that sends to the first address of the host. Sends nothing itself. Blocks: as bind_udp.
[[nodiscard]] Result<UniqueFd, SystemError> connect_udp(const std::string& host,
                                                        std::uint16_t port);

/// Sends one datagram, made of at most 16 pieces. Blocks while the socket's buffer is full. Fails
/// with ECONNREFUSED if no program listened when an earlier one arrived; this one is then not sent.
[[nodiscard]] Result<void, SystemError> send_datagram(int fd,
                                                      std::span<const Bytes> pieces) noexcept;
/// Blocks until a datagram comes. Returns its size; 0 also after shut_down(). Bytes that do not fit
/// into `space` are lost.
[[nodiscard]] Result<std::size_t, SystemError> receive_datagram(int fd,
                                                                MutableBytes space) noexcept;

}  // namespace orbweaver::os
