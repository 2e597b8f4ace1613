// SPDX-License-Identifier: Apache-2.0
// Decides when a component that ended or failed is started again: after a pause that doubles each
// time, and a limited number of times, so that a program that cannot run does not use up the
// machine.
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
  /// `number`: how many times in a row the component is started again, this one included.
  using Start =
      std::function<void(const std::string& id, unsigned number, const std::stop_token& stop)>;

  struct Rules {
    Nanoseconds first{};  // the first pause; zero: no component is started again
    // the longest pause; after a run of this length, the first pause is used again
    Nanoseconds longest{};
    unsigned most = 0;  // in a row; 0: no limit
  };
  /// What follows after an end.
  enum class Next {
    stays_away,   // the component is not started again
    comes_again,  // the component is started again after a pause
    given_up,     // the component was started again as often as it may be
  };

  /// `start` is called on a thread of this object, for one component at a time.
  ComponentRestarts(const Rules& rules, Start start);
  ~ComponentRestarts() { finish(); }
  ComponentRestarts(const ComponentRestarts&) = delete;
  ComponentRestarts& operator=(const ComponentRestarts&) = delete;

  /// The program of a component that had been ready has ended. Never blocks.
  Next ended(const std::string& id);
  /// The component could not be started, or did not become ready. Never blocks.
  Next failed(const std::string& id);
  /// Called by `start` if the component cannot be started yet. It is tried again after the first
  /// pause, and this try does not count.
  void postpone(const std::string& id);
  /// Starts nothing more. A start that is under way is asked to stop. Blocks: until it has ended.
  /// Must not be called by `start`.
  void finish();

 private:
  struct Entry {
    upkeep::Restarts row;
    TimePoint started{};             // by this object; a time long ago before the first
    std::optional<TimePoint> due{};  // nothing: it is started
  };
  using Entries = std::map<std::string, Entry>;

  // These functions require that mutex_ is held.
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
  std::optional<os::Thread> thread_;  // made at the first end
};

}  // namespace orbweaver::node
