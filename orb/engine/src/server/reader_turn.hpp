// A thread that reads a connection carries out a request of it itself, as dispatch `connection`
// has it. While the servant waits for a call of its own, another thread may read on: what it waits
// for may come back by this very connection.
#pragma once
#include "server/absence.hpp"
#include "server/reader_watch.hpp"

#include <utility>

namespace orbweaver::engine {

/// As long as it lives, the calling thread is such a thread. Lives on the stack.
class ReaderTurn {
 public:
  /// `watch` may be null: then nobody reads on.
  ReaderTurn(Absence& tenure, ReaderWatch* watch) noexcept
      : tenure_(tenure), watch_(watch), outer_(std::exchange(innermost_, this)) {}
  ~ReaderTurn() { innermost_ = outer_; }
  ReaderTurn(const ReaderTurn&) = delete;
  ReaderTurn& operator=(const ReaderTurn&) = delete;

  /// Another thread reads the connection by now: leave it alone.
  [[nodiscard]] bool is_relieved() const noexcept { return is_relieved_; }

  /// As long as it lives, the servant that the calling thread runs waits.
  class Away {
   public:
    Away() noexcept : turn_(innermost_) {
      if (turn_ != nullptr) turn_->leave();
    }
    ~Away() {
      if (turn_ != nullptr) turn_->come_back();
    }
    Away(const Away&) = delete;
    Away& operator=(const Away&) = delete;

   private:
    ReaderTurn* turn_;
  };

 private:
  // The absence belongs to the reader, so that a thread which was relieved must not touch it.
  void leave() noexcept {
    if (watch_ == nullptr || is_relieved_) return;
    tenure_.leaves();
    watch_->wake();
  }
  void come_back() noexcept {
    if (watch_ == nullptr || is_relieved_) return;
    is_relieved_ = !tenure_.comes_back();
  }

  inline static constinit thread_local ReaderTurn* innermost_ = nullptr;

  Absence& tenure_;
  ReaderWatch* const watch_;
  bool is_relieved_ = false;
  ReaderTurn* const outer_;
};

}  // namespace orbweaver::engine
