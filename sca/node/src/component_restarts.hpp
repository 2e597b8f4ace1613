// SPDX-License-Identifier: Apache-2.0
// When a component whose program ended, or that failed, is started again: after a pause, which
// doubles each time, and not for ever, so that a program that cannot run does not take the machine.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/upkeep/restarts.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace orbweaver::node {

/// Threads: any.
class ComponentRestarts {
 public:
  /// `number`: it is the n-th start again in a row.
  using Start =
      std::function<void(const std::string& id, unsigned number, const std::stop_token& stop)>;

  struct Rules {
    Nanoseconds first{};    // the first pause; zero: nothing is started again
    Nanoseconds longest{};  // a component that ran for as long begins with the first pause again
    unsigned most = 0;      // in a row; 0: without a limit
  };
  /// The step that follows an end.
  enum class Next {
    stays_away,   // nothing is started again, or no more
    comes_again,  // after a pause
    given_up,     // it was started again as often as it may be
  };

  /// `start` is called on a thread of this, for one component after the other.
  ComponentRestarts(const Rules& rules, Start start);
  ~ComponentRestarts() { finish(); }
  ComponentRestarts(const ComponentRestarts&) = delete;
  ComponentRestarts& operator=(const ComponentRestarts&) = delete;

  /// The component's program ended, which had come so far that it could be used. Never blocks.
  Next ended(const std::string& id);
  /// The component could not be started, or did not get ready. Never blocks.
  Next failed(const std::string& id);
  /// The component cannot be started yet: it is tried again after the first pause, and the try does
  /// not count. `start` calls this.
  void postpone(const std::string& id);
  /// Starts nothing more. Blocks: until a start that is under way has ended, which is asked to
  /// stop. Not for the thread of this.
  void finish();

 private:
  struct Entry {
    upkeep::Restarts row;
    TimePoint started{};             // the last time, by this; at first long ago
    std::optional<TimePoint> due{};  // none: it is started
  };
  using Entries = std::map<std::string, Entry>;

  // All require: mutex_ held.
  [[nodiscard]] bool may_start() const;
  [[nodiscard]] Entry& entry(const std::string& id);
  Next schedule(Entry& entry, Nanoseconds ran);
  void make_due(Entry& entry, Nanoseconds pause);
  [[nodiscard]] Entries::iterator first_due();

  void work(const std::stop_token& stop);

  const Rules rules_;
  const Start start_;
  os::Mutex mutex_;
  os::ConditionVariableAny changed_;
  bool is_finished_ = false;
  Entries entries_;
  std::optional<os::Thread> thread_;  // from the first end on
};

}  // namespace orbweaver::node
