// SPDX-License-Identifier: Apache-2.0
#include "packet.hpp"

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace peer {

Packet::Packet(PacketHeader header, unsigned elements)
    : bytes_(sizeof header + elements * sizeof(double)) {
  set_header(header);
  for (unsigned i = 0; i < elements; ++i) {
    const double value = i;
    std::memcpy(bytes_.data() + sizeof header + i * sizeof value, &value, sizeof value);
  }
}

Packet::Packet(std::vector<char> bytes) : bytes_(std::move(bytes)) {
  if (bytes_.size() < sizeof(PacketHeader))
    throw std::runtime_error("a message of " + std::to_string(bytes_.size()) +
                             " bytes came, which is no packet");
}

PacketHeader Packet::header() const {
  PacketHeader header;
  std::memcpy(&header, bytes_.data(), sizeof header);
  return header;
}

void Packet::set_header(PacketHeader header) { std::memcpy(bytes_.data(), &header, sizeof header); }

}  // namespace peer
