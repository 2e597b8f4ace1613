// SPDX-License-Identifier: Apache-2.0
// The addresses of listeners and connections.
#pragma once
#include <orbweaver/base/result.hpp>

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace orbweaver::transport {

struct TcpAddress {
  std::string host;  // name or number; empty on a listener: every interface
  std::uint16_t port = 0;
  friend auto operator<=>(const TcpAddress&, const TcpAddress&) = default;
};

/// A path that starts with '@' is in the abstract namespace: it is known on this machine only, and
/// gone when its listener is.
struct UnixAddress {
  std::string path;
  friend auto operator<=>(const UnixAddress&, const UnixAddress&) = default;
};

/// Shared memory: the path of the unix socket through which the peers connect; as in UnixAddress.
struct ShmAddress {
  std::string path;
  friend auto operator<=>(const ShmAddress&, const ShmAddress&) = default;
};

/// TLS over TCP.
struct TlsAddress {
  std::string host;  // as in TcpAddress
  std::uint16_t port = 0;
  friend auto operator<=>(const TlsAddress&, const TlsAddress&) = default;
};

using Address = std::variant<TcpAddress, UnixAddress, ShmAddress, TlsAddress>;

/// The address of datagrams. It is no Address, since there is no connection to it; see
/// datagram.hpp.
struct UdpAddress {
  std::string host;  // name or number; empty on a receiver: every interface
  std::uint16_t port = 0;
  friend auto operator<=>(const UdpAddress&, const UdpAddress&) = default;
};

enum class AddressError {
  unknown_transport,
  bad_host,
  missing_port,
  bad_port,
  path_too_long,
  empty_path,
  relative_path
};
[[nodiscard]] std::string_view describe(AddressError error) noexcept;

/// "tcp:host:port" ("tcp::2809", "tcp:[::1]:2809"), "unix:path" or "shm:path"; a path begins with a
/// slash, or is a name that begins with an @.
[[nodiscard]] Result<Address, AddressError> parse_address(std::string_view text);
[[nodiscard]] std::string to_string(const Address& address);

/// "udp:host:port".
[[nodiscard]] Result<UdpAddress, AddressError> parse_udp_address(std::string_view text);
[[nodiscard]] std::string to_string(const UdpAddress& address);

}  // namespace orbweaver::transport
