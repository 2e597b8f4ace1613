// SPDX-License-Identifier: Apache-2.0
// The messages for the main thread of orbweaver-run and orbweaver-domain: signals, and messages of
// other threads.
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
  created,  // the creation has ended, with or without success
  running,  // the start has ended, with or without success
  through,  // every stream has ended
  component_ended,
  released,  // released by a CORBA client
};

/// Masks the signals. Made before all threads, so that only its own thread takes them.
class Inbox {
 public:
  Inbox() : Inbox({SIGINT, SIGTERM, SIGUSR1}) {}
  /// Waits for these signals. SIGUSR1, which post() sends, must be among them.
  explicit Inbox(std::initializer_list<int> signals) : signals_(signals) {}

  /// Adds a message and wakes the main thread. Threads: any.
  void post(Message message) {
    {
      const std::scoped_lock lock{mutex_};
      messages_.push_back(message);
    }
    signals_.send_to_owner(SIGUSR1);
  }

  /// Blocks until a message or the deadline. Only for the thread that made this.
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

  /// For a second thread that waits, once the thread that made this waits no more.
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
