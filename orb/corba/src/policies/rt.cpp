// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/rt.hpp>

#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/wire/thread_priority.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <set>

namespace RTCORBA {

namespace {

constexpr std::uint32_t kLargestStack = 8U << 20, kMostThreads = 1024;
constexpr std::int32_t kMostNative = 99;

void require(bool condition, const char* what) {
  if (!condition) throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO, what);
}

std::vector<orbweaver::server::OwnLane> to_engine(const ThreadpoolLanes& lanes) {
  std::vector<orbweaver::server::OwnLane> result;
  std::set<Priority> priorities;
  std::uint64_t all = 0;
  for (const auto& lane : lanes) {
    require(lane.lane_priority >= minPriority, "a priority is 0 to 32767");
    require(priorities.insert(lane.lane_priority).second, "each lane has a priority of its own");
    const auto threads = std::uint64_t{lane.static_threads} + lane.dynamic_threads;
    require(threads > 0 && (all += threads) <= kMostThreads,
            "a thread pool has 1 to 1024 threads, and each lane at least one");
    result.push_back({static_cast<unsigned>(threads), lane.lane_priority});
  }
  require(!result.empty(), "a thread pool has at least one lane");
  return result;
}

}  // namespace

bool to_native(Priority corba, NativePriority& native) noexcept {
  if (corba < minPriority) return false;
  native = static_cast<NativePriority>(orbweaver::wire::native_priority(corba));
  return true;
}

bool to_CORBA(NativePriority native, Priority& corba) noexcept {
  if (native < 0 || native > kMostNative) return false;
  constexpr std::int32_t kSteps = maxPriority - 1;
  corba = native == 0 ? Priority{0}
                      : static_cast<Priority>(1 + (native - 1) * kSteps / (kMostNative - 1));
  return true;
}

void Mutex::lock() {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [this] { return !is_held_; });
  is_held_ = true;
}

void Mutex::unlock() {
  const std::lock_guard lock(mutex_);
  is_held_ = false;
  freed_.notify_one();
}

bool Mutex::try_lock(std::uint64_t max_wait) {
  using TimeT = std::chrono::duration<std::uint64_t, std::ratio<1, 10'000'000>>;
  constexpr TimeT kYear = std::chrono::hours(365 * 24);  // further, and the clock would overflow
  std::unique_lock lock(mutex_);
  if (!freed_.wait_for(lock, std::min(TimeT{max_wait}, kYear), [this] { return !is_held_; }))
    return false;
  is_held_ = true;
  return true;
}

Priority Current::the_priority() const {
  const auto priority = orbweaver::wire::corba_priority_here();
  if (!priority)
    throw CORBA::INITIALIZE(0, CORBA::CompletionStatus::COMPLETED_NO,
                            "no priority was set in this thread");
  return static_cast<Priority>(*priority);
}

void Current::the_priority(Priority value) {
  require(value >= minPriority, "a priority is 0 to 32767");
  orbweaver::wire::set_priority_of_this_thread(value);
  orbweaver::wire::corba_priority_here() = value;
}

CORBA::object_reference<Mutex> RTORB::create_mutex() const { return std::make_shared<Mutex>(); }

ThreadpoolId RTORB::create_threadpool(std::uint32_t stacksize, std::uint32_t static_threads,
                                      std::uint32_t dynamic_threads, Priority default_priority,
                                      bool allow_request_buffering,
                                      std::uint32_t max_buffered_requests,
                                      std::uint32_t max_request_buffer_size) {
  return create_threadpool_with_lanes(
      stacksize, {{default_priority, static_threads, dynamic_threads}}, false,
      allow_request_buffering, max_buffered_requests, max_request_buffer_size);
}

ThreadpoolId RTORB::create_threadpool_with_lanes(std::uint32_t stacksize,
                                                 const ThreadpoolLanes& lanes, bool allow_borrowing,
                                                 bool allow_request_buffering,
                                                 std::uint32_t max_buffered_requests,
                                                 std::uint32_t max_request_buffer_size) {
  require(stacksize <= kLargestStack, "a thread of a pool has a stack of at most 8 MiB");
  if (allow_borrowing)
    throw CORBA::NO_IMPLEMENT(0, CORBA::CompletionStatus::COMPLETED_NO,
                              "lanes lend no threads: give each as many as it needs");
  orbweaver::server::OwnPoolOptions pool{.lanes = to_engine(lanes),
                                         .has_buffer = allow_request_buffering};
  if (max_buffered_requests > 0) pool.most_waiting = max_buffered_requests;
  if (max_request_buffer_size > 0) pool.most_waiting_bytes = max_request_buffer_size;
  return orb_->pools().add(pool);
}

CORBA::object_reference<PriorityModelPolicy> RTORB::create_priority_model_policy(
    PriorityModel model, Priority server_priority) const {
  require(server_priority >= minPriority, "a priority is 0 to 32767");
  return std::make_shared<PriorityModelPolicy>(model, server_priority);
}

void RTORB::destroy_threadpool(ThreadpoolId threadpool) {
  if (!orb_->pools().remove(threadpool)) throw InvalidThreadpool{};
}

CORBA::object_reference<ThreadpoolPolicy> RTORB::create_threadpool_policy(
    ThreadpoolId threadpool) const {
  return std::make_shared<ThreadpoolPolicy>(threadpool);
}

CORBA::object_reference<PrivateConnectionPolicy> RTORB::create_private_connection_policy() const {
  return std::make_shared<PrivateConnectionPolicy>();
}

}  // namespace RTCORBA
