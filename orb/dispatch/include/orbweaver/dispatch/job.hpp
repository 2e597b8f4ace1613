// SPDX-License-Identifier: Apache-2.0
// A job, which a dispatcher carries out, and the contract of a dispatcher.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace orbweaver::dispatch {

/// One request to a servant. A reading thread makes it. The thread that the dispatcher chooses runs
/// it once, and destroys it at once afterwards.
class Job {
 public:
  virtual ~Job() = default;
  virtual void run() noexcept = 0;
  /// Its size, which counts towards byte watermarks. Called once, in submit.
  [[nodiscard]] virtual std::size_t size_bytes() const noexcept = 0;

  // For lanes: a job may be part of the call for which the job in the lane waits (LaneWait).

  /// Whether the job is part of the call with this token. Called under the lane's lock.
  [[nodiscard]] virtual bool is_part_of(Bytes /*token*/) const noexcept { return false; }
  /// Whether there is a token for which is_part_of() may be true.
  [[nodiscard]] virtual bool is_part_of_any() const noexcept { return false; }
  /// Called instead of run() while another job of the same lane waits for it.
  virtual void run_nested() noexcept { run(); }
  /// A text for log lines: "poke of RootPOA/radio". Called under the lane's lock.
  [[nodiscard]] virtual std::string describe() const { return "a request"; }
};

/// Submits jobs to a dispatcher, and can be paused: a connection.
class Feeder {
 public:
  virtual ~Feeder() = default;
  /// The queue that returned `pause` has room again. A dispatcher's thread calls it once for each
  /// `pause`, perhaps before submit() has returned. It must not block, and must not submit.
  /// A feeder that was paused must live until then. A closed dispatcher calls it, too, as it still
  /// runs the jobs that it has taken. A feeder that submits although it is paused gets `pause`
  /// again, but is resumed only once.
  virtual void resume() noexcept = 0;
};

enum class Intake {
  proceed,   // taken; submit more
  pause,     // taken; submit no more to this dispatcher until Feeder::resume()
  refused,   // not taken: the dispatcher is closed; the job was destroyed without being run
  hopeless,  // not taken: the caller would wait for itself; submit() destroyed the job
};

/// Dispatchers differ in order and concurrency:
///   ThreadPool (pool)        any thread, any order
///   Lane (lane)              one at a time, in the order of submission
///   CallingThread (connection) run() happens inside submit()
/// A job that was taken is run, also when the dispatcher is closed afterwards. Every dispatcher
/// passes conformance/.
class Dispatcher {
 public:
  virtual ~Dispatcher() = default;
  /// Threads: any. Order: that of the calls of each thread; calls of different threads come in any
  /// order. Blocks: never for lane and pool. A feeder must obey `pause`; a job that it submits
  /// nevertheless is taken.
  [[nodiscard]] virtual Intake submit(std::unique_ptr<Job> job, Feeder& feeder) = 0;
  /// Waits for room, then submits; feeders that may block call it. There is room unless the queue
  /// is paused. With room, it does not matter whether the deadline has passed. Returns
  ///   proceed   taken
  ///   refused   closed; the job was destroyed
  ///   pause     there was no room before the deadline; not taken, `job` is unchanged
  ///   hopeless  the queue is full and cannot move while the caller waits; not taken, `job` is
  ///             unchanged. The caller is a job of this very lane, or too many threads of its pool
  ///             wait already (PoolOptions::max_blocked).
  [[nodiscard]] virtual Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) = 0;
};

}  // namespace orbweaver::dispatch
