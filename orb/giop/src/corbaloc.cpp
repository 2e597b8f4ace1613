// SPDX-License-Identifier: Apache-2.0
#include "corbaloc.hpp"

#include <orbweaver/giop/ssl_component.hpp>

#include <algorithm>
#include <charconv>

#include "ascii.hpp"

namespace orbweaver::giop {
namespace {

constexpr std::uint16_t kDefaultPort = 2809;
constexpr Version kDefaultVersion{1, 0}, kDefaultVersionOfSsl{1, 2};

struct HostAndPort {
  std::string_view host;
  std::string_view port;  // with its colon, or empty
};

template <class Number>
std::optional<Number> parse_number(std::string_view text) noexcept {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<Version> parse_version(std::string_view text) noexcept {
  if (!text.starts_with("1.")) return std::nullopt;
  const auto minor = parse_number<std::uint8_t>(text.substr(2));
  if (!minor) return std::nullopt;
  return Version{1, *minor};
}

bool is_host_character(char c) noexcept {
  return is_alphanumeric(c) || c == '-' || c == '.' || c == '_';
}

bool is_ipv6_character(char c) noexcept { return is_host_character(c) || c == ':' || c == '%'; }

std::optional<HostAndPort> split_port(std::string_view text) noexcept {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    const auto host = text.substr(1, end - 1);
    if (!std::ranges::all_of(host, is_ipv6_character)) return std::nullopt;
    return HostAndPort{host, text.substr(end + 1)};
  }
  const std::size_t end = std::min(text.find(':'), text.size());
  const auto host = text.substr(0, end);
  if (!std::ranges::all_of(host, is_host_character)) return std::nullopt;
  return HostAndPort{host, text.substr(end)};
}

// `text` is empty or begins with a colon.
std::optional<std::uint16_t> parse_port(std::string_view text) noexcept {
  if (text.empty()) return kDefaultPort;
  const auto port = parse_number<std::uint16_t>(text.substr(1));
  return port == 0 ? std::nullopt : port;
}

// As TAO and JacORB read corbaloc:ssliop: no plain port. GIOP 1.0 has no components.
Result<IiopProfile, ReferenceError> ssl_profile(Version version, std::string_view host,
                                                std::uint16_t port) {
  if (version.minor == 0) return unexpected{ReferenceError::bad_address};
  const SslEndpoint endpoint{Association::kOfTls, Association::kOfTls, port};
  return IiopProfile{version, std::string{host}, 0, {}, {make_component(endpoint)}};
}

Result<IiopProfile, ReferenceError> parse_address(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return unexpected{ReferenceError::bad_address};
  const auto protocol = text.substr(0, colon);
  const bool is_ssl = equal_ignoring_case(protocol, "ssliop");
  if (!protocol.empty() && !is_ssl && !equal_ignoring_case(protocol, "iiop"))
    return unexpected{ReferenceError::unsupported_protocol};
  auto rest = text.substr(colon + 1);

  std::optional<Version> version = is_ssl ? kDefaultVersionOfSsl : kDefaultVersion;
  if (const std::size_t at = rest.find('@'); at != std::string_view::npos) {
    version = parse_version(rest.substr(0, at));
    rest.remove_prefix(at + 1);
  }
  const auto parts = split_port(rest);
  if (!version || !parts || parts->host.empty()) return unexpected{ReferenceError::bad_address};
  if (!parts->port.empty() && parts->port.front() != ':')
    return unexpected{ReferenceError::bad_address};
  const auto port = parse_port(parts->port);
  if (!port) return unexpected{ReferenceError::bad_port};
  if (is_ssl) return ssl_profile(*version, parts->host, *port);
  return IiopProfile{*version, std::string{parts->host}, *port, {}, {}};
}

std::optional<std::byte> parse_escape(std::string_view digits) noexcept {
  if (digits.size() < 2) return std::nullopt;
  const int high = hexadecimal_value(digits[0]);
  const int low = hexadecimal_value(digits[1]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<std::byte>(high << 4 | low);
}

std::optional<OctetBuffer> parse_key(std::string_view text) {
  OctetBuffer key;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] <= ' ' || text[i] > '~') return std::nullopt;
    if (text[i] != '%') {
      key.push_back(static_cast<std::byte>(text[i]));
      continue;
    }
    const auto escaped = parse_escape(text.substr(i + 1));
    if (!escaped) return std::nullopt;
    key.push_back(*escaped);
    i += 2;
  }
  return key;
}

// The characters that CORBA 3.3 Part 2, 7.6.10.1 allows in a key without an escape.
bool is_plain(char c) noexcept {
  return is_alphanumeric(c) || std::string_view{";/:?@&=+$,-_.!~*'()"}.contains(c);
}

}  // namespace

std::string corbaloc_key(Bytes key) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : as_text(key)) {
    if (is_plain(c)) {
      text += c;
      continue;
    }
    const auto octet = static_cast<unsigned char>(c);
    text += {'%', kDigits[octet >> 4], kDigits[octet & 0xf]};
  }
  return text;
}

Result<Ior, ReferenceError> parse_corbaloc(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto key = parse_key(text.substr(std::min(slash + 1, text.size())));
  if (!key) return unexpected{ReferenceError::bad_key};

  Ior ior;
  for (auto addresses = text.substr(0, slash);;) {
    const std::size_t comma = std::min(addresses.find(','), addresses.size());
    auto profile = parse_address(addresses.substr(0, comma));
    if (!profile) return unexpected{profile.error()};
    profile->object_key = *key;
    ior.profiles.push_back(make_profile(*profile));
    if (comma == addresses.size()) return ior;
    addresses.remove_prefix(comma + 1);
  }
}

}  // namespace orbweaver::giop
