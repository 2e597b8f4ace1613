// When a server closes a connection that is idle.
//
//   in use ◄─ something came ─ quiet ─ CloseConnection sent ─► draining ─ the client's end ─► over
//                                │                                └─ quiet for server_drain ─► cut
//                                └─ deaf: it takes no CloseConnection for server_drain ─► cut
//
// While it drains, what crosses the CloseConnection is read. Pure; the reader's own, or of the
// thread that looks for idle connections while none reads.
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
  /// Whether nothing has come since this was last asked. `partial_size` is that of the message of
  /// which a part is here: part of a long message is a sign of life, too.
  [[nodiscard]] bool has_been_quiet(std::size_t partial_size) noexcept {
    const bool has_grown = std::exchange(partial_size_, partial_size) != partial_size;
    const bool is_quiet = !std::exchange(has_read_, false) && !has_grown;
    if (!is_quiet) deaf_since_.reset();
    return is_quiet;
  }
  /// How long it may be quiet. 0: for ever.
  [[nodiscard]] Nanoseconds timeout() const noexcept {
    return is_draining_ ? options_.server_drain : options_.server_idle;
  }
  /// CloseConnection was sent, and what crosses it is read.
  [[nodiscard]] bool is_draining() const noexcept { return is_draining_; }
  void begin_draining() noexcept { is_draining_ = true; }
  /// The client took no CloseConnection: whether that is so for long. In shared memory a client can
  /// take nothing before it has said hello.
  [[nodiscard]] bool has_been_deaf_for_long() noexcept {
    const auto limit = options_.server_drain;
    if (!deaf_since_) deaf_since_ = now();
    return limit.count() > 0 && now() - *deaf_since_ >= limit;
  }

  /// When a reader that waits for frames looks whether any came.
  [[nodiscard]] Deadline next_look() const noexcept { return next_look_; }
  void schedule_look() noexcept { next_look_ = Deadline::after(timeout()); }

 private:
  const wire::Options& options_;
  Deadline next_look_;
  bool has_read_ = true;          // since the last look
  std::size_t partial_size_ = 0;  // at the last look
  std::optional<TimePoint> deaf_since_;
  bool is_draining_ = false;
};

}  // namespace orbweaver::server
