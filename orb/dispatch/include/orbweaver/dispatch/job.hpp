// What a dispatcher carries out, and the contract of a dispatcher.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace orbweaver::dispatch {

/// One request to a servant. Made by a reading thread, run once by whichever thread the dispatcher
/// chooses, and destroyed by that thread at once afterwards.
class Job {
 public:
  virtual ~Job() = default;
  virtual void run() noexcept = 0;
  /// What it counts towards byte watermarks. Asked once, in submit.
  [[nodiscard]] virtual std::size_t size_bytes() const noexcept = 0;

  // For lanes: a job that is part of the call which the job in the lane waits for (LaneWait).

  /// Whether it is part of the call that `token` names. Asked under the lane's lock.
  [[nodiscard]] virtual bool is_part_of(Bytes /*token*/) const noexcept { return false; }
  /// Whether there is a token for which is_part_of() may be true.
  [[nodiscard]] virtual bool is_part_of_any() const noexcept { return false; }
  /// Instead of run(), beside a job of the same lane that waits.
  virtual void run_nested() noexcept { run(); }
  /// For log lines: "poke of RootPOA/radio". Asked under the lane's lock.
  [[nodiscard]] virtual std::string describe() const { return "a request"; }
};

/// Whoever feeds a dispatcher and can be paused: a connection.
class Feeder {
 public:
  virtual ~Feeder() = default;
  /// The queue that returned `pause` has room again. Called once for each `pause`, by a dispatcher
  /// thread, maybe before submit() has returned. Must not block and must not submit. A feeder that
  /// was asked to pause lives until this has been called: also a closed dispatcher calls it, since
  /// it runs what it took. A feeder that submits while paused is asked to pause again, but resumed
  /// only once.
  virtual void resume() noexcept = 0;
};

enum class Intake {
  proceed,   // taken; go on
  pause,     // taken; submit no more to this dispatcher until Feeder::resume()
  refused,   // not taken: closed; the job was destroyed without being run
  hopeless,  // not taken: the caller would wait for itself; submit() destroyed the job
};

/// Order and concurrency are what tells one dispatcher from another:
///   ThreadPool (pool)        any thread, any order
///   Lane (lane)              one at a time, in the order of submission
///   CallingThread (connection) run() happens inside submit()
/// A job that was taken is run, also when the dispatcher is closed afterwards. Every one passes
/// conformance/.
class Dispatcher {
 public:
  virtual ~Dispatcher() = default;
  /// Threads: any. Order: of calls by one thread; of calls by several threads as they happen to
  /// come. Blocks: never for lane and pool. A feeder that ignores `pause` is still served, but must
  /// not.
  [[nodiscard]] virtual Intake submit(std::unique_ptr<Job> job, Feeder& feeder) = 0;
  /// For feeders that may block: waits for room before it submits. There is room unless the queue
  /// is paused; a deadline that has passed matters only if there is none. Returns proceed, or
  /// refused if closed (the job was destroyed), or pause if there was no room before the deadline
  /// (not taken; `job` is left untouched), or hopeless if the queue is full and cannot move while
  /// the caller waits (not taken, as before): a job of a lane that fills its own lane, or a thread
  /// of a pool of which too many wait already (PoolOptions::max_blocked).
  [[nodiscard]] virtual Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) = 0;
};

}  // namespace orbweaver::dispatch
