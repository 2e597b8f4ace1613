// The state outlives its lane while a turn of it waits or runs: the pool's queue holds it as the
// turn.
#include "admission.hpp"
#include "lane_state.hpp"

#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/ring_queue.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace orbweaver::dispatch {

namespace {

// The lane whose job the calling thread runs.
thread_local const void* lane_of_this_thread = nullptr;

}  // namespace

class Lane::State final : public ThreadPool::Turn, public std::enable_shared_from_this<State> {
 public:
  State(ThreadPool& pool, flow::Watermarks watermarks)
      : pool_(pool), admission_(watermarks), queue_(first_capacity(watermarks)) {}

  Intake submit(std::unique_ptr<Job>& job, Feeder& feeder);
  Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline);
  ThreadPool::TurnEnd take_turn() noexcept override;
  bool try_enter() noexcept;
  void leave();
  bool is_here() const noexcept { return lane_of_this_thread == this; }
  void close() noexcept;
  void wait_until_idle() noexcept;
  LaneStatistics statistics() const;

 private:
  struct Entry {
    std::unique_ptr<Job> job;
    std::size_t bytes = 0;
  };
  using Lock = std::unique_lock<std::mutex>;

  /// What most lanes need; a lane that may hold more grows to it.
  static std::size_t first_capacity(flow::Watermarks watermarks) noexcept {
    return std::clamp<std::size_t>(watermarks.high_messages, 1, 64);
  }

  /// Releases the lock first: the pool has its own.
  Intake wait_for_room(Lock& lock, Deadline deadline);
  void see_to_a_turn(Lock& lock);
  ThreadPool::TurnEnd run_turn() noexcept;
  void run_a_job(Lock& lock) noexcept;

  ThreadPool& pool_;
  mutable std::mutex mutex_;
  std::condition_variable became_idle_;
  Admission admission_;
  LaneState lane_{kJobsPerTurn};
  RingQueue<Entry> queue_;
  std::uint64_t guests_ = 0;
  std::vector<Feeder*> resumed_;  // belongs to the thread that has the turn
};

Intake Lane::State::submit(std::unique_ptr<Job>& job, Feeder& feeder) {
  const std::size_t bytes = job->size_bytes();
  Lock lock(mutex_);
  if (admission_.is_closed()) return Intake::refused;
  queue_.push_back({std::move(job), bytes});
  const Intake intake = admission_.admit(bytes, feeder);
  see_to_a_turn(lock);
  return intake;
}

Intake Lane::State::submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) {
  const std::size_t bytes = job->size_bytes();
  Lock lock(mutex_);
  const Intake intake = admission_.level().is_paused() ? wait_for_room(lock, deadline)
                                                       : admission_.wait_for_room(lock, deadline);
  if (intake != Intake::proceed) return intake;
  queue_.push_back({std::move(job), bytes});
  admission_.admit_waiter(bytes);
  see_to_a_turn(lock);
  return intake;
}

// The pool has a lock of its own, which is not taken under this one.
Intake Lane::State::wait_for_room(Lock& lock, Deadline deadline) {
  if (is_here()) return admission_.is_closed() ? Intake::refused : Intake::hopeless;
  lock.unlock();
  const BlockedPoolThread blocked;
  lock.lock();
  if (!blocked.may_wait()) return Intake::hopeless;
  return admission_.wait_for_room(lock, deadline);
}

void Lane::State::see_to_a_turn(Lock& lock) {
  const LaneState::OnJob answer = lane_.job_came();
  lock.unlock();
  if (answer == LaneState::OnJob::schedule_a_turn) pool_.schedule(shared_from_this());
}

ThreadPool::TurnEnd Lane::State::take_turn() noexcept {
  // A turn may lie inside that of another lane, when a pool has ended.
  const auto outer = std::exchange(lane_of_this_thread, this);
  const auto end = run_turn();
  lane_of_this_thread = outer;
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
      case LaneState::Next::rest:
        became_idle_.notify_all();
        return ThreadPool::TurnEnd::done;
    }
  }
}

void Lane::State::run_a_job(Lock& lock) noexcept {
  Entry entry = queue_.pop_front();
  admission_.leave(entry.bytes, resumed_);
  lock.unlock();
  resume_all(resumed_);
  entry.job->run();
  entry.job.reset();
  lock.lock();
}

bool Lane::State::try_enter() noexcept {
  const std::lock_guard lock(mutex_);
  if (admission_.is_closed() || !lane_.guest_enters()) return false;
  ++guests_;
  lane_of_this_thread = this;
  return true;
}

void Lane::State::leave() {
  lane_of_this_thread = nullptr;
  Lock lock(mutex_);
  if (lane_.next() == LaneState::Next::rest) return became_idle_.notify_all();
  lock.unlock();
  pool_.schedule(shared_from_this());
}

void Lane::State::close() noexcept {
  const std::lock_guard lock(mutex_);
  admission_.close();
}

void Lane::State::wait_until_idle() noexcept {
  Lock lock(mutex_);
  became_idle_.wait(lock, [this] { return lane_.is_idle(); });
}

LaneStatistics Lane::State::statistics() const {
  const std::lock_guard lock(mutex_);
  return {queue_.size(), admission_.level().most_messages(), admission_.jobs() + guests_,
          admission_.pauses()};
}

Lane::Lane(ThreadPool& pool, flow::Watermarks watermarks)
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
bool Lane::try_enter() noexcept { return state_->try_enter(); }
void Lane::leave() { state_->leave(); }
void Lane::close() noexcept { state_->close(); }
void Lane::wait_until_idle() noexcept { state_->wait_until_idle(); }
LaneStatistics Lane::statistics() const { return state_->statistics(); }

}  // namespace orbweaver::dispatch
