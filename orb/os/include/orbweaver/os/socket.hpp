// SPDX-License-Identifier: Apache-2.0
// Stream sockets: functions that make them. socket_io.hpp has those that send and receive. The room
// transport decides when to use which.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace orbweaver::os {

/// All stream sockets are blocking and close-on-exec; those of TCP have TCP_NODELAY.
/// `host` empty: every interface, IPv6 and IPv4. `port` 0: the system chooses. Reuses the address.
/// If a name has addresses of both kinds, it listens on IPv4, which every peer supports. Blocks:
/// while the name is looked up, without a deadline; an address in numbers is not looked up.
[[nodiscard]] Result<UniqueFd, SystemError> listen_tcp(const std::string& host, std::uint16_t port);
/// Tries every address of the host in turn. Fails: with the error of the last one.
[[nodiscard]] Result<UniqueFd, SystemError> connect_tcp(const std::string& host, std::uint16_t port,
                                                        Deadline deadline);

/// Longest path or abstract name ('@' included) of a unix socket.
inline constexpr std::size_t kMaxUnixPath = 107;

/// The mode of a socket file to which only its user, and root, connects.
inline constexpr std::uint32_t kOwnerOnly = 0600;

/// A path that starts with '@' is a name in the abstract namespace, which leaves nothing in the
/// file system. A socket file on which no process listens any more is replaced. A socket file in
/// use, or any other file, is not: the call fails with EADDRINUSE. The new file has `mode`, and at
/// no moment a wider one.
[[nodiscard]] Result<UniqueFd, SystemError> listen_unix(const std::string& path,
                                                        std::uint32_t mode = kOwnerOnly);
/// Fails with EAGAIN at the deadline: the listener's backlog was full until then.
[[nodiscard]] Result<UniqueFd, SystemError> connect_unix(const std::string& path,
                                                         Deadline deadline);

/// Blocks: until a connection comes or the listener is shut down, which fails with EINVAL.
[[nodiscard]] Result<UniqueFd, SystemError> accept_connection(int listener) noexcept;

/// If `fd` is a TCP connection over the loopback, the system no longer spreads what is sent over
/// time, as some congestion controls do: that makes large messages slow where no network is shared.
/// Streams of small messages lose by it: they are no longer sent many at a time. It lasts as long
/// as the connection. Over the loopback are connections to its addresses, and those with the same
/// address at both ends. No effect on any other socket, or if the system refuses; less effect if
/// the loopback has the queueing discipline "fq", which it does not have by default.
void send_without_pauses_to_this_machine(int fd) noexcept;

[[nodiscard]] std::uint16_t local_port(int fd) noexcept;
/// "127.0.0.1:4711" or "[::1]:4711" of the other end of a TCP socket.
[[nodiscard]] std::string peer_name(int fd);

enum class Peer { same_user, other_user };
/// The user at the other end of a unix socket (SO_PEERCRED); same_user also for root.
[[nodiscard]] Peer peer_of(int fd) noexcept;

/// A process, as the system identifies it: when it connected, if it is a client.
struct PeerProcess {
  std::int32_t process = 0;  // 0: of a container into which this process does not see
  std::uint32_t user = 0, group = 0;
};
/// The process at the other end of a unix socket (SO_PEERCRED); nothing if the system does not know
/// it, and for sockets of another kind.
[[nodiscard]] std::optional<PeerProcess> peer_process(int fd) noexcept;

/// Identifies the file at a path. Two are equal only if they are of the same file.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// The default value if there is no file, or if `path` is an abstract name.
[[nodiscard]] FileIdentity identity_of(const std::string& path) noexcept;
/// Removes the file at the path if it is still the one with this identity.
void remove_if_same(const std::string& path, FileIdentity identity) noexcept;

[[nodiscard]] std::string host_name();

}  // namespace orbweaver::os
