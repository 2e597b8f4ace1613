// SPDX-License-Identifier: Apache-2.0
#include "option_texts.hpp"

#include <orbweaver/giop/ior.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace orbweaver::corba {

namespace {

[[noreturn]] void refuse_because(std::string_view option, const std::string& text,
                                 const TextValue& value, std::string_view why) {
  refuse_value(option, text, std::string{value.takes} + " (" + std::string{why} + ")");
}

// Checks the text alone. Whether the object exists shows when the reference is resolved.
std::string why_no_reference(std::string text) {
  std::string scheme = text.substr(0, text.find(':') + 1);
  std::ranges::transform(scheme, scheme.begin(), [](unsigned char c) { return std::tolower(c); });
  const bool is_read_later =
      scheme == "corbaname:" || scheme == "file:" || text.starts_with("corbaloc:rir:");
  if (is_read_later) return {};
  const auto read = giop::parse_reference(text);
  return read ? "" : std::string{giop::describe(read.error())};
}

// The text after "giop:".
std::string_view address_in(std::string_view option, const std::string& text,
                            const TextValue& value) {
  constexpr std::string_view kPrefix = "giop:";
  if (!text.starts_with(kPrefix)) refuse_value(option, text, value.takes);
  return std::string_view{text}.substr(kPrefix.size());
}

// `parse` of the text, or of the text with port 0 if it has none.
template <class Parse>
auto parse_with_any_port(std::string_view text, Parse parse) {
  auto address = parse(text);
  if (address || address.error() != transport::AddressError::missing_port) return address;
  return parse(std::string{text} + (text.ends_with(':') ? "0" : ":0"));
}

// Requires: `text` begins with the name of that transport.
template <class Address>
Result<Address, transport::AddressError> parse_as(std::string_view text) {
  const auto address = transport::parse_address(text);
  if (!address) return unexpected{address.error()};
  return std::get<Address>(*address);
}

bool is_of_tls(std::string_view text) noexcept {
  return text.starts_with("tls:") || text.starts_with("ssl:");
}

constexpr std::uint32_t kNoUser = UINT32_MAX;  // what the system calls no user

std::optional<std::uint32_t> whole_number(std::string_view text, std::size_t from, int base) {
  std::uint32_t number = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + from, end, number, base);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

bool names_a_host(std::string_view host) noexcept {
  return !host.empty() && host != "0.0.0.0" && host != "::";
}

}  // namespace

void add_endpoint(OrbArguments& arguments, const TextValue& value, std::string_view option,
                  const std::string& text) {
  const auto address_text = address_in(option, text, value);
  const auto add = [&](auto& endpoints, auto address) {
    if (!address) refuse_because(option, text, value, transport::describe(address.error()));
    endpoints.push_back(*std::move(address));
  };
  if (address_text.starts_with("udp:"))
    add(arguments.options.datagram_endpoints, transport::parse_udp_address(address_text));
  else
    add(arguments.options.endpoints, transport::parse_address(address_text));
}

void add_published_endpoint(OrbArguments& arguments, const TextValue& value,
                            std::string_view option, const std::string& text) {
  const auto address_text = address_in(option, text, value);
  const auto add = [&](auto& published, auto address) {
    if (!address) refuse_because(option, text, value, transport::describe(address.error()));
    if (!names_a_host(address->host))
      refuse_because(option, text, value, "HOST is what clients connect to");
    published.push_back(*std::move(address));
  };
  auto& options = arguments.options;
  if (address_text.starts_with("udp:"))
    add(options.published_datagram_endpoints,
        parse_with_any_port(address_text, transport::parse_udp_address));
  else if (address_text.starts_with("tcp:"))
    add(options.published_endpoints,
        parse_with_any_port(address_text, parse_as<transport::TcpAddress>));
  else if (is_of_tls(address_text))
    add(options.published_tls_endpoints,
        parse_with_any_port(address_text, parse_as<transport::TlsAddress>));
  else
    refuse_because(option, text, value,
                   "references carry unix sockets and shared memory as they are");
}

void add_expected_peer(OrbArguments& arguments, const TextValue& value, std::string_view option,
                       const std::string& text) {
  constexpr std::string_view kKinds[]{"dns:", "ip:", "uri:", "subject:"};
  const auto is_of = [&text](auto kind) { return text.starts_with(kind) && text != kind; };
  if (!std::ranges::any_of(kKinds, is_of)) refuse_value(option, text, value.takes);
  arguments.options.tls.expected_peers.push_back(text);
}

void add_local_peer(OrbArguments& arguments, const TextValue& value, std::string_view option,
                    const std::string& text) {
  constexpr std::string_view kKind = "user:";
  const auto user = text.starts_with(kKind) ? whole_number(text, kKind.size(), 10) : std::nullopt;
  if (!user || *user == kNoUser) refuse_value(option, text, value.takes);
  arguments.options.local_peers.servers_of.push_back(*user);
}

void set_socket_mode(OrbArguments& arguments, const TextValue& value, std::string_view option,
                     const std::string& text) {
  constexpr std::uint32_t kAllBits = 0777, kOwner = 0600;
  const auto mode = whole_number(text, 0, 8);
  if (!mode || *mode > kAllBits) refuse_value(option, text, value.takes);
  if ((*mode & kOwner) != kOwner)
    refuse_because(option, text, value, "the server's own user needs 6");
  arguments.options.local_peers.socket_mode = *mode;
}

void set_trace(OrbArguments& arguments, const TextValue& value, std::string_view option,
               const std::string& text) {
  wire::Trace trace;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const auto comma = std::min(text.find(',', begin), text.size());
    const auto name = text.substr(begin, comma - begin);
    begin = comma + 1;
    if (name == "calls")
      trace.calls = true;
    else if (name == "connections")
      trace.connections = true;
    else if (name == "messages")
      trace.messages = true;
    else if (name != "off" || text != "off")
      refuse_value(option, text, value.takes);
  }
  arguments.options.trace = trace;
}

void add_initial_reference(OrbArguments& arguments, const TextValue& value, std::string_view option,
                           const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) refuse_value(option, text, value.takes);
  if (const auto why = why_no_reference(text.substr(equals + 1)); !why.empty())
    refuse_because(option, text, value, why);
  arguments.initial.references.insert_or_assign(text.substr(0, equals), text.substr(equals + 1));
}

}  // namespace orbweaver::corba
