// SPDX-License-Identifier: Apache-2.0
// A packet of the pipeline as bytes: a header, then doubles, both as they lie in memory. All stages
// are on one machine.
#pragma once
#include <cstdint>
#include <vector>

namespace peer {

enum class PacketKind : std::uint32_t {
  samples,
  end_of_stream,  // `number` packets were sent
};

struct PacketHeader {
  PacketKind kind;
  std::uint32_t number;
  std::int64_t created_ns;
};

class Packet {
 public:
  Packet(PacketHeader header, unsigned elements);
  /// Fails: throws std::runtime_error for bytes that hold no header.
  explicit Packet(std::vector<char> bytes);

  [[nodiscard]] PacketHeader header() const;
  void set_header(PacketHeader header);
  [[nodiscard]] const std::vector<char>& bytes() const { return bytes_; }

 private:
  std::vector<char> bytes_;
};

}  // namespace peer
