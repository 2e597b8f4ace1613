// SPDX-License-Identifier: Apache-2.0
// The gate that requests for the objects of some adapters pass. They pass, wait or are refused, as
// the state of a POA manager says. CORBA 3.3 Part 1, 15.3.2: Processing States.
//
//   holding ◄──► active ◄──► discarding      each ──► inactive, for good
//
// At an open gate a request costs one load of an atomic. A gate that holds pauses the connection,
// as a full lane does: the connection keeps the request and reads no more, and the transport blocks
// the client. So the number of requests that wait is bounded, and their order is kept.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace orbweaver::server {

/// Threads: all calls from any thread.
class AdapterGate : public dispatch::Alarm::Target,
                    public std::enable_shared_from_this<AdapterGate> {
 public:
  enum class State { holding, active, discarding, inactive };
  /// The answer to a request. `wait`: ask again when resumed. `ended`: the ORB shuts down. `full`:
  /// the limit of callers in this process that wait is reached.
  enum class Passage { pass, wait, discard, refuse, ended, full };

  explicit AdapterGate(State state = State::active, std::size_t most_waiting = 64) noexcept
      : state_(state), most_waiting_(most_waiting) {}

  [[nodiscard]] State state() const noexcept {
    return state_.load(std::memory_order_acquire);  // pairs with the release in set()
  }
  [[nodiscard]] bool is_open() const noexcept { return state() == State::active; }

  /// If requests wait longer than `after`, counted from the first request, `alarm` logs the
  /// `object` of that request and the cause. Zero: never.
  struct Watch {
    dispatch::Alarm& alarm;
    Nanoseconds after;
    std::string object;
  };
  /// Decides about a request that `connection` has read. With `wait` the connection must pause; the
  /// gate keeps it, and resumes it once, at the next change of state.
  [[nodiscard]] Passage ask(const std::shared_ptr<dispatch::Feeder>& connection,
                            const Watch& watch);
  /// Decides about a call of this process. Blocks while the gate holds. Returns `wait` if it still
  /// holds at the deadline, and `full` at once if too many callers wait already.
  [[nodiscard]] Passage wait(Deadline deadline, const Watch& watch);

  /// False, and nothing changes, if the gate is inactive and `state` is not.
  bool set(State state);
  /// The alarm of a Watch calls it, once for each time that the gate holds.
  void ring() noexcept override;
  /// Call it when the ORB shuts down: requests that wait get `ended`.
  void end();

 private:
  /// Which warning about the requests that wait the log has got.
  ///
  ///     nothing ──begin──► watched ──ring──► warned
  ///        ▲                  │ ring, if none waits  │ set
  ///        └──────────────────┴──────────────────────┘
  enum class Warning { nothing, watched, warned };

  [[nodiscard]] Passage passage() const noexcept;
  void begin(const Watch& watch);
  void let_go(std::unique_lock<os::Mutex> lock);

  os::Atomic<State> state_;
  mutable os::Mutex mutex_;
  os::ConditionVariable changed_;
  bool has_ended_ = false, was_active_ = false;
  Warning warning_ = Warning::nothing;
  std::string waited_for_;  // the object of the watch
  const std::size_t most_waiting_;
  std::size_t waiting_ = 0;  // callers of this process
  std::vector<std::shared_ptr<dispatch::Feeder>> paused_;
};

}  // namespace orbweaver::server
