// Where requests for the objects of some adapters pass, wait, or are turned away: the state of a
// POA manager. CORBA 3.3 Part 1, 15.3.2: Processing States.
//
//   holding ◄──► active ◄──► discarding      each ──► inactive, for good
//
// An open gate costs a request one look at an atomic. At one that holds, a connection is paused as
// by a full lane: its request stays with it, nothing behind it is read, and the transport holds the
// client. So what is held is bounded, and keeps its order.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/dispatch/job.hpp>

#include <atomic>
#include <condition_variable>
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
  /// What a request finds. `wait`: come back once resumed. `ended`: the ORB shuts down.
  /// `full`: as many callers of this process wait as may.
  enum class Passage { pass, wait, discard, refuse, ended, full };

  explicit AdapterGate(State state = State::active, std::size_t most_waiting = 64) noexcept
      : state_(state), most_waiting_(most_waiting) {}

  [[nodiscard]] State state() const noexcept {
    return state_.load(std::memory_order_acquire);  // pairs with the release in set()
  }
  [[nodiscard]] bool is_open() const noexcept { return state() == State::active; }

  /// If requests still wait `after` the first of them came, `alarm` has the log name that one's
  /// `object` and the cause. Zero: never.
  struct Watch {
    dispatch::Alarm& alarm;
    Nanoseconds after;
    std::string object;
  };
  /// For a connection that holds a request in its hand. With `wait` it must pause: it is kept, and
  /// resumed once, at the next change.
  [[nodiscard]] Passage ask(const std::shared_ptr<dispatch::Feeder>& connection,
                            const Watch& watch);
  /// For a caller in this process. Blocks while the gate holds; `wait` if that is so still at the
  /// deadline; `full` at once if it would be one more than may wait.
  [[nodiscard]] Passage wait(Deadline deadline, const Watch& watch);

  /// False, and nothing changes, if the gate is inactive and `state` is not.
  bool set(State state);
  /// For the alarm of a Watch: once for each time that the gate holds.
  void ring() noexcept override;
  /// The ORB shuts down: what waits goes on and finds the passage `ended`.
  void end();

 private:
  [[nodiscard]] Passage passage() const noexcept;
  void begin(const Watch& watch);
  void let_go(std::unique_lock<std::mutex> lock);

  std::atomic<State> state_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool has_ended_ = false, was_active_ = false, is_watched_ = false, has_warned_ = false;
  std::string waited_for_;  // an object; of the watch
  const std::size_t most_waiting_;
  std::size_t waiting_ = 0;  // callers of this process
  std::vector<std::shared_ptr<dispatch::Feeder>> paused_;
};

}  // namespace orbweaver::server
