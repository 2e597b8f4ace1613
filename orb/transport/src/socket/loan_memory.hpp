// SPDX-License-Identifier: Apache-2.0
// Memory for large loans of a connection over sockets. The memory of a loan that was sent is lent
// again: the allocator gives large memory back to the system, so that each loan of a stream would
// touch new pages.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>

#include <memory>

namespace orbweaver::transport {

/// Owned by a shared_ptr: loans keep it, and may outlive their connection. Threads: any. Blocks:
/// never.
class LoanMemory : public std::enable_shared_from_this<LoanMemory> {
 public:
  /// Smaller chunks come from the allocator, which keeps them itself: glibc maps memory from this
  /// size on by default, and unmaps it when it is freed.
  static constexpr std::size_t kLeast = std::size_t{128} * 1024;
  /// The most memory that is kept for the next loans: as much as a send queue holds by default.
  static constexpr std::size_t kMostKept = std::size_t{8} << 20;
  /// Memory that no loan has used for so long is freed when the next loan comes back. If no loan
  /// follows, it stays until the connection ends.
  static constexpr Nanoseconds kUnusedTime = std::chrono::seconds(1);

  explicit LoanMemory(Nanoseconds unused_time = kUnusedTime) noexcept : unused_time_(unused_time) {}
  ~LoanMemory();
  LoanMemory(const LoanMemory&) = delete;
  LoanMemory& operator=(const LoanMemory&) = delete;

  /// Lends a chunk of at least `size` bytes, headroom included, and of less than twice as many; of
  /// exactly `size` below kLeast. The chunk may hold the bytes of an earlier loan. Fails:
  /// std::bad_alloc.
  [[nodiscard]] Chunk lend(std::size_t capacity);
  /// How many bytes are kept for the next loans.
  [[nodiscard]] std::size_t kept() const noexcept;

 private:
  struct Block;

  static void give_back(ChunkBlock* block) noexcept;
  [[nodiscard]] Block* take(std::size_t capacity) noexcept;
  [[nodiscard]] Block* keep(Block* block) noexcept;
  [[nodiscard]] Block* cut_unused(TimePoint when) noexcept;

  const Nanoseconds unused_time_;
  mutable os::Mutex mutex_;
  Block* newest_ = nullptr;  // the block that came back last is lent first: it is in the cache
  std::size_t kept_ = 0;
};

}  // namespace orbweaver::transport
