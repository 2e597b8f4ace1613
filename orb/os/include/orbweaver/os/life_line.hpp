// SPDX-License-Identifier: Apache-2.0
// When a program should end: its standard input ends, because its launcher is gone; or a signal
// comes; or the program itself calls release().
#pragma once
#include <orbweaver/os/unique_fd.hpp>

namespace orbweaver::os {

class LifeLine {
 public:
  enum class End { input_ended, signalled, released };

  /// Masks SIGTERM and SIGINT in the calling thread, and in the threads that it starts afterwards.
  /// So make this object before any thread. Throws nothing; if the system has no descriptors left,
  /// wait() returns at once.
  LifeLine() noexcept;
  /// Blocks until one of the three happens. Reads standard input, and discards what it reads.
  [[nodiscard]] End wait() noexcept;
  /// Ends wait(). Any thread, any time.
  void release() noexcept;

 private:
  UniqueFd signals_, released_;
};

[[nodiscard]] int process_id() noexcept;

}  // namespace orbweaver::os
