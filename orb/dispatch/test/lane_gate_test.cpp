// SPDX-License-Identifier: Apache-2.0
// The gate of a lane in every order of the steps of guest, sender and pool, with every value that
// the memory orders allow a load to return. The steps are those of lane.cpp.
#include <gmock/gmock.h>

#include <array>
#include <bit>

#include "lane_gate.hpp"
#include "lane_state.hpp"
#include "model_words.hpp"

namespace orbweaver::dispatch {
namespace {

using testing::StartsWith;
using Order = std::memory_order;

/// A LaneState that must be used under the lock.
class GuardedState {
 public:
  template <class Change>
  auto change(const Change& change) {
    Words words;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = words_[i].read();
    auto state = std::bit_cast<LaneState>(words);
    const auto result = change(state);
    words = std::bit_cast<Words>(state);
    for (std::size_t i = 0; i < words.size(); ++i) words_[i].write(words[i]);
    return result;
  }

 private:
  using Words = std::array<std::uint64_t, sizeof(LaneState) / sizeof(std::uint64_t)>;
  static constexpr int kJobsPerTurn = 1;

  std::array<model::Plain<std::uint64_t>, std::tuple_size_v<Words>> words_ = [] {
    const auto words = std::bit_cast<Words>(LaneState{kJobsPerTurn});
    const auto all = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array{model::Plain<std::uint64_t>{words[I]}...};
    };
    return all(std::make_index_sequence<std::tuple_size_v<Words>>{});
  }();
};

template <template <class> class Atomic>
struct LaneCase {
  LaneGate<Atomic> gate;
  model::Mutex mutex;
  GuardedState state;
  model::Plain<int> jobs_done{0};     // what the jobs touch; only one at a time may
  model::Atomic<int> turns_ready{0};  // in the pool's queue

  void schedule() { turns_ready.fetch_add(1, std::memory_order_release); }
  void run_job() { jobs_done.write(jobs_done.read() + 1); }
  LaneState::Next next() {
    return state.change([](LaneState& lane) { return lane.next(); });
  }

  void submit() {
    mutex.lock();
    const bool has_guest = gate.shut();
    const auto answer = state.change([&](LaneState& lane) {
      if (has_guest) (void)lane.guest_enters();
      return lane.job_came();
    });
    mutex.unlock();
    if (answer == LaneState::OnJob::schedule_a_turn) schedule();
  }
  /// Whether the job ran.
  bool run_as_guest() {
    if (!gate.try_enter()) return false;
    run_job();
    if (gate.leave_if_open()) return true;
    mutex.lock();
    const bool is_idle = next() == LaneState::Next::become_idle;
    if (is_idle) gate.open();
    mutex.unlock();
    if (!is_idle) schedule();
    return true;
  }
  /// A turn; returns how many jobs it ran.
  int take_turn() {
    int jobs = 0;
    mutex.lock();
    state.change([](LaneState& lane) { return lane.turn_begins(), 0; });
    auto next_step = next();
    for (; next_step == LaneState::Next::run_a_job; next_step = next(), ++jobs) {
      mutex.unlock();
      run_job();
      mutex.lock();
    }
    if (next_step == LaneState::Next::become_idle) gate.open();
    mutex.unlock();
    if (next_step == LaneState::Next::go_to_the_back) schedule();
    return jobs;
  }
  void run_turns(int jobs) {
    while (jobs > 0) {
      const model::Polling polling;
      while (turns_ready.load(std::memory_order_acquire) == 0) polling.wait();
      turns_ready.fetch_sub(1, std::memory_order_acquire);
      jobs -= take_turn();
      model::depends_on(jobs);
    }
  }
};

/// A sender submits jobs, the pool's thread runs them, and a guest tries to run some itself.
template <template <class> class Atomic>
model::Found run_lane(int submitted, int guest_tries) {
  return model::explore([=](model::Trial& trial) {
    LaneCase<Atomic> lane;
    trial.name(lane.gate, "gate");
    trial.name(lane.mutex, "lock");
    trial.name(lane.jobs_done, "jobs done");
    trial.name(lane.turns_ready, "turns ready");
    int by_guest = 0;
    if (!trial.threads({[&] {
                          for (int i = 0; i < submitted; ++i) lane.submit();
                        },
                        [&] { lane.run_turns(submitted); },
                        [&] {
                          for (int i = 0; i < guest_tries; ++i) by_guest += lane.run_as_guest();
                        }}))
      return;
    trial.require(lane.jobs_done.read() == submitted + by_guest, "each job ran once");
    trial.require(lane.gate.try_enter(), "an idle lane has an open gate");
  });
}

TEST(LaneGate, lets_one_job_run_at_a_time_and_forgets_none) {
  const auto found = run_lane<model::Atomic>(3, 3);
  EXPECT_EQ(found.failure, "");
  EXPECT_GT(found.states, 1000U);
  RecordProperty("runs", std::to_string(found.runs));
  RecordProperty("states", std::to_string(found.states));
}

constexpr Order weaker(Order order, Order from) {
  return order == from ? std::memory_order_relaxed : order;
}
/// The exchange that has this order is relaxed.
template <class T, Order from>
struct WeakCompare : model::Atomic<T> {
  using model::Atomic<T>::Atomic;
  bool compare_exchange_strong(T& expected, T value, Order order, Order failure) {
    return model::Atomic<T>::compare_exchange_strong(expected, value, weaker(order, from), failure);
  }
};
template <class T>
using RelaxedEntry = WeakCompare<T, std::memory_order_acquire>;
template <class T>
using RelaxedLeave = WeakCompare<T, std::memory_order_release>;
template <class T>
struct RelaxedShut : model::Atomic<T> {
  using model::Atomic<T>::Atomic;
  T exchange(T value, Order) {
    return model::Atomic<T>::exchange(value, std::memory_order_relaxed);
  }
};
template <class T>
struct RelaxedOpen : model::Atomic<T> {
  using model::Atomic<T>::Atomic;
  void store(T value, Order) { model::Atomic<T>::store(value, std::memory_order_relaxed); }
};
/// Opens the gate when the guest leaves, even if it was shut meanwhile.
template <class T>
struct BlindLeave : model::Atomic<T> {
  using model::Atomic<T>::Atomic;
  bool compare_exchange_strong(T& expected, T value, Order order, Order failure) {
    if (order == std::memory_order_acquire)
      return model::Atomic<T>::compare_exchange_strong(expected, value, order, failure);
    model::Atomic<T>::store(value, order);
    return true;
  }
};

TEST(LaneGate, needs_each_of_its_memory_orders) {
  EXPECT_THAT(run_lane<RelaxedEntry>(1, 1).failure, StartsWith("data race on jobs done"));
  EXPECT_THAT(run_lane<RelaxedLeave>(1, 1).failure, StartsWith("data race on jobs done"));
  EXPECT_THAT(run_lane<RelaxedShut>(1, 1).failure, StartsWith("data race on jobs done"));
  EXPECT_THAT(run_lane<RelaxedOpen>(1, 1).failure, StartsWith("data race on jobs done"));
}
TEST(LaneGate, forgets_a_job_if_a_guest_does_not_look_whether_it_is_shut) {
  EXPECT_THAT(run_lane<BlindLeave>(1, 1).failure, StartsWith("a thread waits for ever"));
}

}  // namespace
}  // namespace orbweaver::dispatch
