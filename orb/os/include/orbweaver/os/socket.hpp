// System calls on stream sockets, each a plain function with a named outcome. No policy here: see transport.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace orbweaver::os {

/// What the system refused: the errno and the call.
struct SystemError {
  int code = 0;
  const char* call = "";
};
[[nodiscard]] std::string describe(const SystemError& error);

enum class Readiness { readable, writable };
/// Waits until `fd` is ready or hung up. Returns false if the deadline passed first.
[[nodiscard]] Result<bool, SystemError> wait_until_ready(int fd, Readiness readiness, Deadline deadline) noexcept;

/// All stream sockets are blocking, close-on-exec; TCP has TCP_NODELAY.
/// `host` empty: every interface. `port` 0: the system chooses. Reuses the address.
[[nodiscard]] Result<UniqueFd, SystemError> listen_tcp(const std::string& host, std::uint16_t port);
[[nodiscard]] Result<UniqueFd, SystemError> connect_tcp(const std::string& host, std::uint16_t port, Deadline deadline);
/// A path that starts with '@' is a name in the abstract namespace, which leaves nothing in the file system.
/// A socket file that nobody listens on any more is replaced; one in use fails with EADDRINUSE.
[[nodiscard]] Result<UniqueFd, SystemError> listen_unix(const std::string& path);
[[nodiscard]] Result<UniqueFd, SystemError> connect_unix(const std::string& path, Deadline deadline);
[[nodiscard]] Result<UniqueFd, SystemError> accept_connection(int listener) noexcept;
[[nodiscard]] std::uint16_t local_port(int fd) noexcept;

enum class Peer { same_user, other_user };
/// Who is at the other end of a unix socket (SO_PEERCRED): same_user also for root.
[[nodiscard]] Peer peer_of(int fd) noexcept;

[[nodiscard]] std::string host_name();

}  // namespace orbweaver::os
