// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/ior.hpp>

#include "ascii.hpp"
#include "corbaloc.hpp"

#include <algorithm>

namespace orbweaver::giop {
namespace {

constexpr std::string_view kIorScheme = "IOR:";
constexpr std::string_view kCorbalocScheme = "corbaloc:";

std::string_view trim(std::string_view text) noexcept {
  constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) - begin + 1);
}

bool has_scheme(std::string_view text, std::string_view scheme) noexcept {
  return equal_ignoring_case(text.substr(0, scheme.size()), scheme);
}

std::optional<OctetBuffer> parse_hexadecimal(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  OctetBuffer bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = hexadecimal_value(digits[i]);
    const int low = hexadecimal_value(digits[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(high << 4 | low));
  }
  return bytes;
}

// omniORB fills its references up with zeros, to a multiple of eight at most.
std::size_t without_padding(Bytes behind) noexcept {
  constexpr std::size_t kMostPadding = 7;
  const bool is_padding =
      behind.size() <= kMostPadding &&
      std::ranges::all_of(behind, [](std::byte b) { return b == std::byte{0}; });
  return is_padding ? 0 : behind.size();
}

struct Stringified {
  Ior ior;
  std::size_t octets_behind = 0;
};

Result<Stringified, ReferenceError> parse_stringified(std::string_view digits) {
  const auto bytes = parse_hexadecimal(digits);
  if (!bytes) return unexpected{ReferenceError::bad_hexadecimal};
  cdr::Decoder decoder = cdr::Decoder::of_encapsulation(*bytes);
  Ior ior = decode_ior(decoder);
  if (!decoder.ok()) return unexpected{ReferenceError::bad_encapsulation};
  return Stringified{std::move(ior), without_padding(Bytes{*bytes}.last(decoder.remaining()))};
}

}  // namespace

std::string_view describe(ReferenceError error) noexcept {
  switch (error) {
    case ReferenceError::unknown_scheme:
      return "an object reference begins with IOR: or corbaloc:, "
             "for example corbaloc::localhost:2809/NameService";
    case ReferenceError::bad_hexadecimal:
      return "after IOR: an even number of hexadecimal digits follows; copy the whole line";
    case ReferenceError::bad_encapsulation:
      return "the bytes after IOR: are not an object reference; copy the whole line";
    case ReferenceError::bad_address:
      return "a corbaloc address is :host, :host:port or :1.2@host:port, with an IPv6 host in "
             "brackets, for example corbaloc::[::1]:2809/NameService";
    case ReferenceError::bad_port:
      return "a port is a number from 1 to 65535, for example corbaloc::localhost:2809/NameService";
    case ReferenceError::bad_key:
      return "the key of a corbaloc, after its slash, may have printable ASCII characters only; "
             "write others as %XX with two hexadecimal digits, for example %20 for a space";
    case ReferenceError::unsupported_protocol:
      return "a corbaloc address begins with iiop:, ssliop: or a colon, "
             "for example corbaloc:iiop:localhost:2809/NameService";
  }
  return "unknown reference error";
}

std::string to_string(const Ior& ior) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  cdr::Encoder encoder;
  encoder.put_octet(cdr::order_octet(encoder.byte_order()));
  encode(encoder, ior);
  std::string text{kIorScheme};
  text.reserve(text.size() + 2 * encoder.size());
  for (const std::byte byte : encoder.bytes()) {
    text += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    text += kDigits[std::to_integer<std::size_t>(byte & std::byte{0x0f})];
  }
  return text;
}

Result<Ior, ReferenceError> parse_reference(std::string_view text) {
  const auto reference = trim(text);
  if (has_scheme(reference, kIorScheme)) {
    auto read = parse_stringified(reference.substr(kIorScheme.size()));
    if (!read) return unexpected{read.error()};
    return std::move(read->ior);
  }
  if (has_scheme(reference, kCorbalocScheme))
    return parse_corbaloc(reference.substr(kCorbalocScheme.size()));
  return unexpected{ReferenceError::unknown_scheme};
}

std::size_t octets_behind(std::string_view text) {
  const auto reference = trim(text);
  if (!has_scheme(reference, kIorScheme)) return 0;
  const auto read = parse_stringified(reference.substr(kIorScheme.size()));
  return read ? read->octets_behind : 0;
}

}  // namespace orbweaver::giop
