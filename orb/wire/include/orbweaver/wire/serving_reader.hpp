// SPDX-License-Identifier: Apache-2.0
// Marks a thread that reads a connection and runs its requests itself (dispatch `connection`).
// While the servant waits for the reply to a call of its own, another thread may read on: that
// reply, or a call that must come first, may arrive on this very connection.
#pragma once
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/wire/reader_handoff.hpp>

#include <utility>

namespace orbweaver::wire {

/// Marks the calling thread as one that runs a request of the connection that it reads, for as long
/// as this object lives. Lives on the stack.
class ServingReader {
 public:
  /// `watch` may be null: then no other thread reads on.
  ServingReader(ReaderHandoff& handoff, HandoffWatch* watch) noexcept
      : handoff_(handoff), watch_(watch), outer_(std::exchange(innermost_here(), this)) {}
  ~ServingReader() { innermost_here() = outer_; }
  ServingReader(const ServingReader&) = delete;
  ServingReader& operator=(const ServingReader&) = delete;

  /// Whether another thread reads the connection now: then the calling thread must leave it alone.
  [[nodiscard]] bool was_handed_over() const noexcept { return was_handed_over_; }

  /// Marks the servant that the calling thread runs as waiting, for as long as this object lives.
  class ServantWaits {
   public:
    ServantWaits() noexcept : reader_(innermost_here()) {
      if (reader_ != nullptr) reader_->offer();
    }
    ~ServantWaits() {
      if (reader_ != nullptr) reader_->take_back();
    }
    ServantWaits(const ServantWaits&) = delete;
    ServantWaits& operator=(const ServantWaits&) = delete;

   private:
    ServingReader* reader_;
  };

 private:
  // After a hand-over the word may be another reader's, so this thread must not write to it.
  void offer() noexcept {
    if (watch_ == nullptr || was_handed_over_) return;
    handoff_.enter_servant();
    watch_->wake();
  }
  void take_back() noexcept {
    if (watch_ == nullptr || was_handed_over_) return;
    was_handed_over_ = !handoff_.return_to_reading();
  }

  static ServingReader*& innermost_here() noexcept {
    return os::PerThread<ServingReader*, ServingReader>::value();
  }

  ReaderHandoff& handoff_;
  HandoffWatch* const watch_;
  bool was_handed_over_ = false;
  ServingReader* const outer_;
};

}  // namespace orbweaver::wire
