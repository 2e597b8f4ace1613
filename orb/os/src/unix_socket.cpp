// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/unix_datagram.hpp>

#include "failed_call.hpp"
#include "parent_only.hpp"
#include "user_numbers.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace orbweaver::os {

namespace {

static_assert(kMaxUnixPath == sizeof(sockaddr_un::sun_path) - 1);

struct UnixName {
  sockaddr_un address{};
  socklen_t size = 0;
  [[nodiscard]] const sockaddr* get() const noexcept {
    return reinterpret_cast<const sockaddr*>(&address);
  }
};

bool is_abstract(const std::string& path) noexcept { return path.starts_with('@'); }

Result<UnixName, SystemError> name_of(const std::string& path) noexcept {
  if (path.empty() || path.contains('\0')) return failed("path", ENOENT);
  if (path.size() > kMaxUnixPath) return failed("path", ENAMETOOLONG);
  UnixName name;
  name.address.sun_family = AF_UNIX;
  std::memcpy(name.address.sun_path, path.data(), path.size());
  if (is_abstract(path)) name.address.sun_path[0] = '\0';
  // The size alone bounds an abstract name; a path ends with its NUL.
  const auto length = path.size() + (is_abstract(path) ? 0 : 1);
  name.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length);
  return name;
}

UniqueFd make_socket(int extra_flags = 0, int type = SOCK_STREAM) noexcept {
  return parent_only(UniqueFd{::socket(AF_UNIX, type | SOCK_CLOEXEC | extra_flags, 0)});
}

bool is_socket_file(const std::string& path) noexcept {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode);
}

// Only a refusal proves that no process listens: a full backlog, or a missing permission, does not.
bool is_abandoned(const UnixName& name) noexcept {
  const UniqueFd probe = make_socket(SOCK_NONBLOCK);
  return probe && ::connect(probe.get(), name.get(), name.size) != 0 && errno == ECONNREFUSED;
}

void remove_if_abandoned(const std::string& path, const UnixName& name) noexcept {
  const auto before = identity_of(path);
  if (is_socket_file(path) && is_abandoned(name)) remove_if_same(path, before);
}

Result<void, SystemError> bind_to(int fd, const std::string& path, const UnixName& name) noexcept {
  if (::bind(fd, name.get(), name.size) == 0) return {};
  if (errno != EADDRINUSE || is_abstract(path)) return failed("bind");
  remove_if_abandoned(path, name);
  if (::bind(fd, name.get(), name.size) != 0) return failed("bind");
  return {};
}

// bind() has taken the bits of the umask from the mode. In a shared folder another file, or a link,
// may have been put in the place of the socket meanwhile: links are not followed.
Result<void, SystemError> give_mode(const std::string& path, mode_t mode) noexcept {
  if (!is_socket_file(path)) return failed("chmod", ENOENT);
  if (::fchmodat(AT_FDCWD, path.c_str(), mode, AT_SYMLINK_NOFOLLOW) == 0) return {};
  return failed(errno == EOPNOTSUPP ? "chmod, which needs /proc" : "chmod");
}

Result<void, SystemError> begin_to_listen(int socket, const std::string& path,
                                          mode_t mode) noexcept {
  if (mode != kOwnerOnly && !is_abstract(path))
    if (auto given = give_mode(path, mode); !given) return given;
  if (::listen(socket, SOMAXCONN) != 0) return failed("listen");
  return {};
}

void limit_connecting(int fd, Deadline deadline) noexcept {
  if (deadline.is_never()) return;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline.remaining());
  set_connect_limit(fd, std::max(left, std::chrono::milliseconds{1}));
}

}  // namespace

Result<UniqueFd, SystemError> listen_unix(const std::string& path, std::uint32_t mode) {
  const auto name = name_of(path);
  if (!name) return unexpected{name.error()};
  UniqueFd socket = make_socket();
  if (!socket) return failed("socket");
  // bind() gives the file the socket's own mode. So at no moment may more users connect than are
  // meant to, and the umask of the process stays as it is.
  if (::fchmod(socket.get(), mode) != 0) return failed("fchmod");
  if (auto bound = bind_to(socket.get(), path, *name); !bound) return unexpected{bound.error()};
  const auto file = identity_of(path);
  if (auto listens = begin_to_listen(socket.get(), path, mode); !listens) {
    remove_if_same(path, file);
    return unexpected{listens.error()};
  }
  return socket;
}

Result<void, SystemError> send_unix_datagram(const std::string& path,
                                             std::string_view text) noexcept {
  const auto name = name_of(path);
  if (!name) return unexpected{name.error()};
  const UniqueFd socket = make_socket(SOCK_NONBLOCK, SOCK_DGRAM);
  if (!socket) return failed("socket");
  if (::sendto(socket.get(), text.data(), text.size(), MSG_NOSIGNAL, name->get(), name->size) < 0)
    return failed("sendto");
  return {};
}

Result<UniqueFd, SystemError> connect_unix(const std::string& path, Deadline deadline) {
  const auto name = name_of(path);
  if (!name) return unexpected{name.error()};
  UniqueFd socket = make_socket();
  if (!socket) return failed("socket");
  // A non-blocking unix connect does not wait for a place in the backlog, so the time limit bounds
  // it.
  limit_connecting(socket.get(), deadline);
  while (::connect(socket.get(), name->get(), name->size) != 0) {
    if (errno != EINTR) return failed("connect");
    limit_connecting(socket.get(), deadline);
  }
  if (!deadline.is_never()) set_connect_limit(socket.get(), std::chrono::milliseconds::zero());
  return socket;
}

Peer peer_of(int fd) noexcept {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return Peer::other_user;
  if (credentials.uid == 0) return Peer::same_user;
  return credentials.uid == ::geteuid() && !may_be_several_users(credentials.uid)
             ? Peer::same_user
             : Peer::other_user;
}

std::optional<PeerProcess> peer_process(int fd) noexcept {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  constexpr auto kNone = static_cast<uid_t>(-1);  // of a socket of another kind
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0 ||
      credentials.uid == kNone)
    return std::nullopt;
  return PeerProcess{credentials.pid, credentials.uid, credentials.gid};
}

FileIdentity identity_of(const std::string& path) noexcept {
  struct stat status {};
  if (is_abstract(path) || ::lstat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

void remove_if_same(const std::string& path, FileIdentity identity) noexcept {
  if (identity != FileIdentity{} && identity_of(path) == identity) ::unlink(path.c_str());
}

std::string host_name() {
  char name[256] = "";
  if (::gethostname(name, sizeof name - 1) != 0) return "localhost";
  return name;
}

}  // namespace orbweaver::os
