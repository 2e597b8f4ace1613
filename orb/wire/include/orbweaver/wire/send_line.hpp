// SPDX-License-Identifier: Apache-2.0
// The line of callers and batches that wait to send on a connection, in the order of their arrival:
//
//     caller   a thread in send()
//     batch    messages that enqueue() took; the flusher writes it
//     end      nothing that comes after it is sent
#pragma once
#include <orbweaver/base/pieces.hpp>
#include <orbweaver/dispatch/watermarks.hpp>
#include <orbweaver/wire/batch.hpp>
#include <orbweaver/wire/waking_lock.hpp>

#include <cstdint>
#include <list>
#include <span>
#include <vector>

namespace orbweaver::wire {

/// A thread in send(), on its stack.
struct SendingCaller {
  Sleeper sleeper = {};
  bool may_send = false;  // written before the thread is woken, and read after it
};

/// Requires the lock of its SendQueue.
class SendLine {
 public:
  /// A batch with so many bytes takes no more messages.
  static constexpr std::size_t kBatchBytes = std::size_t{128} * 1024;

  /// The watermarks are those of all batches together.
  explicit SendLine(dispatch::Watermarks watermarks) noexcept : level_(watermarks) {}

  [[nodiscard]] bool is_empty() const noexcept { return line_.empty(); }
  [[nodiscard]] bool begins_with_batch() const noexcept {
    return !line_.empty() && line_.front().is_batch();
  }
  [[nodiscard]] bool begins_with_end() const noexcept { return line_.front().is_end; }
  [[nodiscard]] bool has_batch() const noexcept;
  [[nodiscard]] const dispatch::QueueLevel& level() const noexcept { return level_; }

  void add_caller(SendingCaller& caller) { add().caller = &caller; }
  /// Removes the caller. False if it is not in the line.
  [[nodiscard]] bool remove_caller(const SendingCaller& caller) noexcept;
  /// Removes the first in the line, which is a caller, and returns it.
  [[nodiscard]] SendingCaller& take_caller() noexcept;
  /// Removes the caller that came first, wherever it stands, and returns it; null if there is none.
  [[nodiscard]] SendingCaller* take_any_caller() noexcept;
  void add_end() { add().is_end = true; }

  /// Whether the last entry of the line is a batch that takes another message.
  [[nodiscard]] bool takes_messages() const noexcept {
    return !line_.empty() && line_.back().is_batch() &&
           line_.back().batch.size_bytes() < kBatchBytes;
  }
  void add_batch();
  /// Adds a message to the last batch. Requires: takes_messages(), or the batch was added now.
  void append(const KeptPieces& message, Batch::Hold hold) {
    line_.back().batch.append(message, hold);
    level_.add(total_size(message.pieces));
  }

  /// A batch that was removed from the line.
  struct Taken {
    Batch batch;
    bool ends_pause = false;  // there is room now for threads that wait for room
  };
  /// Removes the first in the line, which is a batch.
  [[nodiscard]] Taken take_batch();
  /// Keeps the memory of `batch` for another batch.
  void keep_spare(Batch batch) noexcept;

  struct Dropped {
    std::uint64_t messages = 0;
    bool ends_pause = false;
  };
  /// Whether the first in the line has been granted the SendLock: then it stays, even if empty.
  enum class First { waits, is_granted };
  /// Drops the oldest messages that may be dropped, until there is room for one; at least one, so
  /// that the queue does not grow. Drops none if none may be dropped.
  [[nodiscard]] Dropped drop_for_one_more(First first);
  /// Drops all messages, and returns their number.
  [[nodiscard]] std::uint64_t drop_all();

 private:
  struct Waiting {
    SendingCaller* caller = nullptr;
    Batch batch;
    bool is_end = false;
    [[nodiscard]] bool is_batch() const noexcept { return caller == nullptr && !is_end; }
  };

  using Line = std::list<Waiting>;
  Waiting& add();
  void erase(Line::iterator entry) noexcept;
  [[nodiscard]] bool drop_one(First first, Dropped& dropped);
  void leave(Line::iterator entry, First first);

  Line line_, free_entries_;  // memory for as many as stood in the line at once
  dispatch::QueueLevel level_;
  std::vector<Batch> spare_;
};

}  // namespace orbweaver::wire
