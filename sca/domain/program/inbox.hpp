// What the main thread of orbweaver-domain waits for: signals, and what other threads post.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>

#include <pthread.h>

#include <csignal>
#include <deque>

namespace orbweaver::domain {

enum class Message {
  interrupted,  // SIGINT or SIGTERM
  time_is_up,
  created,  // the application is there, or could not be created
  running,  // it runs, or could not be started
  through,  // every stream has ended
  component_ended,
};

/// Made before all threads, which inherit its mask of signals: only next() takes them.
class Inbox {
 public:
  Inbox() {
    sigemptyset(&signals_);
    for (const int each : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&signals_, each);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }

  /// Threads: any.
  void post(Message message) {
    {
      const std::scoped_lock lock{mutex_};
      messages_.push_back(message);
    }
    pthread_kill(owner_, SIGUSR1);
  }

  /// Blocks. Only for the thread that made this.
  [[nodiscard]] Message next(const Deadline& deadline) {
    while (true) {
      {
        const std::scoped_lock lock{mutex_};
        if (!messages_.empty()) {
          const auto first = messages_.front();
          messages_.pop_front();
          return first;
        }
      }
      if (deadline.has_passed()) return Message::time_is_up;
      const int signal = wait(deadline);
      if (signal == SIGINT || signal == SIGTERM) return Message::interrupted;
    }
  }

  /// Blocks until a signal comes: SIGUSR1 for a thread that is to end, or another one. Any thread,
  /// but not beside next().
  [[nodiscard]] int next_signal() const {
    int signal = 0;
    sigwait(&signals_, &signal);
    return signal;
  }

 private:
  [[nodiscard]] int wait(const Deadline& deadline) const {
    if (deadline.is_never()) return next_signal();
    const auto left = deadline.remaining();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    const timespec time{seconds.count(), (left - seconds).count()};
    return sigtimedwait(&signals_, nullptr, &time);
  }

  sigset_t signals_{};
  pthread_t owner_ = pthread_self();
  os::Mutex mutex_;
  std::deque<Message> messages_;
};

}  // namespace orbweaver::domain
