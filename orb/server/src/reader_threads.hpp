// SPDX-License-Identifier: Apache-2.0
// Threads for readers of connections. A thread whose reader has ended waits a while for another
// one: to start a thread takes longer than a first call, and some clients connect for one call
// alone.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <functional>
#include <list>
#include <memory>
#include <vector>

namespace orbweaver::server {

/// Threads: any.
class ReaderThreads {
 public:
  /// The most threads that wait for a reader, and how long they wait.
  static constexpr std::size_t kMostSpare = 4;
  static constexpr Nanoseconds kSpareTime = std::chrono::seconds(10);

  explicit ReaderThreads(os::ThreadTraits traits);
  /// Calls stop().
  ~ReaderThreads();
  ReaderThreads(const ReaderThreads&) = delete;
  ReaderThreads& operator=(const ReaderThreads&) = delete;

  /// Runs `body`, which must not throw, on a thread that is spare, or on a new one. Must not be
  /// called after stop(), nor while stop() runs. Fails: std::system_error, std::bad_alloc if there
  /// is no thread; then nothing has changed.
  void run(std::function<void()> body);
  /// Returns when every body has returned and all threads have ended. Must not be called from a
  /// body.
  void stop() noexcept;

 private:
  /// Shared, as run() wakes a thread after it has released the lock.
  struct Worker : std::enable_shared_from_this<Worker> {
    std::function<void()> body;
    os::ConditionVariable given;
    bool has_ended = false;
    os::Thread thread;
  };

  using Workers = std::list<std::shared_ptr<Worker>>;

  [[nodiscard]] std::shared_ptr<Worker> give(std::function<void()> body);
  void start(std::function<void()> body);
  void join_ended();
  void work(Worker& worker);
  [[nodiscard]] bool await_body(Worker& worker);
  [[nodiscard]] Workers end_all();

  os::ThreadTraits traits_;
  os::Mutex mutex_;
  Workers workers_;
  std::vector<Worker*>
      spare_;  // the last one to become spare is used first: its stack is in the cache
  bool is_stopped_ = false;
};

}  // namespace orbweaver::server
