// When a component whose program ended is started again: after a pause, which doubles with each end
// that follows soon, so that a program that cannot run does not take the machine.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace orbweaver::node {

/// Threads: any.
class Restarts {
 public:
  using Start = std::function<void(const std::string& id, const std::stop_token& stop)>;

  struct Pauses {
    Nanoseconds first{};    // zero: nothing is started again
    Nanoseconds longest{};  // a component that ran for as long begins with the first pause again
  };

  /// `start` is called on a thread of this, for one component after the other.
  Restarts(Pauses pauses, Start start) : pauses_(pauses), start_(std::move(start)) {}
  ~Restarts() { finish(); }
  Restarts(const Restarts&) = delete;
  Restarts& operator=(const Restarts&) = delete;

  /// The component's program ended. Never blocks.
  void ended(const std::string& id);
  /// What was started again failed, and ended so; does nothing for a component that was not.
  void failed(const std::string& id);
  /// Starts nothing more. Blocks: until a start that is under way has ended, which is asked to stop.
  /// Not for the thread of this.
  void finish();

 private:
  struct Entry {
    Nanoseconds pause{};
    TimePoint started{};           // the last time
    std::optional<TimePoint> due;  // none: it is started
  };
  using Entries = std::map<std::string, Entry>;

  // Both require: mutex_ held.
  void schedule(Entry& entry);
  [[nodiscard]] Entries::iterator first_due();
  void work(const std::stop_token& stop);

  const Pauses pauses_;
  const Start start_;
  os::Mutex mutex_;
  os::ConditionVariableAny changed_;
  bool is_finished_ = false;
  Entries entries_;
  std::optional<os::Thread> thread_;  // from the first end on
};

}  // namespace orbweaver::node
