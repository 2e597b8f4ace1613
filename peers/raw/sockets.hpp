// SPDX-License-Identifier: Apache-2.0
// Blocking stream sockets, unix and tcp, with as little around them as there can be.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace raw {

enum class Purpose : std::uint32_t {
  ping_pong,
  stream,
  shared_ping_pong,
  shared_delivery,
  packets,
  futex_ping_pong,
  idle
};

/// Larger messages are sent without pauses, as by Orbweaver: a stream of small ones gains by
/// pauses.
inline constexpr std::uint64_t kMostWithPauses = std::uint64_t{6} * 1024;

/// What a connection says first: what follows on it. The server answers with one byte when it is
/// ready.
struct Hello {
  Purpose purpose;
  std::uint32_t unused = 0;
  std::uint64_t request_bytes, reply_bytes;
  std::uint64_t messages;
};

/// A descriptor that closes itself.
class Socket {
 public:
  explicit Socket(int descriptor = -1) noexcept : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  /// One system call if the socket takes all at once. Fails: throws std::system_error.
  void send(const void* bytes, std::size_t size) const;
  /// One system call if all is there, or comes. Fails: throws; also at the end of the stream.
  void receive(void* space, std::size_t size) const;
  /// As receive, but polls instead of sleeping until the first bytes are there.
  void receive_spinning(void* space, std::size_t size) const;
  /// What is there, at least one byte; blocks for it. Returns 0 at the end of the stream.
  std::size_t receive_some(void* space, std::size_t size) const;
  [[nodiscard]] bool is_closed_by_peer() const noexcept;
  /// Over TCP within this machine, the system does not spread large messages over time, whatever
  /// its congestion control ("bbr" does). No effect on other sockets. Fails: throws
  /// std::system_error.
  void send_without_pauses_to_this_machine() const;
  void send_descriptor(int descriptor) const;
  [[nodiscard]] int receive_descriptor() const;

 private:
  int descriptor_;
};

/// Listens on "unix" (a name in the abstract namespace: no file), "tcp" (loopback, any port), or
/// "giop:tcp:HOST:PORT", as ORBs spell it.
struct Listener {
  Socket socket;
  std::string address;  // for connect_to()
};
/// Fails: throws std::system_error, std::invalid_argument.
Listener listen_on(const std::string& where);
Socket accept_from(const Socket& listener);
/// "unix:NAME" or "tcp:HOST:PORT". Fails: throws std::system_error, std::invalid_argument.
Socket connect_to(const std::string& address);

}  // namespace raw
