// SPDX-License-Identifier: Apache-2.0
// Asks dead destinations at intervals whether they answer. Its thread runs only while there is one.
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
  /// Asks once. Returns whether it need not be asked again: it answers, or is not wanted any more.
  /// Called on the reviver's thread. Blocks: for a limited time.
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

  /// Asks `dead` from now on, until it is destroyed. Must not be called while it is asked already.
  void watch(std::weak_ptr<Revivable> dead);
  /// Asks no more. Blocks: for a question that is under way.
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
