// SPDX-License-Identifier: Apache-2.0
// The thread that writes the batches of a send queue.
//
//     not started ─────────► waits ◄────────► writes
//                start_once        note_writing, note_written
#pragma once
#include <orbweaver/os/thread.hpp>
#include <orbweaver/transport/connection.hpp>

#include <new>
#include <system_error>
#include <utility>

namespace orbweaver::wire {

/// Requires the lock of its SendQueue, but for join().
class Flusher {
 public:
  /// Starts a thread that runs `run`, with the first call. Fails: out_of_resources.
  template <class Run>
  [[nodiscard]] Result<void, transport::ConnectionFailure> start_once(Run run) {
    if (has_started()) return {};
    try {
      thread_ = os::start_thread({.name = "ow-flusher"}, std::move(run));
    } catch (const std::bad_alloc&) {
      return unexpected(transport::ConnectionFailure{transport::ConnectionFault::out_of_resources});
    } catch (const std::system_error& refused) {
      return unexpected(transport::ConnectionFailure{transport::ConnectionFault::out_of_resources,
                                                     refused.code().value()});
    }
    return {};
  }
  [[nodiscard]] bool has_started() const noexcept { return thread_.joinable(); }
  /// Blocks until it has ended.
  void join() { thread_.join(); }

  /// Notes that a batch is out of the line, and not in the transport yet.
  void note_writing() noexcept { is_writing_ = true; }
  void note_written() noexcept { is_writing_ = false; }
  [[nodiscard]] bool is_writing() const noexcept { return is_writing_; }

 private:
  bool is_writing_ = false;
  os::Thread thread_;
};

}  // namespace orbweaver::wire
