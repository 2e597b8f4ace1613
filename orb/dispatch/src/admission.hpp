// SPDX-License-Identifier: Apache-2.0
// Admits jobs to a bounded queue, and notifies feeders and threads when there is room again. Every
// call requires the lock of the queue.
//
// Threads that wait for room are woken one by one. The end of a pause wakes one thread; each thread
// that gets in wakes the next while there is still room. So if four threads wait and there is room
// for one job, one thread is woken.
#pragma once
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/watermarks.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <mutex>
#include <vector>

namespace orbweaver::dispatch {

class Admission {
 public:
  explicit Admission(dispatch::Watermarks marks) noexcept : level_(marks) {}

  [[nodiscard]] bool is_closed() const noexcept { return closed_; }
  void close() noexcept;

  /// Takes the memory that the next admit() needs. Call it before the job is put into the queue, as
  /// admit() must not fail afterwards.
  void reserve_feeder();
  /// Counts a job that was put into the queue; remembers the feeder if it must pause. Requires:
  /// reserve_feeder() was called.
  [[nodiscard]] Intake admit(std::size_t bytes, Feeder& feeder) noexcept;
  /// Counts a job whose feeder must not pause.
  [[nodiscard]] Intake admit_part(std::size_t bytes) noexcept;
  /// Counts a job that waited for room.
  void admit_waiter(std::size_t bytes) noexcept;
  /// Waits with `lock` released. Returns proceed, refused or pause, as Dispatcher::submit_when_room
  /// does.
  [[nodiscard]] Intake wait_for_room(std::unique_lock<os::Mutex>& lock, Deadline deadline);

  /// A job left the queue. Fills `resumed`, which is empty, with the feeders that the caller
  /// resumes after it has released the lock.
  void leave(std::size_t bytes, std::vector<Feeder*>& resumed) noexcept;

  [[nodiscard]] const dispatch::QueueLevel& level() const noexcept { return level_; }
  [[nodiscard]] std::uint64_t jobs() const noexcept { return jobs_; }
  [[nodiscard]] std::uint64_t pauses() const noexcept { return pauses_; }

 private:
  void count(std::size_t bytes) noexcept;
  void remember(Feeder& feeder) noexcept;
  void wake_one_waiter() noexcept;

  dispatch::QueueLevel level_;
  std::vector<Feeder*> paused_feeders_;
  os::ConditionVariable room_came_;
  std::size_t waiters_ = 0;
  std::uint64_t jobs_ = 0, pauses_ = 0;
  bool closed_ = false;
};

/// Resumes the feeders. Call it without any lock: a feeder may take a lock of its own.
void resume_all(std::vector<Feeder*>& feeders) noexcept;

}  // namespace orbweaver::dispatch
