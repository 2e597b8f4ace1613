// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/transport/address.hpp>

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/os/socket.hpp>

#include <charconv>

namespace orbweaver::transport {

namespace {

constexpr std::string_view kTcp = "tcp:", kUnix = "unix:", kShm = "shm:", kUdp = "udp:",
                           kTls = "tls:",
                           kSsl = "ssl:";  // as omniORB writes it

Result<std::uint16_t, AddressError> parse_port(std::string_view text) noexcept {
  if (text.empty()) return unexpected{AddressError::missing_port};
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc{} || end != text.data() + text.size())
    return unexpected{AddressError::bad_port};
  return port;
}

Result<std::string_view, AddressError> parse_host(std::string_view text) noexcept {
  if (text.starts_with('[')) {
    if (!text.ends_with(']') || text.size() <= 2) return unexpected{AddressError::bad_host};
    return text.substr(1, text.size() - 2);
  }
  if (text.contains(':')) return unexpected{AddressError::bad_host};
  return text;
}

template <class Kind>
Result<Kind, AddressError> parse_host_and_port(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == text.npos || text.ends_with(']')) return unexpected{AddressError::missing_port};
  const auto host = parse_host(text.substr(0, colon));
  if (!host) return unexpected{host.error()};
  const auto port = parse_port(text.substr(colon + 1));
  if (!port) return unexpected{port.error()};
  return Kind{std::string{*host}, *port};
}

// A relative path would lead peers to different files.
template <class Kind>
Result<Address, AddressError> parse_path(std::string_view path) {
  if (path.empty() || path == "@") return unexpected{AddressError::empty_path};
  if (path.front() != '@' && path.front() != '/') return unexpected{AddressError::relative_path};
  if (path.size() > os::kMaxUnixPath) return unexpected{AddressError::path_too_long};
  return Kind{std::string{path}};
}

// Another process may have made the address, in a reference, and its text goes into log lines.
std::string safe(const std::string& part) {
  constexpr std::size_t kLongestHost = 255;
  return printable(part, kLongestHost);
}

template <class Kind>
std::string text_of_host_and_port(std::string_view prefix, const Kind& address) {
  const bool is_ipv6_number = address.host.contains(':');
  const auto host = is_ipv6_number ? "[" + safe(address.host) + "]" : safe(address.host);
  return std::string{prefix} + host + ":" + std::to_string(address.port);
}

std::string text_of(const TcpAddress& address) { return text_of_host_and_port(kTcp, address); }

std::string text_of(const TlsAddress& address) { return text_of_host_and_port(kTls, address); }

std::string text_of(const UnixAddress& address) { return std::string{kUnix} + safe(address.path); }
std::string text_of(const ShmAddress& address) { return std::string{kShm} + safe(address.path); }

}  // namespace

std::string_view describe(AddressError error) noexcept {
  switch (error) {
    case AddressError::unknown_transport:
      return "unknown transport: write tcp:host:port, tls:host:port, unix:path or shm:@name";
    case AddressError::bad_host:
      return "bad host: write an IPv6 number in brackets, as in tcp:[::1]:2809";
    case AddressError::missing_port:
      return "missing port: write tcp:host:port or tls:host:port";
    case AddressError::bad_port:
      return "bad port: a port is a number from 0 to 65535";
    case AddressError::path_too_long:
      return "path too long: a unix socket's path has at most 107 bytes";
    case AddressError::empty_path:
      return "empty path: write unix:/a/path, unix:@name or shm:@name";
    case AddressError::relative_path:
      return "a path from the root, or a name: write unix:/a/path, unix:@name or shm:@name";
  }
  return "unknown address error";
}

Result<Address, AddressError> parse_address(std::string_view text) {
  if (text.starts_with(kTcp)) return parse_host_and_port<TcpAddress>(text.substr(kTcp.size()));
  if (text.starts_with(kUnix)) return parse_path<UnixAddress>(text.substr(kUnix.size()));
  if (text.starts_with(kShm)) return parse_path<ShmAddress>(text.substr(kShm.size()));
  if (text.starts_with(kTls)) return parse_host_and_port<TlsAddress>(text.substr(kTls.size()));
  if (text.starts_with(kSsl)) return parse_host_and_port<TlsAddress>(text.substr(kSsl.size()));
  return unexpected{AddressError::unknown_transport};
}

std::string to_string(const Address& address) {
  return std::visit([](const auto& kind) { return text_of(kind); }, address);
}

Result<UdpAddress, AddressError> parse_udp_address(std::string_view text) {
  if (!text.starts_with(kUdp)) return unexpected{AddressError::unknown_transport};
  return parse_host_and_port<UdpAddress>(text.substr(kUdp.size()));
}

std::string to_string(const UdpAddress& address) { return text_of_host_and_port(kUdp, address); }

}  // namespace orbweaver::transport
