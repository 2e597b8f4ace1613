// SPDX-License-Identifier: Apache-2.0
#include "ior_key.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace peer {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes from_hex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::string to_hex(const Bytes& bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

/// Walks a CDR encapsulation that starts at `start` with its byte-order octet.
class Walk {
 public:
  Walk(const Bytes& bytes, std::size_t start)
      : bytes_(bytes), start_(start), at_(start + 1), little_(bytes.at(start) & 1) {}

  void skip(std::size_t octets) { at_ += octets; }
  void align(std::size_t to) { at_ = start_ + (at_ - start_ + to - 1) / to * to; }

  std::uint32_t ulong() {
    align(4);
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
      value |= std::uint32_t{bytes_.at(at_ + i)} << 8 * (little_ ? i : 3 - i);
    skip(4);
    return value;
  }

  void skip_counted() {
    const std::uint32_t octets = ulong();
    skip(octets);
  }

  std::size_t position() const { return at_; }

 private:
  const Bytes& bytes_;
  std::size_t start_;
  std::size_t at_;
  bool little_;
};

std::size_t first_iiop_profile(const Bytes& ior) {
  Walk walk(ior, 0);
  walk.skip_counted();  // type id
  const std::uint32_t profiles = walk.ulong();
  for (std::uint32_t i = 0; i < profiles; ++i) {
    const std::uint32_t tag = walk.ulong();
    const std::uint32_t octets = walk.ulong();
    if (tag == 0) return walk.position();
    walk.skip(octets);
  }
  throw std::runtime_error("the reference has no IIOP profile");
}

}  // namespace

std::string with_damaged_key(const std::string& ior, KeyDamage damage) {
  if (ior.rfind("IOR:", 0) != 0) throw std::runtime_error("the reference does not start with IOR:");
  Bytes bytes = from_hex(ior.substr(4));
  Walk walk(bytes, first_iiop_profile(bytes));
  walk.skip(2);         // version
  walk.skip_counted();  // host
  walk.align(2);
  walk.skip(2);  // port
  const std::uint32_t octets = walk.ulong();
  const std::size_t key = walk.position();
  const std::size_t first = damage == KeyDamage::every_octet ? 0 : octets - 1;
  for (std::size_t i = first; i < octets; ++i) bytes.at(key + i) ^= 0x5A;
  return "IOR:" + to_hex(bytes);
}

}  // namespace peer
