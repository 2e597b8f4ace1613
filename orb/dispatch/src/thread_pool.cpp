// SPDX-License-Identifier: Apache-2.0
// Every thread is idle (in idle_, waiting to be called), called (about to check the queue) or busy.
// A thread runs if it is called or busy. max_threads may run, and one more for each thread that is
// blocked and for each nested turn. One of these always holds: as many threads run as may, or each
// entry of the queues has a thread that is called, starts or looks for it, or the entry was left to
// the watcher.
//
//   A busy thread takes an entry before the thread that was called for it. The called thread finds
//   no entry, and becomes idle again.
//
//   A thread that was blocked goes on, and one thread too many runs. A thread finishes its entry,
//   then becomes idle although the queue has more.
//
// To call a thread takes longer than many jobs do. Where jobs come fast, two ways save calls:
//
//   Looking: a thread that has nothing to do looks at the queue for some microseconds before it
//   becomes idle, if a processor is free for that. One thread at a time looks, and counts as
//   called for one entry.
//
//   Leaving: a job that schedules a turn is about to end, and its thread takes the turn then. If as
//   many threads are at work as there are processors, the turn is left: no other thread is called.
//   But jobs may last, or wait for something that the pool does not see. So an idle thread is the
//   watcher: it wakes each kTick, and takes an entry itself if no thread has taken one since it
//   woke last. Without a watcher no turn is left. The watcher stops when no turn was left for a
//   while.
//
//   A's job schedules a turn, and computes for long: no entry is taken for a tick; the watcher W
//   runs the turn, and calls a thread for the other turns that were left
#include "admission.hpp"
#include "pool_habits.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/dispatch/ring_queue.hpp>
#include <orbweaver/dispatch/thread_pool.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::dispatch {

namespace {

/// The number distinguishes the threads, so a long name is cut before it.
std::string numbered(const std::string& name, std::size_t number) {
  constexpr std::size_t kLongestName = 15;
  const std::string suffix = "-" + std::to_string(number);
  const std::string base = name.empty() ? "ow-pool" : name;
  return base.substr(0, kLongestName - suffix.size()) + suffix;
}

}  // namespace

class ThreadPool::State {
 public:
  explicit State(PoolOptions options);

  Intake submit(std::unique_ptr<Job>& job, Feeder& feeder);
  Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline);
  void reserve_turn();
  void release_turn() noexcept;
  void schedule(std::shared_ptr<Turn> turn) noexcept;
  bool reserve_nested() noexcept;
  void schedule_nested(std::shared_ptr<Turn> turn) noexcept;
  void close() noexcept;
  void drain() noexcept;
  PoolStatistics statistics() const;

 private:
  using BlockKind = os::SpareThreads::BlockKind;

  /// The SpareThreads of this pool's threads while they run an entry of one kind.
  class Spare final : public os::SpareThreads {
   public:
    Spare(State& pool, HeldWork held) noexcept : SpareThreads(held), pool_(pool) {}
    bool begin_block(BlockKind kind) noexcept override {
      return (kind != BlockKind::with_work || others_may_hold_more()) && pool_.begin_block(kind);
    }
    void end_block(BlockKind kind) noexcept override { pool_.end_block(kind); }

   private:
    State& pool_;
  };

  /// A job, or a turn of a lane.
  struct Entry {
    std::unique_ptr<Job> job;
    std::size_t bytes = 0;
    std::shared_ptr<Turn> turn;
  };
  static constexpr Nanoseconds kTick = std::chrono::microseconds(200);
  static constexpr int kQuietTicks = 8;

  struct Worker {
    os::ConditionVariable call;
    bool is_called = false;
    std::vector<Feeder*> resumed;
  };
  using Lock = std::unique_lock<os::Mutex>;

  Intake put_when_room(Lock& lock, std::unique_ptr<Job>& job, Deadline deadline);
  void put_job(std::unique_ptr<Job> job, std::size_t bytes);
  void put(Entry entry) noexcept;
  bool may_be_left() const noexcept;
  void leave() noexcept {
    are_left_ = true;
    ++left_;
  }
  void call_a_thread(Lock& lock) noexcept;
  void start_a_thread();
  void start_a_thread_if_possible() noexcept;
  void work(Worker& self) noexcept;
  Entry take(Worker& self) noexcept;
  void note_taken() noexcept {
    ++taken_;
    if (entries() == 0) are_left_ = false;
  }
  void carry_out(Entry entry, Worker& self, Lock& lock);
  void carry_out_nested(Lock& lock);
  void call_for_what_was_left(Lock& lock) noexcept;
  void wait_for_call(Worker& self, Lock& lock) noexcept;
  bool look(Lock& lock) noexcept;
  void watch(Worker& self, Lock& lock) noexcept;
  void call_the_watcher() noexcept;
  bool is_left_without_watcher() const noexcept {
    return are_left_ && watcher_ == nullptr && entries() > 0;
  }
  TurnEnd run_turn(Turn& turn) noexcept;
  bool begin_block(BlockKind kind) noexcept;
  void end_block(BlockKind kind) noexcept;
  void release_nested() noexcept { nested_reserved_.fetch_sub(1, std::memory_order_relaxed); }
  unsigned all_blocked() const noexcept { return blocked_[0] + blocked_[1] + blocked_[2]; }
  std::size_t running() const noexcept { return threads_.size() - idle_.size(); }
  /// The running threads without those that are blocked or look for an entry.
  std::size_t at_work() const noexcept {
    return running() - std::min(running(), std::size_t{all_blocked()} + (is_looking_ ? 1 : 0));
  }
  std::size_t entries() const noexcept { return queue_.size() + nested_.size(); }
  std::size_t most_running() const noexcept {
    return std::size_t{options_.max_threads} + all_blocked() + nested_turns_;
  }
  bool is_quiet() const noexcept {
    return queue_.empty() && nested_.empty() && idle_.size() == threads_.size();
  }

  PoolOptions options_;
  mutable os::Mutex mutex_;
  Admission admission_;
  RingQueue<Entry> queue_{64};
  // Turns for which the queue has room, besides the jobs in it.
  std::size_t reserved_turns_ = 0, jobs_in_queue_ = 0;
  RingQueue<std::shared_ptr<Turn>> nested_;  // taken first; has room for max_blocked
  unsigned nested_turns_ = 0;                // waiting or running
  os::Atomic<unsigned> nested_reserved_{0};  // nested turns, and those that are about to wait
  std::size_t most_waiting_ = 0;
  std::array<unsigned, 3> blocked_{};  // by BlockKind
  unsigned most_blocked_ = 0;
  // A lane has one job at work, whatever the number of threads. Jobs of the queue run on all
  // threads.
  Spare spare_for_jobs_{*this, os::SpareThreads::HeldWork::grows};
  Spare spare_for_turns_{*this, os::SpareThreads::HeldWork::stays_bounded};
  std::deque<Worker> workers_;
  std::vector<Worker*> idle_;
  std::vector<os::Thread> threads_;
  CallRate rate_{options_.fast};
  LookingHabit looking_habit_;
  bool is_looking_ = false;  // a thread looks for an entry
  os::Atomic<bool> has_come_{
      false};  // read by the thread that looks; relaxed: that thread then takes the lock
  Worker* watcher_ = nullptr;           // one of idle_
  bool are_left_ = false;               // perhaps turns were left to the watcher
  std::uint64_t left_ = 0, taken_ = 0;  // entries, so far
  os::ConditionVariable became_quiet_;
  os::Mutex drain_mutex_;
  bool ended_ = false;
};

ThreadPool::State::State(PoolOptions options)
    : options_(std::move(options)), admission_(options_.watermarks) {
  options_.max_threads = std::max(options_.max_threads, 1U);
  nested_.reserve(options_.max_blocked);
  const std::lock_guard lock(mutex_);
  start_a_thread();
}

Intake ThreadPool::State::submit(std::unique_ptr<Job>& job, Feeder& feeder) {
  const std::size_t bytes = job->size_bytes();
  Lock lock(mutex_);
  if (admission_.is_closed()) return Intake::refused;
  admission_.reserve_feeder();
  put_job(std::move(job), bytes);
  const Intake intake = admission_.admit(bytes, feeder);
  call_a_thread(lock);
  return intake;
}

Intake ThreadPool::State::submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) {
  {
    Lock lock(mutex_);
    if (!admission_.level().is_paused()) return put_when_room(lock, job, deadline);
  }
  const os::BlockedThread blocked{BlockKind::needed};
  if (!blocked.may_wait()) return Intake::hopeless;
  Lock lock(mutex_);
  return put_when_room(lock, job, deadline);
}

Intake ThreadPool::State::put_when_room(Lock& lock, std::unique_ptr<Job>& job, Deadline deadline) {
  const std::size_t bytes = job->size_bytes();
  const Intake intake = admission_.wait_for_room(lock, deadline);
  if (intake != Intake::proceed) return intake;
  put_job(std::move(job), bytes);
  admission_.admit_waiter(bytes);
  call_a_thread(lock);
  return intake;
}

void ThreadPool::State::reserve_turn() {
  const Lock lock(mutex_);
  queue_.reserve(jobs_in_queue_ + reserved_turns_ + 1);
  ++reserved_turns_;
}

void ThreadPool::State::release_turn() noexcept {
  const Lock lock(mutex_);
  --reserved_turns_;
}

void ThreadPool::State::schedule(std::shared_ptr<Turn> turn) noexcept {
  Lock lock(mutex_);
  if (!ended_) {
    put({nullptr, 0, std::move(turn)});
    if (may_be_left())
      leave();
    else
      call_a_thread(lock);
    return;
  }
  lock.unlock();
  while (turn->take_turn() == TurnEnd::again) {
  }
}

// relaxed: a count that orders nothing
bool ThreadPool::State::reserve_nested() noexcept {
  auto reserved = nested_reserved_.load(std::memory_order_relaxed);
  while (reserved < options_.max_blocked)
    if (nested_reserved_.compare_exchange_weak(reserved, reserved + 1, std::memory_order_relaxed))
      return true;
  return false;
}

void ThreadPool::State::schedule_nested(std::shared_ptr<Turn> turn) noexcept {
  Lock lock(mutex_);
  if (ended_) {
    lock.unlock();
    (void)turn->take_turn();
    release_nested();
    return;
  }
  ++nested_turns_;
  nested_.push_back(std::move(turn));
  has_come_.store(true, std::memory_order_relaxed);
  call_a_thread(lock);
}

void ThreadPool::State::put_job(std::unique_ptr<Job> job, std::size_t bytes) {
  queue_.reserve(jobs_in_queue_ + reserved_turns_ + 1);
  ++jobs_in_queue_;
  put({std::move(job), bytes, nullptr});
}

// Requires: there is room.
void ThreadPool::State::put(Entry entry) noexcept {
  queue_.push_back(std::move(entry));
  most_waiting_ = std::max(most_waiting_, queue_.size());
  has_come_.store(true, std::memory_order_relaxed);
}

// Whether the calling thread's job need not call a thread for the turn that it has scheduled. A
// thread that is blocked does not count as a thread of the pool meanwhile.
bool ThreadPool::State::may_be_left() const noexcept {
  const auto* const spare = os::SpareThreads::of_this_thread();
  return watcher_ != nullptr && (spare == &spare_for_turns_ || spare == &spare_for_jobs_) &&
         at_work() >= options_.processors;
}

// Releases the lock before it wakes the thread, which would otherwise wake only to wait for the
// lock.
void ThreadPool::State::call_a_thread(Lock& lock) noexcept {
  if (running() >= most_running()) return lock.unlock();
  if (is_looking_ && entries() <= 1) return lock.unlock();
  if (idle_.empty()) {
    start_a_thread_if_possible();
    return lock.unlock();
  }
  Worker& worker = *idle_.back();
  idle_.pop_back();
  if (&worker == watcher_) watcher_ = nullptr;
  worker.is_called = true;
  lock.unlock();
  worker.call.notify_one();
}

void ThreadPool::State::start_a_thread() {
  os::ThreadTraits traits = options_.traits;
  traits.name = numbered(traits.name, threads_.size());
  threads_.reserve(threads_.size() + 1);
  idle_.reserve(threads_.size() + 1);
  Worker& worker = workers_.emplace_back();
  threads_.push_back(os::start_thread(std::move(traits), [this, &worker] { work(worker); }));
}

void ThreadPool::State::start_a_thread_if_possible() noexcept {
  try {
    start_a_thread();
  } catch (const std::exception& error) {  // no thread, or no memory for one
    static LogLimit limit;
    warn_seldom(limit,
                "thread pool: cannot start thread {} ({}); going on with {}; raise the limit of "
                "threads (ulimit -u)",
                threads_.size() + 1, error.what(), threads_.size());
  }
}

void ThreadPool::State::work(Worker& self) noexcept {
  os::SpareThreads::of_this_thread() = &spare_for_jobs_;
  Lock lock(mutex_);
  while (true) {
    if (!nested_.empty()) {
      carry_out_nested(lock);
    } else if (!queue_.empty() && running() <= most_running()) {
      Entry entry = take(self);
      call_for_what_was_left(lock);
      carry_out(std::move(entry), self, lock);
    } else if (ended_) {
      return;
    } else {
      wait_for_call(self, lock);
    }
  }
}

ThreadPool::State::Entry ThreadPool::State::take(Worker& self) noexcept {
  Entry entry = queue_.pop_front();
  note_taken();
  if (!entry.job) return entry;
  --jobs_in_queue_;
  admission_.leave(entry.bytes, self.resumed);
  return entry;
}

void ThreadPool::State::carry_out(Entry entry, Worker& self, Lock& lock) {
  lock.unlock();
  resume_all(self.resumed);
  if (entry.job) {
    entry.job->run();
    entry.job.reset();
    lock.lock();
    return;
  }
  const TurnEnd end = run_turn(*entry.turn);
  if (end == TurnEnd::done) entry.turn.reset();
  lock.lock();
  if (end == TurnEnd::again) put(std::move(entry));
}

void ThreadPool::State::carry_out_nested(Lock& lock) {
  auto turn = nested_.pop_front();
  note_taken();
  call_for_what_was_left(lock);
  lock.unlock();
  (void)run_turn(*turn);
  turn.reset();
  release_nested();
  lock.lock();
  --nested_turns_;
}

// The watcher itself may have been called for the entry that this thread has taken.
void ThreadPool::State::call_for_what_was_left(Lock& lock) noexcept {
  if (!is_left_without_watcher()) [[likely]]
    return;
  call_a_thread(lock);
  lock.lock();
}

ThreadPool::TurnEnd ThreadPool::State::run_turn(Turn& turn) noexcept {
  os::SpareThreads::of_this_thread() = &spare_for_turns_;
  const TurnEnd end = turn.take_turn();
  os::SpareThreads::of_this_thread() = &spare_for_jobs_;
  return end;
}

void ThreadPool::State::wait_for_call(Worker& self, Lock& lock) noexcept {
  const bool may_save_calls = options_.processors > 0;
  if (may_save_calls) rate_.note(now());
  if (may_save_calls && look(lock)) return;
  const bool watches = may_save_calls && watcher_ == nullptr && rate_.is_high();
  idle_.insert(watches ? idle_.begin() : idle_.end(),
               &self);  // other threads are called before the watcher
  if (is_quiet()) became_quiet_.notify_all();
  if (watches) watch(self, lock);
  self.call.wait(lock, [&self] { return self.is_called; });
  self.is_called = false;
}

// Whether an entry has come, or the pool ends.
bool ThreadPool::State::look(Lock& lock) noexcept {
  constexpr int kLooksAtOnce = 64;
  const bool has_processor =
      at_work() <= options_.processors;  // the calling thread counts as at work
  if (options_.look == Nanoseconds{0} || is_looking_ || !has_processor || !rate_.is_high() ||
      running() > most_running() || !looking_habit_.is_worth_it())
    return false;
  is_looking_ = true;
  has_come_.store(false, std::memory_order_relaxed);
  lock.unlock();
  const auto give_up = now() + options_.look;
  const auto has_come = [this] { return has_come_.load(std::memory_order_relaxed); };
  while (!has_come() && now() < give_up)
    for (int i = 0; i < kLooksAtOnce && !has_come(); ++i) os::relax();
  lock.lock();
  is_looking_ = false;
  looking_habit_.has_looked(entries() > 0);
  return entries() > 0;
}

// Returns when the thread is called, also by itself, or is no longer the watcher.
void ThreadPool::State::watch(Worker& self, Lock& lock) noexcept {
  watcher_ = &self;
  for (int quiet = 0; quiet < kQuietTicks;) {
    const auto left = left_, taken = taken_;
    if (self.call.wait_until(lock, now() + kTick, [&self] { return self.is_called; })) return;
    const bool may_run = running() < most_running();
    if (may_run && entries() > 0 && taken == taken_) return call_the_watcher();
    quiet = left == left_ && (entries() == 0 || !may_run) ? quiet + 1 : 0;
  }
  watcher_ = nullptr;
}

// The watcher takes one entry itself; other threads are called for the other entries: see work().
void ThreadPool::State::call_the_watcher() noexcept {
  std::erase(idle_, watcher_);
  std::exchange(watcher_, nullptr)->is_called = true;
}

void ThreadPool::State::close() noexcept {
  const std::lock_guard lock(mutex_);
  admission_.close();
}

void ThreadPool::State::drain() noexcept {
  const std::lock_guard one_at_a_time(drain_mutex_);
  Lock lock(mutex_);
  admission_.close();
  became_quiet_.wait(lock, [this] { return is_quiet(); });
  ended_ = true;
  for (Worker* worker : idle_) {
    worker->is_called = true;
    worker->call.notify_one();
  }
  idle_.clear();
  watcher_ = nullptr;
  std::vector<os::Thread> ending = std::exchange(threads_, {});
  lock.unlock();
  ending.clear();
}

PoolStatistics ThreadPool::State::statistics() const {
  const std::lock_guard lock(mutex_);
  return {static_cast<unsigned>(threads_.size()),
          all_blocked(),
          most_blocked_,
          queue_.size(),
          most_waiting_,
          left_};
}

bool ThreadPool::State::begin_block(BlockKind kind) noexcept {
  Lock lock(mutex_);
  auto& blocked = blocked_[std::to_underlying(kind)];
  if (blocked >= options_.max_blocked) return false;
  ++blocked;
  most_blocked_ = std::max(most_blocked_, all_blocked());
  if (!queue_.empty()) call_a_thread(lock);
  return true;
}

void ThreadPool::State::end_block(BlockKind kind) noexcept {
  const std::lock_guard lock(mutex_);
  --blocked_[std::to_underlying(kind)];
}

ThreadPool::ThreadPool(PoolOptions options) : state_(std::make_shared<State>(std::move(options))) {}

ThreadPool::~ThreadPool() { drain(); }

Intake ThreadPool::submit(std::unique_ptr<Job> job, Feeder& feeder) {
  return state_->submit(job, feeder);
}

Intake ThreadPool::submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) {
  const Intake intake = state_->submit_when_room(job, deadline);
  if (intake == Intake::refused) job.reset();
  return intake;
}

ThreadPool::TurnSlot::TurnSlot(ThreadPool& pool) : pool_(pool.state_) { pool_->reserve_turn(); }
ThreadPool::TurnSlot::~TurnSlot() { pool_->release_turn(); }
void ThreadPool::schedule(std::shared_ptr<Turn> turn) noexcept {
  state_->schedule(std::move(turn));
}
bool ThreadPool::reserve_nested() noexcept { return state_->reserve_nested(); }
void ThreadPool::schedule_nested(std::shared_ptr<Turn> turn) noexcept {
  state_->schedule_nested(std::move(turn));
}
void ThreadPool::close() noexcept { state_->close(); }
void ThreadPool::drain() noexcept { state_->drain(); }
PoolStatistics ThreadPool::statistics() const { return state_->statistics(); }

}  // namespace orbweaver::dispatch
