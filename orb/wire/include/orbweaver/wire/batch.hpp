// SPDX-License-Identifier: Apache-2.0
// Messages that wait to be sent (SYNC_NONE), one after the other, so that one write sends them all.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/pieces.hpp>
#include <orbweaver/base/raw_bytes.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace orbweaver::wire {

/// Keeps its memory over clear(). No lock; the caller serialises access.
class Batch {
 public:
  /// Whether drop_oldest() may drop the message: its sender chose Overflow::drop_oldest.
  enum class Hold : bool { for_sure, until_dropped };

  /// Takes one whole message. A large piece with a keeper is shared until it is sent or dropped, if
  /// it fills a quarter of its memory at least: so messages keep at most four times the memory that
  /// they count as. The rest is copied.
  /// Fails: std::bad_alloc; then the batch is as it was.
  void append(const KeptPieces& message, Hold hold = Hold::for_sure);

  /// Drops the oldest message that may be dropped, and returns its size; nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> drop_oldest() noexcept;
  /// Removes what is left of dropped messages.
  void pack() noexcept;
  void clear() noexcept;

  /// All bytes, oldest message first. Requires: pack() after the last drop_oldest(). Valid until
  /// the batch changes.
  [[nodiscard]] std::span<const Bytes> pieces() noexcept;
  struct BatchedMessage {
    std::size_t size;
    std::size_t copied;  // bytes of it in bytes_
    std::size_t shared;  // pieces of it in shared_
    Hold hold;
    bool is_dropped;
  };
  [[nodiscard]] std::span<const BatchedMessage> messages() const noexcept { return messages_; }

  /// Whether there is no message, or all were dropped. Correct also before pack().
  [[nodiscard]] bool is_empty() const noexcept { return dropped_.messages == messages_.size(); }
  /// The bytes of messages that were not dropped. Correct also before pack().
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_; }

 private:
  struct Shared {
    std::size_t at;  // where the piece belongs: an offset in bytes_
    Bytes bytes;
    Chunk keeper;
  };
  // The bytes and pieces that dropped messages still take, until pack().
  struct DroppedMessages {
    std::size_t messages = 0, copied = 0, shared = 0;
  };
  [[nodiscard]] BatchedMessage take(const KeptPieces& message);
  void copy(Bytes piece);
  [[nodiscard]] bool is_mostly_dropped() const noexcept;
  void skip_what_stays() noexcept;

  RawBytes bytes_;
  std::vector<Shared> shared_;
  std::vector<BatchedMessage> messages_;
  std::vector<Bytes> pieces_;
  std::size_t size_ = 0;
  std::size_t next_ = 0;         // no message before it may be dropped
  std::size_t next_shared_ = 0;  // the first piece in shared_ of that message
  DroppedMessages dropped_;
};

}  // namespace orbweaver::wire
