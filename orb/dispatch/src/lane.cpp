// SPDX-License-Identifier: Apache-2.0
// The state outlives its lane while a turn of it waits or runs: the pool's queue holds it as the
// turn.
//
// The gate (lane_gate.hpp) lets a guest in without the lock, with one atomic operation. Thread G is
// a guest, thread S submits a job:
//
//   G: open ─► guest inside; runs its job; guest inside ─► open. No thread has taken the lock.
//
//   S submits while G is inside
//     G: open ─► guest inside
//     S: takes the lock, shuts the gate, finds a guest inside: the job waits in the queue
//     G: finds the gate shut when it leaves: takes the lock, and schedules a turn for S's job
//
//   S submits while the lane is idle
//     S: takes the lock, shuts the gate, finds no guest: schedules a turn
//     the turn runs the job; no job is left: it opens the gate
#include "admission.hpp"
#include "lane_gate.hpp"
#include "lane_state.hpp"

#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/ring_queue.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/per_thread.hpp>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace orbweaver::dispatch {

class Lane::State final : public ThreadPool::Turn, public std::enable_shared_from_this<State> {
 public:
  State(ThreadPool& pool, dispatch::Watermarks watermarks)
      : pool_(pool), slot_(pool), admission_(watermarks), queue_(first_capacity(watermarks)) {}

  Intake submit(std::unique_ptr<Job>& job, Feeder& feeder);
  Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline);
  ThreadPool::TurnEnd take_turn() noexcept override;
  bool try_enter() noexcept;
  void leave() noexcept;
  bool is_here() const noexcept { return of_this_thread() == this; }
  void begin(LaneWait& wait) noexcept;
  void end(LaneWait& wait) noexcept;
  LaneWait::Queue queue() const;
  void close() noexcept;
  void wait_until_idle() noexcept;
  LaneStatistics statistics() const;

  /// The lane whose job the calling thread runs.
  static State*& of_this_thread() noexcept { return os::PerThread<State*, State>::value(); }

 private:
  struct Entry {
    std::unique_ptr<Job> job;
    std::size_t bytes = 0;
    bool may_be_part = false;  // Job::is_part_of_any
  };
  class NestedTurn;
  using Lock = std::unique_lock<os::Mutex>;

  /// The capacity that most lanes need. A lane with more jobs grows.
  static std::size_t first_capacity(dispatch::Watermarks watermarks) noexcept {
    return std::clamp<std::size_t>(watermarks.high_messages, 1, 64);
  }

  void shut_the_gate() noexcept;
  void open_the_gate() noexcept;

  /// Releases the lock first: the pool has its own.
  Intake wait_for_room(Lock& lock, Deadline deadline);
  void schedule_turn(Lock& lock) noexcept;
  void reserve_entry() { queue_.reserve(queue_.size() + 1); }
  void put(std::unique_ptr<Job> job, std::size_t bytes) noexcept;
  Intake let_in(Lock& lock, std::unique_ptr<Job>& job);
  [[nodiscard]] bool is_awaited_part(const Job& job) const noexcept;
  std::shared_ptr<NestedTurn> make_nested_turn(LaneWait& wait) noexcept;
  void run_nested(std::unique_ptr<Job> job, LaneWait& wait) noexcept;
  std::unique_ptr<Job> take_part(LaneWait& wait, std::vector<Feeder*>& resumed) noexcept;
  std::unique_ptr<Job> next_part(LaneWait& wait) noexcept;
  void guest_leaves(LaneWait& wait) noexcept;
  ThreadPool::TurnEnd run_turn() noexcept;
  void run_a_job(Lock& lock) noexcept;

  ThreadPool& pool_;
  ThreadPool::TurnSlot slot_;  // of the turn
  LaneGate<os::Atomic> gate_;
  os::Atomic<std::uint64_t> guests_{0};  // relaxed: a count; written by the one guest inside
  mutable os::Mutex mutex_;
  os::ConditionVariable became_idle_;
  Admission admission_;
  LaneState lane_{kJobsPerTurn};
  RingQueue<Entry> queue_;
  std::vector<Feeder*> resumed_;  // belongs to the thread that has the turn
  // The innermost wait: of the job in the lane, or of a job nested in it.
  LaneWait* wait_ = nullptr;
  os::ConditionVariable guest_left_;
  std::size_t parts_waiting_ = 0;  // entries that may be part of a wait
  std::uint64_t nested_ = 0;
};

/// The turn of a job that enters the lane beside the job that waits.
class Lane::State::NestedTurn final : public ThreadPool::Turn {
 public:
  NestedTurn(std::shared_ptr<State> lane, LaneWait& wait) noexcept
      : lane_(std::move(lane)), wait_(wait) {}
  void take(std::unique_ptr<Job> job) noexcept { job_ = std::move(job); }
  ThreadPool::TurnEnd take_turn() noexcept override {
    lane_->run_nested(std::move(job_), wait_);
    return ThreadPool::TurnEnd::done;
  }

 private:
  std::shared_ptr<State> lane_;
  std::unique_ptr<Job> job_;
  LaneWait& wait_;
};

Intake Lane::State::submit(std::unique_ptr<Job>& job, Feeder& feeder) {
  const std::size_t bytes = job->size_bytes();
  Lock lock(mutex_);
  if (admission_.is_closed()) return Intake::refused;
  if (wait_ != nullptr && wait_->lets_in(*job)) [[unlikely]]
    return let_in(lock, job);
  const bool is_part = is_awaited_part(*job);
  admission_.reserve_feeder();
  reserve_entry();
  shut_the_gate();
  put(std::move(job), bytes);
  const Intake intake = is_part ? admission_.admit_part(bytes) : admission_.admit(bytes, feeder);
  schedule_turn(lock);
  return intake;
}

// Requires: the lock. Such a job pauses no connection although the lane may be full: the next part
// of the call may come by the same connection, and the lane gets no room before the servant goes
// on.
bool Lane::State::is_awaited_part(const Job& job) const noexcept {
  return wait_ != nullptr && job.is_part_of(wait_->token_);
}

Intake Lane::State::submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) {
  const std::size_t bytes = job->size_bytes();
  Lock lock(mutex_);
  if (!admission_.is_closed() && wait_ != nullptr && wait_->lets_in(*job)) [[unlikely]]
    return let_in(lock, job);
  const Intake intake = admission_.level().is_paused() ? wait_for_room(lock, deadline)
                                                       : admission_.wait_for_room(lock, deadline);
  if (intake != Intake::proceed) return intake;
  reserve_entry();
  shut_the_gate();
  put(std::move(job), bytes);
  admission_.admit_waiter(bytes);
  schedule_turn(lock);
  return intake;
}

// BlockedThread takes the pool's lock, which must not be taken under the lane's lock.
Intake Lane::State::wait_for_room(Lock& lock, Deadline deadline) {
  if (is_here()) return admission_.is_closed() ? Intake::refused : Intake::hopeless;
  lock.unlock();
  const os::BlockedThread blocked{os::BlockedThread::BlockKind::needed};
  lock.lock();
  if (!blocked.may_wait()) return Intake::hopeless;
  return admission_.wait_for_room(lock, deadline);
}

void Lane::State::schedule_turn(Lock& lock) noexcept {
  const LaneState::OnJob answer = lane_.job_came();
  lock.unlock();
  if (answer == LaneState::OnJob::schedule_a_turn) pool_.schedule(shared_from_this());
}

ThreadPool::TurnEnd Lane::State::take_turn() noexcept {
  // When a pool has ended, this thread may run the turn inside the turn of another lane.
  const auto outer = std::exchange(of_this_thread(), this);
  const auto end = run_turn();
  of_this_thread() = outer;
  return end;
}

ThreadPool::TurnEnd Lane::State::run_turn() noexcept {
  Lock lock(mutex_);
  lane_.turn_begins();
  while (true) {
    switch (lane_.next()) {
      case LaneState::Next::run_a_job:
        run_a_job(lock);
        break;
      case LaneState::Next::go_to_the_back:
        return ThreadPool::TurnEnd::again;
      case LaneState::Next::become_idle:
        open_the_gate();
        return ThreadPool::TurnEnd::done;
    }
  }
}

void Lane::State::run_a_job(Lock& lock) noexcept {
  Entry entry = queue_.pop_front();
  if (entry.may_be_part) [[unlikely]]
    --parts_waiting_;
  admission_.leave(entry.bytes, resumed_);
  lock.unlock();
  resume_all(resumed_);
  entry.job->run();
  entry.job.reset();
  lock.lock();
}

bool Lane::State::try_enter() noexcept {
  if (!gate_.try_enter()) return false;
  of_this_thread() = this;
  guests_.store(guests_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  return true;
}

void Lane::State::leave() noexcept {
  of_this_thread() = nullptr;
  if (gate_.leave_if_open()) return;
  Lock lock(mutex_);
  if (lane_.next() == LaneState::Next::become_idle) return open_the_gate();
  lock.unlock();
  pool_.schedule(shared_from_this());
}

// Requires: the lock. From now on the lock alone decides, also about a guest that is inside.
void Lane::State::shut_the_gate() noexcept {
  if (gate_.shut()) (void)lane_.guest_enters();
}

// Requires: the lock; the lane is idle.
void Lane::State::open_the_gate() noexcept {
  if (!admission_.is_closed()) gate_.open();
  became_idle_.notify_all();
}

// A part of the call may be in the queue already, if an asynchronous call led to it.
void Lane::State::begin(LaneWait& wait) noexcept {
  std::vector<Feeder*> resumed;
  Lock lock(mutex_);
  wait.outer_ = std::exchange(wait_, &wait);
  if (parts_waiting_ == 0) [[likely]]
    return;
  auto part = take_part(wait, resumed);
  if (!part) return;
  wait.has_guest_ = true;
  lock.unlock();
  resume_all(resumed);
  auto turn = make_nested_turn(wait);
  if (!turn || !pool_.reserve_nested())
    return run_nested(std::move(part), wait);  // this thread has nothing else to do
  turn->take(std::move(part));
  pool_.schedule_nested(std::move(turn));
}

// Returns null if memory is short.
std::shared_ptr<Lane::State::NestedTurn> Lane::State::make_nested_turn(LaneWait& wait) noexcept {
  try {
    return std::make_shared<NestedTurn>(shared_from_this(), wait);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void Lane::State::end(LaneWait& wait) noexcept {
  Lock lock(mutex_);
  wait.is_over_ = true;
  guest_left_.wait(lock, [&] { return !wait.has_guest_; });
  wait_ = wait.outer_;
}

// Requires: the lock, and that room was reserved: a lack of memory must show before
// the job is in the queue.
void Lane::State::put(std::unique_ptr<Job> job, std::size_t bytes) noexcept {
  const bool may_be_part = job->is_part_of_any();
  if (may_be_part) ++parts_waiting_;
  queue_.push_back({std::move(job), bytes, may_be_part});
}

// Requires: the lock, which is released, and that the innermost wait lets the job in. From then on
// that wait does not end before its guest has left. The pool's room for the turn is reserved under
// the lock, since another part that comes meanwhile waits for this guest:
//
//   part P: may enter; the pool has no thread for it
//   part Q: would find P inside, and wait in the queue until P leaves
//   part P: is refused. So no guest would leave, and fetch Q: it would wait for the servant, which
//           waits for it.
Intake Lane::State::let_in(Lock& lock, std::unique_ptr<Job>& job) {
  auto& wait = *wait_;
  auto turn = make_nested_turn(wait);
  if (!turn || !pool_.reserve_nested()) return Intake::hopeless;
  turn->take(std::move(job));
  wait.has_guest_ = true;
  ++nested_;
  lock.unlock();
  pool_.schedule_nested(std::move(turn));
  return Intake::proceed;
}

void Lane::State::run_nested(std::unique_ptr<Job> job, LaneWait& wait) noexcept {
  const auto outer = std::exchange(of_this_thread(), this);
  for (; job; job = next_part(wait)) job->run_nested();
  of_this_thread() = outer;
}

// Returns the next part of the call, if one came while another part was inside.
std::unique_ptr<Job> Lane::State::next_part(LaneWait& wait) noexcept {
  std::vector<Feeder*> resumed;
  Lock lock(mutex_);
  auto part = wait.is_over_ || parts_waiting_ == 0 ? nullptr : take_part(wait, resumed);
  if (!part) guest_leaves(wait);
  lock.unlock();
  resume_all(resumed);
  return part;
}

// Requires: the lock. From now on the wait may be gone.
void Lane::State::guest_leaves(LaneWait& wait) noexcept {
  wait.has_guest_ = false;
  guest_left_.notify_all();
}

// Requires: the lock. Takes the first job that is part of the awaited call; null if none is.
std::unique_ptr<Job> Lane::State::take_part(LaneWait& wait,
                                            std::vector<Feeder*>& resumed) noexcept {
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    if (!queue_[i].may_be_part || !queue_[i].job->is_part_of(wait.token_)) continue;
    Entry entry = queue_.take(i);
    lane_.job_left();
    --parts_waiting_;
    ++nested_;
    admission_.leave(entry.bytes, resumed);
    return std::move(entry.job);
  }
  return nullptr;
}

LaneWait::Queue Lane::State::queue() const {
  const std::lock_guard lock(mutex_);
  return {queue_.size(), queue_.empty() ? std::string{} : queue_[0].job->describe()};
}

void Lane::State::close() noexcept {
  const std::lock_guard lock(mutex_);
  shut_the_gate();
  admission_.close();
}

void Lane::State::wait_until_idle() noexcept {
  Lock lock(mutex_);
  // The gate is shut before each check: the thread that woke this thread has opened it, and a guest
  // may have entered.
  became_idle_.wait(lock, [this] {
    shut_the_gate();
    return lane_.is_idle();
  });
  open_the_gate();
}

LaneStatistics Lane::State::statistics() const {
  const std::lock_guard lock(mutex_);
  return {queue_.size(), admission_.level().most_messages(),
          admission_.jobs() + nested_ + guests_.load(std::memory_order_relaxed),
          admission_.pauses()};
}

Lane::Lane(ThreadPool& pool, dispatch::Watermarks watermarks)
    : state_(std::make_shared<State>(pool, watermarks)) {}

Lane::~Lane() { close(); }

Intake Lane::submit(std::unique_ptr<Job> job, Feeder& feeder) {
  return state_->submit(job, feeder);
}

Intake Lane::submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) {
  const std::shared_ptr<State> state = state_;  // the lane may be destroyed while this thread waits
  const Intake intake = state->submit_when_room(job, deadline);
  if (intake == Intake::refused) job.reset();
  return intake;
}

bool Lane::is_here() const noexcept { return state_->is_here(); }
bool Lane::is_any_here() noexcept { return State::of_this_thread() != nullptr; }
bool Lane::try_enter() noexcept { return state_->try_enter(); }
void Lane::leave() noexcept { state_->leave(); }
void Lane::close() noexcept { state_->close(); }
void Lane::wait_until_idle() noexcept { state_->wait_until_idle(); }
LaneStatistics Lane::statistics() const { return state_->statistics(); }

LaneWait::LaneWait(Bytes token) noexcept : lane_(Lane::State::of_this_thread()), token_(token) {
  if (lane_ != nullptr) lane_->begin(*this);
}

LaneWait::~LaneWait() {
  if (lane_ != nullptr) lane_->end(*this);
}

LaneWait::Queue LaneWait::queue() const { return lane_ == nullptr ? Queue{} : lane_->queue(); }

}  // namespace orbweaver::dispatch
