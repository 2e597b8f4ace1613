// SPDX-License-Identifier: Apache-2.0
// Where a packet of a data port comes from and how old it is: what travels beside a request in a
// service context of Orbweaver, which other ORBs ignore (CORBA 3.3 Part 2, 9.8.1).
//
//   kContextPacket  [ encapsulation: byte order, 7 octets of padding
//                   | clock | connection | number | born | sent | expires | due ]  64 bytes
//
// A packet without times, as most of a fast stream are, leaves out what is about times:
//
//   kContextPacket  [ byte order, 7 octets of padding | connection | number ]  24 bytes
//
// What a sender says of the samples (their rate and so on) goes in a context of its own, which the
// ORB carries and does not read: sca/packets/include/orbweaver/packets/metadata_context.hpp.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace orbweaver::giop {

/// "OWP" and a version.
inline constexpr std::uint32_t kContextPacket = 0x4f575001;
/// "OWM" and a version. Its size is a multiple of 8.
inline constexpr std::uint32_t kContextMetadata = 0x4f574d01;

/// Times are nanoseconds of the clock that `clock` names: CLOCK_MONOTONIC of one machine since it
/// was started. A receiver with another clock can use differences of them only. A packet without
/// times arrives without a clock.
struct PacketStamp {
  std::uint64_t clock = 0;
  std::uint64_t connection = 0;  // of a port, unique
  std::uint64_t number = 0;      // of the packet on the connection, from 1
  std::int64_t born_ns = 0;      // when the first component of the pipeline made it
  std::int64_t sent_ns = 0;      // when this connection took it
  std::int64_t expires_ns = 0;   // when the lifespan of the connection has passed; 0: it has none
  std::int64_t due_ns = 0;       // when its end-to-end budget is used up; 0: it has none
  friend bool operator==(const PacketStamp&, const PacketStamp&) = default;
};

/// Whether any of its times is known.
[[nodiscard]] constexpr bool has_times(const PacketStamp& stamp) noexcept {
  return (stamp.born_ns | stamp.sent_ns | stamp.expires_ns | stamp.due_ns) != 0;
}

/// A stamp as it travels, in the native byte order.
class PacketContext {
 public:
  explicit PacketContext(const PacketStamp& stamp) noexcept;
  [[nodiscard]] Bytes data() const noexcept { return Bytes{octets_}.first(size_); }
  [[nodiscard]] bool has_times() const noexcept { return size_ == octets_.size(); }

 private:
  std::array<std::byte, 64> octets_;
  std::size_t size_;
};

/// Reads a stamp. Returns nothing if the data are malformed, if the number is 0, or if a time is
/// negative.
[[nodiscard]] std::optional<PacketStamp> read_packet_stamp(Bytes data) noexcept;

}  // namespace orbweaver::giop
