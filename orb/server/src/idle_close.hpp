// SPDX-License-Identifier: Apache-2.0
// When a server closes a connection that is idle.
//
//   in use ◄─ something came ─ quiet ─ CloseConnection sent ─► draining ─ the client's end ─► over
//                                │                                └─ quiet for server_drain ─► cut
//                                └─ deaf: it takes no CloseConnection for server_drain ─► cut
//
// A connection on which no whole message has come yet is closed after a shorter time
// (message_timeout). It drains as long as others: its first message may be under way. If another
// connection wants its slot meanwhile, it loses the slot (connection_slots.hpp).
//
// While a connection drains, the server still reads requests that cross the CloseConnection. No
// I/O. Threads: the connection's reader; while no thread reads, the thread that checks for idle
// connections.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/wire/idle_tick.hpp>
#include <orbweaver/wire/options.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace orbweaver::server {

class IdleClose {
 public:
  /// `options` must outlive this.
  explicit IdleClose(const wire::Options& options) noexcept
      : options_(options), next_look_(Deadline::after(timeout())) {}

  void note_frame() noexcept { has_read_ = true; }
  /// A whole message has come.
  void note_message() noexcept { has_spoken_ = true; }
  [[nodiscard]] bool has_spoken() const noexcept { return has_spoken_; }
  /// Whether no byte has come since the last call. `partial_size`: how many bytes of an incomplete
  /// message have come, since a part of a long message counts, too.
  [[nodiscard]] bool has_been_quiet(std::size_t partial_size) noexcept {
    const bool has_grown = std::exchange(partial_size_, partial_size) != partial_size;
    const bool is_quiet = !std::exchange(has_read_, false) && !has_grown;
    if (!is_quiet) deaf_since_.reset();
    return is_quiet;
  }
  /// How long the connection may be quiet. 0: without a limit.
  [[nodiscard]] Nanoseconds timeout() const noexcept {
    if (is_draining_) return options_.server_drain;
    if (has_spoken_) return options_.server_idle;
    return wire::shorter_limit(options_.server_idle, options_.message_timeout);
  }
  /// CloseConnection was sent, and requests that cross it are read.
  [[nodiscard]] bool is_draining() const noexcept { return is_draining_; }
  void begin_draining() noexcept { is_draining_ = true; }
  /// Call it when the client's transport does not take the CloseConnection. Whether the transport
  /// has taken none for long. In shared memory a client can take nothing before it has sent its
  /// Hello.
  [[nodiscard]] bool has_been_deaf_for_long() noexcept {
    if (!deaf_since_) deaf_since_ = now();
    return options_.server_drain.count() > 0 && now() - *deaf_since_ >= options_.server_drain;
  }

  /// When a reader that waits for frames checks whether the connection is idle.
  [[nodiscard]] Deadline next_look() const noexcept { return next_look_; }
  void schedule_look() noexcept { next_look_ = Deadline::after(timeout()); }

 private:
  const wire::Options& options_;
  bool has_spoken_ = false;
  bool is_draining_ = false;
  Deadline next_look_;
  bool has_read_ = true;          // a frame, since the last check
  std::size_t partial_size_ = 0;  // at the last check
  std::optional<TimePoint> deaf_since_;
};

}  // namespace orbweaver::server
