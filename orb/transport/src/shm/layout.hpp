// SPDX-License-Identifier: Apache-2.0
// The layout of the memory of a shm connection, and the first message on its socket. The memory has
// two halves: only the client writes one, only the server writes the other. A side never reads its
// own half back, so nothing in it depends on what the peer could do to that memory.
//
//   half    Words | ring of records to the peer | returns | data: blocks with large frames
//
// The memory is sparse: a page takes memory once it has been touched.
#pragma once
#include <orbweaver/transport/connection_traits.hpp>
#include <orbweaver/transport/ring/record_ring.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace orbweaver::transport::shm {

/// The words of one side. Each word is on a cache line of its own, or shares the line with words
/// that the same thread of the peer reads.
struct Words {
  // written as a receiver
  alignas(64) std::uint32_t receiver_sleeps;  // ring::SleepWord
  std::uint32_t receiver_left;                // not zero: this side receives no more
  alignas(64) std::uint64_t read_position;    // in the peer's ring
  std::uint64_t block_bytes_taken;            // of the peer's blocks
  std::uint32_t receiver_cpu;                 // the processor on which it last moved the position
  // written as a sender
  alignas(64) std::uint32_t sender_sleeps;  // ring::SleepWord: it waits for room
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

/// How many bytes may lie in blocks that the peer has not taken yet; one block may be larger. It is
/// as much as a socket holds, so that a slow receiver holds up the sender as soon as over a socket.
/// Only the size of the memory limits the blocks that the peer has taken and still holds.
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

/// The client's first message. Two descriptors come with it: the memory, and the server's end of
/// the room bell.
struct Hello {
  std::array<char, 8> magic = {'O', 'W', 's', 'h', 'm', '/', '1', '\n'};
  std::uint64_t half_size = kHalfSize;
  friend bool operator==(const Hello&, const Hello&) = default;
};

}  // namespace orbweaver::transport::shm
