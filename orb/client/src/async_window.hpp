// SPDX-License-Identifier: Apache-2.0
// How many asynchronous calls may be under way on a connection.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/wire/failure.hpp>
#include <orbweaver/wire/policies.hpp>

#include <cstddef>

namespace orbweaver::client {

/// The window of one connection. Threads: any.
class AsyncWindow {
 public:
  explicit AsyncWindow(std::size_t most) noexcept : most_(most) {}

  /// Counts one call more. Blocks while the window is full, up to the deadline; but never with
  /// Overflow::fail, nor on the thread of the reply handlers, which may be the thread that would
  /// make room. Fails: transient, queue_full; timeout; both completed no.
  [[nodiscard]] Result<void, wire::CallFailure> enter(wire::Overflow overflow, Deadline deadline);
  void leave() noexcept;

 private:
  const std::size_t most_;
  os::Mutex mutex_;
  os::ConditionVariable room_came_;
  std::size_t taken_ = 0;
};

}  // namespace orbweaver::client
