// What the main thread of orbweaver-domain waits for: signals, and what other threads post.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/signals.hpp>

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

/// Made before all threads: only this takes their signals.
class Inbox {
 public:
  /// Threads: any.
  void post(Message message) {
    {
      const std::scoped_lock lock{mutex_};
      messages_.push_back(message);
    }
    signals_.send_to_owner(SIGUSR1);
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
      const int signal = signals_.wait(deadline);
      if (signal == SIGINT || signal == SIGTERM) return Message::interrupted;
    }
  }

  /// Blocks until a signal comes: SIGUSR1 for a thread that is to end, or another one. Any thread,
  /// but not beside next().
  [[nodiscard]] int next_signal() const { return signals_.wait(Deadline::never()); }

 private:
  os::AwaitedSignals signals_{SIGINT, SIGTERM, SIGUSR1};
  os::Mutex mutex_;
  std::deque<Message> messages_;
};

}  // namespace orbweaver::domain
