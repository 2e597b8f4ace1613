// When a program should end: its standard input ends (its launcher is gone), a signal asks for it,
// or it says so itself.
#pragma once
#include <orbweaver/os/unique_fd.hpp>

namespace orbweaver::os {

class LifeLine {
 public:
  enum class End { input_ended, signalled, released };

  /// Blocks SIGTERM and SIGINT in the calling thread, and in the threads that it starts afterwards:
  /// make it first. Throws nothing; if the system refuses descriptors, wait() returns at once.
  LifeLine() noexcept;
  /// Blocks until one of the three happens. What comes in on standard input is read and forgotten.
  [[nodiscard]] End wait() noexcept;
  /// Ends wait(). Any thread, any time.
  void release() noexcept;

 private:
  UniqueFd signals_, released_;
};

[[nodiscard]] int process_id() noexcept;

}  // namespace orbweaver::os
