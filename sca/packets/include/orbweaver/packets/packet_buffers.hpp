// SPDX-License-Identifier: Apache-2.0
// Memory for packets that wait in queues, used again and again.
#pragma once
#include <orbweaver/base/chunk.hpp>

#include <cstddef>
#include <memory>

namespace orbweaver::packets {

/// Threads: any. Buffers may outlive this object. It keeps at most kMost unused buffers, each as
/// large as the largest packet that it held.
class PacketBuffers {
 public:
  static constexpr std::size_t kMost = 256;

  PacketBuffers();
  ~PacketBuffers();
  PacketBuffers(const PacketBuffers&) = delete;
  PacketBuffers& operator=(const PacketBuffers&) = delete;

  /// Gives a buffer of at least `size` bytes, not zeroed. Allocates only if no buffer of the size
  /// is free. Fails: std::bad_alloc.
  [[nodiscard]] Chunk take(std::size_t size);

 private:
  struct Shelf;
  struct Buffer;
  std::shared_ptr<Shelf> shelf_;
};

}  // namespace orbweaver::packets
