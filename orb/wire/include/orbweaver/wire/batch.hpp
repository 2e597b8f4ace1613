// Messages that wait to be sent (SYNC_NONE), one after the other in memory, so that one write sends
// them all.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <algorithm>
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

  /// Copies one whole message, given in pieces, to the end.
  /// Fails: std::bad_alloc; then the batch is as it was.
  void append(std::span<const Bytes> message, Hold hold = Hold::for_sure) {
    const auto before = bytes_.size();
    try {
      for (const auto piece : message) bytes_.insert(bytes_.end(), piece.begin(), piece.end());
      messages_.push_back({bytes_.size() - before, hold, false});
    } catch (...) {  // a part of a message would garble all that comes behind it
      bytes_.resize(before);
      throw;
    }
  }

  /// Drops the oldest message that may be dropped, and returns its size; nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> drop_oldest() noexcept {
    while (next_ < messages_.size() && messages_[next_].hold == Hold::for_sure) ++next_;
    if (next_ == messages_.size()) return std::nullopt;
    messages_[next_].is_dropped = true;
    const auto size = messages_[next_++].size;
    dropped_bytes_ += size;
    ++dropped_;
    if (is_mostly_dropped()) pack();
    return size;
  }

  /// Removes the bytes of dropped messages.
  void pack() noexcept {
    if (dropped_ == 0) return;
    auto from = bytes_.begin(), to = from;
    for (const auto& message : messages_) {
      const auto end = from + static_cast<std::ptrdiff_t>(message.size);
      const bool stays = !message.is_dropped;
      if (stays) to = from == to ? end : std::copy(from, end, to);
      from = end;
    }
    bytes_.erase(to, bytes_.end());
    std::erase_if(messages_, &Message::is_dropped);
    next_ -= dropped_;  // all dropped messages were before it
    dropped_ = dropped_bytes_ = 0;
  }

  void clear() noexcept {
    bytes_.clear();
    messages_.clear();
    next_ = dropped_ = dropped_bytes_ = 0;
  }

  /// Oldest first. Requires: pack() after the last drop_oldest().
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }
  struct Message {
    std::size_t size;
    Hold hold;
    bool is_dropped;
  };
  [[nodiscard]] std::span<const Message> messages() const noexcept { return messages_; }

  /// No message was appended, or all were dropped. Correct also before pack().
  [[nodiscard]] bool is_empty() const noexcept { return dropped_ == messages_.size(); }
  /// The bytes of messages that were not dropped. Correct also before pack().
  [[nodiscard]] std::size_t size_bytes() const noexcept { return bytes_.size() - dropped_bytes_; }

 private:
  // When to pack: so seldom that each byte is moved once on average, and so often that a batch
  // which drops as much as it takes does not grow.
  [[nodiscard]] bool is_mostly_dropped() const noexcept {
    return dropped_bytes_ > bytes_.size() / 2 || dropped_ > messages_.size() / 2;
  }

  std::vector<std::byte> bytes_;
  std::vector<Message> messages_;
  std::size_t next_ = 0;  // no message before it may be dropped
  std::size_t dropped_ = 0, dropped_bytes_ = 0;
};

}  // namespace orbweaver::wire
