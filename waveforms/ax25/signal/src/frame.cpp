// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/frame.hpp>

#include <algorithm>

namespace orbweaver::ax25 {
namespace {

constexpr std::size_t kAddressOctets = 7;
constexpr std::size_t kCallOctets = 6;
constexpr std::uint8_t kLast = 0x01;
constexpr std::uint8_t kReserved = 0x60;  // both 1 if they are not used
constexpr std::uint8_t kBit = 0x80;
constexpr std::uint8_t kPollFinal = 0x10;

bool is_call_character(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

bool is_call(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_call_character);
}

std::expected<Address, FrameError> parse_address(std::span<const std::uint8_t> octets) {
  Address address;
  for (const auto octet : octets.first(kCallOctets)) {
    address.call.push_back(static_cast<char>(octet >> 1U));
  }
  address.call.erase(address.call.find_last_not_of(' ') + 1);
  if (!is_call(address.call)) return std::unexpected(FrameError::no_call);
  const std::uint8_t last = octets[kCallOctets];
  address.ssid = last >> 1U & 0x0FU;
  address.bit = (last & kBit) != 0;
  return address;
}

/// Each octet but the last of the field is even.
std::expected<std::vector<Address>, FrameError> parse_addresses(
    std::span<const std::uint8_t> octets) {
  std::vector<Address> addresses;
  for (std::size_t at = 0;; at += kAddressOctets) {
    if (addresses.size() == 2 + kMostDigipeaters) {
      return std::unexpected(FrameError::too_many_addresses);
    }
    if (octets.size() < at + kAddressOctets) return std::unexpected(FrameError::too_short);
    const auto field = octets.subspan(at, kAddressOctets);
    if (std::ranges::any_of(field.first(kCallOctets), [](auto o) { return (o & kLast) != 0; })) {
      return std::unexpected(FrameError::no_call);
    }
    auto address = parse_address(field);
    if (!address) return std::unexpected(address.error());
    addresses.push_back(*std::move(address));
    if ((field[kCallOctets] & kLast) != 0) return addresses;
  }
}

bool has_information(std::uint8_t control) {
  return (control & 1U) == 0 || (control & ~kPollFinal) == kUnnumberedInformation;
}

void append(std::vector<std::uint8_t>& octets, const Address& address, bool is_last) {
  for (std::size_t k = 0; k < kCallOctets; ++k) {
    const char c = k < address.call.size() ? address.call[k] : ' ';
    octets.push_back(static_cast<std::uint8_t>(static_cast<unsigned char>(c) << 1U));
  }
  octets.push_back(static_cast<std::uint8_t>(kReserved | unsigned{address.ssid} << 1U |
                                             (address.bit ? kBit : 0U) | (is_last ? kLast : 0U)));
}

}  // namespace

std::string_view text_of(FrameError error) {
  switch (error) {
    case FrameError::too_short:
      return "it ends before its control or protocol octet";
    case FrameError::no_call:
      return "an address has no call sign";
    case FrameError::too_many_addresses:
      return "it has more than ten addresses";
  }
  return "it cannot be read";
}

std::expected<Frame, FrameError> parse_frame(std::span<const std::uint8_t> octets) {
  auto addresses = parse_addresses(octets);
  if (!addresses) return std::unexpected(addresses.error());
  if (addresses->size() < 2) return std::unexpected(FrameError::too_short);
  auto rest = octets.subspan(addresses->size() * kAddressOctets);
  if (rest.empty()) return std::unexpected(FrameError::too_short);
  Frame frame{(*addresses)[0],
              (*addresses)[1],
              {addresses->begin() + 2, addresses->end()},
              rest[0],
              {},
              {}};
  rest = rest.subspan(1);
  if (has_information(frame.control)) {
    if (rest.empty()) return std::unexpected(FrameError::too_short);
    frame.protocol = rest[0];
    rest = rest.subspan(1);
  }
  frame.information.assign(rest.begin(), rest.end());
  return frame;
}

std::vector<std::uint8_t> octets_of(const Frame& frame) {
  std::vector<std::uint8_t> octets;
  append(octets, frame.destination, false);
  append(octets, frame.source, frame.path.empty());
  for (std::size_t k = 0; k < frame.path.size(); ++k) {
    append(octets, frame.path[k], k + 1 == frame.path.size());
  }
  octets.push_back(frame.control);
  if (frame.protocol) octets.push_back(*frame.protocol);
  octets.insert(octets.end(), frame.information.begin(), frame.information.end());
  return octets;
}

std::string_view kind_of(const Frame& frame) {
  if ((frame.control & 1U) == 0) return "I";
  if ((frame.control & 3U) == 1) return "S";
  return (frame.control & ~kPollFinal) == kUnnumberedInformation ? "UI" : "U";
}

}  // namespace orbweaver::ax25
