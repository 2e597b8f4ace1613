// What lies where in the memory of a shm connection, and what its socket carries first. The memory
// has two halves: one that only the client writes, one that only the server writes. Nobody reads
// what he wrote, so that nothing in this process depends on what the peer could do to it.
//
//   half    Words | ring of records to the peer | returns | data: blocks with large frames
//
// All of it is sparse: pages cost memory once they are touched.
#pragma once
#include <orbweaver/ring/record_ring.hpp>
#include <orbweaver/transport/connection_traits.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace orbweaver::transport::shm {

/// The words of one side. Each is on a cache line of its own, or with what the same reader reads.
struct Words {
  // as a receiver
  alignas(64) std::uint32_t receiver_sleeps;  // ring::Sleeper
  std::uint32_t receiver_left;                // not zero: nobody will receive any more
  alignas(64) std::uint64_t read_position;    // in the peer's ring
  std::uint64_t block_bytes_taken;            // of the peer's blocks
  std::uint32_t receiver_cpu;                 // where it ran when it moved the position last
  // as a sender
  alignas(64) std::uint32_t sender_sleeps;  // ring::Sleeper: it waits for room
};

inline constexpr std::size_t kRingOffset = 256, kRingSize = std::size_t{64} * 1024;
static_assert(sizeof(Words) <= kRingOffset && kRingOffset % ring::kUnit == 0);

/// The unit of a block, and the place of its word in `returns`.
inline constexpr std::size_t kPage = 4096, kPages = 8192;
inline constexpr std::size_t kDataSize = kPage * kPages;
static_assert(kDataSize == kMostShmBytes);

inline constexpr std::size_t kReturnsOffset = kRingOffset + kRingSize;
inline constexpr std::size_t kDataOffset = std::size_t{128} * 1024;
static_assert(kReturnsOffset + kPages * sizeof(std::uint32_t) <= kDataOffset);

inline constexpr std::size_t kHalfSize = kDataOffset + kDataSize;

/// What may lie in blocks that the peer has not taken yet, unless it is one message: as much as a
/// socket holds, so that a slow receiver is felt as soon. What it has taken is limited by the
/// memory only.
inline constexpr std::size_t kMostUntaken = std::size_t{256} * 1024;

/// Larger messages go into a block.
inline constexpr std::size_t kLargestInline = 1024;
static_assert(kLargestInline <= ring::largest_record(kRingSize) / 4);

/// The tag of a record: its kind, and the processor on which the sender runs.
inline constexpr std::uint32_t kInline = 1;  // the bytes themselves
inline constexpr std::uint32_t kBlock = 2;   // a BlockRecord
constexpr std::uint32_t make_tag(std::uint32_t kind, std::uint32_t cpu) noexcept {
  return kind | cpu << 8;
}
constexpr std::uint32_t kind_in(std::uint32_t tag) noexcept { return tag & 0xFF; }
constexpr std::uint32_t cpu_in(std::uint32_t tag) noexcept { return tag >> 8; }

/// Bytes that lie in a block of the sender's data.
struct BlockRecord {
  std::uint32_t page, generation, offset, size;
};

/// What a client says first, with two descriptors: the memory, and its end of the room bell.
struct Hello {
  std::array<char, 8> magic = {'O', 'W', 's', 'h', 'm', '/', '1', '\n'};
  std::uint64_t half_size = kHalfSize;
  friend bool operator==(const Hello&, const Hello&) = default;
};

}  // namespace orbweaver::transport::shm
