// SPDX-License-Identifier: Apache-2.0
// What the main thread of orbweaver-run and of orbweaver-domain waits for: signals, and what other
// threads post.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/signals.hpp>

#include <csignal>
#include <deque>
#include <initializer_list>
#include <mutex>
#include <optional>

namespace orbweaver::domain {

enum class Message {
  interrupted,    // SIGINT or SIGTERM
  hung_up,        // SIGHUP
  told_to_leave,  // SIGUSR2
  time_is_up,
  created,  // the application is there, or could not be created
  running,  // it runs, or could not be started
  through,  // every stream has ended
  component_ended,
  released,  // by another program, through CORBA
};

/// Made before all threads: only this takes their signals.
class Inbox {
 public:
  Inbox() : Inbox({SIGINT, SIGTERM, SIGUSR1}) {}
  /// Takes these signals: SIGUSR1, which post() sends, is one of them.
  explicit Inbox(std::initializer_list<int> signals) : signals_(signals) {}

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
      if (const auto message = message_of(signal)) return *message;
    }
  }

  /// For a thread beside the one that made this, which waits no more.
  [[nodiscard]] const os::AwaitedSignals& signals() const noexcept { return signals_; }

 private:
  static std::optional<Message> message_of(int signal) noexcept {
    switch (signal) {
      case SIGINT:
      case SIGTERM:
        return Message::interrupted;
      case SIGHUP:
        return Message::hung_up;
      case SIGUSR2:
        return Message::told_to_leave;
      default:
        return std::nullopt;
    }
  }

  os::AwaitedSignals signals_;
  os::Mutex mutex_;
  std::deque<Message> messages_;
};

}  // namespace orbweaver::domain
