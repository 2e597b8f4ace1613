// SPDX-License-Identifier: Apache-2.0
// Asks what is dead again and again whether it answers. There is a thread only while something is
// dead.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <memory>
#include <vector>

namespace orbweaver::packets {

class Revivable {
 public:
  virtual ~Revivable() = default;
  /// Whether it need not be asked again: it answers, or is not wanted any more. On the reviver's
  /// thread. Blocks: for a bounded time.
  [[nodiscard]] virtual bool try_to_revive() noexcept = 0;
};

/// Threads: any.
class Reviver {
 public:
  static constexpr Nanoseconds kBetweenTries = std::chrono::milliseconds(200);

  explicit Reviver(Nanoseconds between_tries = kBetweenTries) : between_tries_(between_tries) {}
  ~Reviver() { stop(); }
  Reviver(const Reviver&) = delete;
  Reviver& operator=(const Reviver&) = delete;

  /// Asks `dead` from now on, as long as it lives. Not while it is asked already.
  void watch(std::weak_ptr<Revivable> dead);
  /// Asks nothing more. Blocks: for a try that is under way.
  void stop();

 private:
  void run();

  const Nanoseconds between_tries_;
  os::Mutex mutex_;
  os::ConditionVariable changed_;
  std::vector<std::weak_ptr<Revivable>> dead_;
  bool is_running_ = false, is_ending_ = false;
  os::Thread thread_;
};

}  // namespace orbweaver::packets
