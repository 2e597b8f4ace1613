// SPDX-License-Identifier: Apache-2.0
// RT-CORBA: thread pools, priorities, mutexes. RT-CORBA 1.2.
//
//   const auto rt = IDL::traits<RTCORBA::RTORB>::narrow(orb->resolve_initial_references("RTORB"));
//   const auto pool = rt->create_threadpool(0, 2, 2, 20'000, true, 100, 0);
//   root->create_POA("urgent", manager, {rt->create_threadpool_policy(pool)});
#pragma once
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <memory>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::engine {
class OrbCore;
}

namespace RTCORBA {

/// From minPriority to maxPriority, for all systems alike. RT-CORBA 1.2, 2.7.
using Priority = std::int16_t;
/// A priority of the system: 0, or 1 to 99 of SCHED_FIFO.
using NativePriority = std::int16_t;
/// The lowest and the highest. RT-CORBA 1.2, 2.7.
inline constexpr Priority minPriority = 0, maxPriority = 32767;
/// Names a pool within its ORB.
using ThreadpoolId = std::uint32_t;

/// The type of ThreadpoolPolicy; the OMG's number.
inline constexpr CORBA::PolicyType THREADPOOL_POLICY_TYPE = 41;

/// For POA::create_POA: the thread pool that runs the requests for the adapter's objects.
class ThreadpoolPolicy final : public CORBA::Policy {
 public:
  /// `pool`: of create_threadpool(). A pool that does not exist is refused by create_POA(), with
  /// BAD_PARAM.
  explicit ThreadpoolPolicy(ThreadpoolId pool) noexcept : pool_(pool) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return THREADPOOL_POLICY_TYPE;
  }
  /// The pool that was given.
  [[nodiscard]] ThreadpoolId threadpool() const noexcept { return pool_; }

 private:
  ThreadpoolId pool_;
};

/// CLIENT_PROPAGATED: a request runs at its client's priority. SERVER_DECLARED: at that of the
/// adapter. RT-CORBA 1.2, 2.7.
enum class PriorityModel : std::uint32_t { CLIENT_PROPAGATED, SERVER_DECLARED };
/// The type of PriorityModelPolicy; the OMG's number.
inline constexpr CORBA::PolicyType PRIORITY_MODEL_POLICY_TYPE = 40;

/// For POA::create_POA: the priority at which requests for the adapter's objects run. References
/// carry it to clients, where `_get_policy` returns it. With CLIENT_PROPAGATED a request brings the
/// priority of the calling thread (RTCORBA::Current); `server_priority` is for requests that bring
/// none. The servant, and the calls that it makes, have that priority. 2.7.
class PriorityModelPolicy final : public CORBA::Policy {
 public:
  /// `server_priority`: of all requests with SERVER_DECLARED; of those that bring none with
  /// CLIENT_PROPAGATED.
  PriorityModelPolicy(PriorityModel model, Priority server_priority) noexcept
      : model_(model), priority_(server_priority) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return PRIORITY_MODEL_POLICY_TYPE;
  }
  /// Whether the client or the server decides the priority.
  [[nodiscard]] PriorityModel priority_model() const noexcept { return model_; }
  /// The priority that was given to the constructor.
  [[nodiscard]] Priority server_priority() const noexcept { return priority_; }

 private:
  PriorityModel model_;
  Priority priority_;
};

/// Threads of one priority in a pool.
struct ThreadpoolLane {
  /// The priority of the lane's threads; no two lanes of a pool have the same.
  Priority lane_priority = 0;
  /// Threads that the pool always has; at least 1.
  std::uint32_t static_threads = 1;
  /// How many more it may start while requests wait.
  std::uint32_t dynamic_threads = 0;
};
/// In any order; at least one.
using ThreadpoolLanes = std::vector<ThreadpoolLane>;

/// Linear: 0 is the usual scheduling (SCHED_OTHER), 1 to 32767 are SCHED_FIFO 1 to 99. 2.8.
/// Both return false, and do not change their result, if the priority is out of range.
[[nodiscard]] bool to_native(Priority corba, NativePriority& native) noexcept;
[[nodiscard]] bool to_CORBA(NativePriority native, Priority& corba) noexcept;

/// 2.16. Not recursive.
class Mutex final : public CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/RTCORBA/Mutex:1.0";
  Mutex() = default;
  /// Blocks until the mutex is free. Not in a thread that has locked it.
  void lock();
  /// Only the thread that locked it may unlock it.
  void unlock();
  /// Waits at most that long, in units of 100 ns, and at most a year. True if it locked.
  [[nodiscard]] bool try_lock(std::uint64_t max_wait);

 private:
  orbweaver::os::Mutex mutex_;
  orbweaver::os::ConditionVariable freed_;
  bool is_held_ = false;
};

/// The priority of the calling thread. 2.10.
class Current final : public CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/RTCORBA/Current:1.0";
  Current() = default;
  /// The priority that was set in this thread. Throws INITIALIZE if none was.
  [[nodiscard]] Priority the_priority() const;
  /// A thread without the right to real-time scheduling keeps its own; the log says so once.
  /// Throws BAD_PARAM for a negative priority.
  void the_priority(Priority value);
};

/// Threads: any.
class RTORB final : public CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/RTCORBA/RTORB:1.0";

  /// There is no pool with this id.
  class InvalidThreadpool final : public CORBA::UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/RTCORBA/RTORB/InvalidThreadpool:1.0";
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
    [[nodiscard]] const char* _name() const noexcept override { return "InvalidThreadpool"; }
  };

  /// A new mutex, unlocked. It ends with its last reference.
  [[nodiscard]] CORBA::object_reference<Mutex> create_mutex() const;
  /// Makes a pool of `static_threads` threads at `default_priority`. It starts up to
  /// `dynamic_threads` more when requests wait. `stacksize`: at most 8 MiB, which the system gives
  /// every thread.
  /// At most `max_buffered_requests` requests, and `max_request_buffer_size` bytes of requests,
  /// wait for its threads; no request waits if `allow_request_buffering` is false. The pool refuses
  /// one more request with TRANSIENT, completed no. A bound of 0 is no bound: then -ORBlaneDepth
  /// and -ORBlaneBytes bound each object's lane, which pauses its senders. Calls of this process
  /// wait for room, as for any lane. Throws BAD_PARAM for no thread, too many, a negative priority,
  /// or too large a stack.
  [[nodiscard]] ThreadpoolId create_threadpool(
      std::uint32_t stacksize, std::uint32_t static_threads, std::uint32_t dynamic_threads,
      Priority default_priority, bool allow_request_buffering, std::uint32_t max_buffered_requests,
      std::uint32_t max_request_buffer_size);
  /// Makes a thread pool with threads of several priorities; see create_threadpool(). A request
  /// runs in the lane of the highest priority that is not above its own; if there is none, in the
  /// lowest lane. With SERVER_DECLARED the adapter's priority must be that of a lane. Requests of
  /// different priorities may overtake each other. Requests with a number in a series
  /// (OrderedDelivery), and queued calls of this process, use the lowest lane. Throws also
  /// NO_IMPLEMENT for `allow_borrowing`; BAD_PARAM if there is no lane, or two have the same
  /// priority.
  [[nodiscard]] ThreadpoolId create_threadpool_with_lanes(std::uint32_t stacksize,
                                                          const ThreadpoolLanes& lanes,
                                                          bool allow_borrowing,
                                                          bool allow_request_buffering,
                                                          std::uint32_t max_buffered_requests,
                                                          std::uint32_t max_request_buffer_size);
  /// Throws BAD_PARAM for a negative priority.
  [[nodiscard]] CORBA::object_reference<PriorityModelPolicy> create_priority_model_policy(
      PriorityModel model, Priority server_priority) const;
  /// No new adapter can have the pool afterwards. Its threads end with the ORB. Throws
  /// InvalidThreadpool.
  void destroy_threadpool(ThreadpoolId threadpool);
  /// For POA::create_POA(). Does not look whether the pool exists.
  [[nodiscard]] CORBA::object_reference<ThreadpoolPolicy> create_threadpool_policy(
      ThreadpoolId threadpool) const;
  /// For references, threads and ORBs: PrivateConnectionPolicy(true).
  [[nodiscard]] CORBA::object_reference<PrivateConnectionPolicy> create_private_connection_policy()
      const;

 private:
  friend class CORBA::ORB;

  explicit RTORB(std::shared_ptr<orbweaver::engine::OrbCore> orb) : orb_(std::move(orb)) {}

  std::shared_ptr<orbweaver::engine::OrbCore> orb_;
};

}  // namespace RTCORBA
// NOLINTEND(readability-identifier-naming)
