// A thread that reads a connection carries out a request of it itself, as dispatch `connection`
// has it. While the servant waits for a call of its own, another thread may read on: the reply, or
// a call that the servant waits for, may come back by this very connection.
#pragma once
#include <orbweaver/wire/reader_handoff.hpp>

#include <utility>

namespace orbweaver::wire {

/// As long as it lives, the calling thread is such a thread. Lives on the stack.
class ReaderTurn {
 public:
  /// `watch` may be null: then no other thread reads on.
  ReaderTurn(ReaderHandoff& handoff, HandoffWatch* watch) noexcept
      : handoff_(handoff), watch_(watch), outer_(std::exchange(innermost_, this)) {}
  ~ReaderTurn() { innermost_ = outer_; }
  ReaderTurn(const ReaderTurn&) = delete;
  ReaderTurn& operator=(const ReaderTurn&) = delete;

  /// Another thread reads the connection by now: leave it alone.
  [[nodiscard]] bool was_handed_over() const noexcept { return was_handed_over_; }

  /// As long as it lives, the servant that the calling thread runs waits.
  class ServantWaits {
   public:
    ServantWaits() noexcept : turn_(innermost_) {
      if (turn_ != nullptr) turn_->offer();
    }
    ~ServantWaits() {
      if (turn_ != nullptr) turn_->take_back();
    }
    ServantWaits(const ServantWaits&) = delete;
    ServantWaits& operator=(const ServantWaits&) = delete;

   private:
    ReaderTurn* turn_;
  };

 private:
  // The word belongs to the present reader: a thread that handed over must not touch it.
  void offer() noexcept {
    if (watch_ == nullptr || was_handed_over_) return;
    handoff_.enter_servant();
    watch_->wake();
  }
  void take_back() noexcept {
    if (watch_ == nullptr || was_handed_over_) return;
    was_handed_over_ = !handoff_.return_to_reading();
  }

  inline static constinit thread_local ReaderTurn* innermost_ = nullptr;

  ReaderHandoff& handoff_;
  HandoffWatch* const watch_;
  bool was_handed_over_ = false;
  ReaderTurn* const outer_;
};

}  // namespace orbweaver::wire
