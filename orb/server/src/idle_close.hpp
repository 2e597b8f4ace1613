// When a server closes a connection that is idle.
//
//   in use ◄─ something came ─ quiet ─ CloseConnection sent ─► draining ─ the client's end ─► over
//                                │                                └─ quiet for server_drain ─► cut
//                                └─ deaf: it takes no CloseConnection for server_drain ─► cut
//
// While it drains, the server still reads requests that cross the CloseConnection. Pure. Threads:
// the connection's reader; while no thread reads, the thread that checks for idle connections.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/wire/options.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace orbweaver::server {

class IdleClose {
 public:
  /// `options` must outlive this.
  explicit IdleClose(const wire::Options& options) noexcept
      : options_(options), next_look_(Deadline::after(options.server_idle)) {}

  void note_frame() noexcept { has_read_ = true; }
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
    return is_draining_ ? options_.server_drain : options_.server_idle;
  }
  /// CloseConnection was sent, and requests that cross it are read.
  [[nodiscard]] bool is_draining() const noexcept { return is_draining_; }
  void begin_draining() noexcept { is_draining_ = true; }
  /// Call it when the client's transport does not take the CloseConnection: whether that has been
  /// so for long. In shared memory a client can take nothing before it has sent its Hello.
  [[nodiscard]] bool has_been_deaf_for_long() noexcept {
    const auto limit = options_.server_drain;
    if (!deaf_since_) deaf_since_ = now();
    return limit.count() > 0 && now() - *deaf_since_ >= limit;
  }

  /// When a reader that waits for frames checks whether the connection is idle.
  [[nodiscard]] Deadline next_look() const noexcept { return next_look_; }
  void schedule_look() noexcept { next_look_ = Deadline::after(timeout()); }

 private:
  const wire::Options& options_;
  Deadline next_look_;
  bool has_read_ = true;          // since the last check
  std::size_t partial_size_ = 0;  // at the last check
  std::optional<TimePoint> deaf_since_;
  bool is_draining_ = false;
};

}  // namespace orbweaver::server
