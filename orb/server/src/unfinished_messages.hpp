// SPDX-License-Identifier: Apache-2.0
// Bounds the memory of the messages that have come in part, over all connections of a server.
//
//   a large message begins   its whole size is taken. If there is no room, the connection is not
//                            read until there is; waiting connections get room in their order
//   a fragment comes         its size is taken. If there is no room, the connection ends
//   others wait              a connection whose message does not grow for silence_timeout ends
//
// No wait is for ever: a message that has its memory needs no more of it, so the message becomes
// whole, or its client falls silent and the connection ends. A connection that holds fragments
// would keep the memory for which others wait, so it does not wait, but ends.
//
// Small messages need no permission: what a connection reads at once bounds them.
#pragma once
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/transport/connection.hpp>

#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

namespace orbweaver::server {

/// A connection, as UnfinishedMessages sees it.
class MessageHolder {
 public:
  virtual ~MessageHolder() = default;
  /// Keeps the connection alive while the result lives; null if the connection is ending.
  [[nodiscard]] virtual std::shared_ptr<MessageHolder> keep() noexcept = 0;
  /// There is room for the message that waited: continues reading. Must not block.
  virtual void read_on() noexcept = 0;
  /// The message did not grow while others waited: ends the connection, unless more of the message
  /// has come that this side has not read. Must not block.
  virtual void end_if_silent() noexcept = 0;
};

/// Threads: any.
class UnfinishedMessages final : public dispatch::Alarm::Target,
                                 public std::enable_shared_from_this<UnfinishedMessages> {
 public:
  /// `silence_timeout`: after how long without growth a message ends while others wait; 0: never.
  /// `alarm` must outlive this.
  UnfinishedMessages(std::size_t most_bytes, Nanoseconds silence_timeout,
                     dispatch::Alarm& alarm) noexcept
      : most_bytes_(most_bytes), silence_timeout_(silence_timeout), alarm_(alarm) {}

  enum class Wait {
    pause,  // MessageHolder::read_on() comes, once, perhaps before wait() has returned
    never,  // the connection would keep memory for which others wait
    over,   // stop_waiting() was called
  };

  /// The memory that one connection holds. Lives as long as the connection.
  /// Threads: the thread that reads the connection, apart from stop_waiting() and the destructor.
  class Share final : public transport::FrameMemory {
   public:
    Share(std::shared_ptr<UnfinishedMessages> all, MessageHolder& holder);
    ~Share() override;
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    [[nodiscard]] bool take(std::size_t frame_size) noexcept override;
    void has_come(std::size_t bytes) noexcept override;
    void give_back(std::size_t frame_size) noexcept override;

    /// Waits for memory; call it after take() returned false. Throws std::bad_alloc.
    [[nodiscard]] Wait wait();
    /// The connection is to be read to its end: it waits no longer, now or later.
    void stop_waiting() noexcept;

    /// This side does not read the connection until go_on(): the client does not count as silent
    /// meanwhile.
    void pause() noexcept { is_paused_.store(held_now() > 0, std::memory_order_relaxed); }
    void go_on() noexcept {
      if (is_paused_.load(std::memory_order_relaxed)) [[unlikely]]
        end_pause();
    }

    /// Takes room for `bytes` bytes of incomplete messages in fragments, all together. False: there
    /// is no room for them.
    [[nodiscard]] bool hold_fragments(std::size_t bytes) noexcept {
      return bytes == fragments_ || change_fragments(bytes);
    }

   private:
    friend class UnfinishedMessages;
    [[nodiscard]] bool change_fragments(std::size_t bytes) noexcept;
    [[nodiscard]] std::size_t held_now() const noexcept { return large_ + fragments_; }
    void end_pause() noexcept {
      grow();  // the silence is counted anew
      is_paused_.store(false, std::memory_order_relaxed);
    }
    void grow() noexcept { growth_.fetch_add(1, std::memory_order_relaxed); }
    [[nodiscard]] bool is_silent() const noexcept;

    const std::shared_ptr<UnfinishedMessages> all_;
    MessageHolder& holder_;
    std::size_t large_ = 0, fragments_ = 0, wanted_ = 0;
    bool has_waited_ = false;  // for wanted_ bytes
    // Read by the thread that looks for silent connections. Relaxed, as none orders other memory.
    os::Atomic<std::size_t> held_{0};
    os::Atomic<unsigned> growth_{0};
    os::Atomic<bool> is_paused_{false};
    // Guarded by mutex_ of all:
    bool has_grant_ = false;
    bool waits_no_more_ = false;
    unsigned growth_at_last_look_ = 0;
    unsigned last_round_ = 0;
    std::list<Share*>::iterator place_;
  };

  void ring() noexcept override;
  [[nodiscard]] std::size_t most_bytes() const noexcept { return most_bytes_; }
  /// A hint: how many bytes are taken now.
  [[nodiscard]] std::size_t taken_bytes() const noexcept { return taken_; }

 private:
  using Lock = std::unique_lock<os::Mutex>;
  struct Waiter {
    Share* share;
    std::shared_ptr<MessageHolder> alive;
  };

  [[nodiscard]] bool try_take(std::size_t bytes) noexcept;
  [[nodiscard]] bool take_for(Share& share) noexcept;
  void release(std::size_t bytes) noexcept;
  [[nodiscard]] Wait wait(Share& share);
  void grant() noexcept;
  /// Removes and returns the waiters at the front for which there is room.
  [[nodiscard]] std::list<Waiter> take_granted(const Lock& lock) noexcept;
  void stop_waiting(Share& share) noexcept;
  void look_again(const Lock& lock) noexcept;
  /// Returns the next silent connection of this round; null if there is none.
  [[nodiscard]] std::shared_ptr<MessageHolder> next_silent() noexcept;

  const std::size_t most_bytes_;
  const Nanoseconds silence_timeout_;
  dispatch::Alarm& alarm_;
  os::Atomic<std::size_t> taken_{0};
  os::Atomic<std::size_t> waiting_{0};  // the size of waiters_
  os::Mutex mutex_;
  std::list<Share*> shares_;
  std::list<Waiter> waiters_;
  bool looks_ = false;
  unsigned round_ = 1;  // of looking for silent connections
};

}  // namespace orbweaver::server
