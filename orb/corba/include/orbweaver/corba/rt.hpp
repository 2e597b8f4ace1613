// RT-CORBA: thread pools, priorities, mutexes. RT-CORBA 1.2.
//
//   const auto rt = IDL::traits<RTCORBA::RTORB>::narrow(orb->resolve_initial_references("RTORB"));
//   const auto pool = rt->create_threadpool(0, 2, 2, 20'000, true, 100, 0);
//   root->create_POA("urgent", manager, {rt->create_threadpool_policy(pool)});
#pragma once
#include <orbweaver/corba/policy.hpp>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::engine {
class OrbCore;
}

namespace RTCORBA {

using Priority = std::int16_t;
using NativePriority = std::int16_t;
inline constexpr Priority minPriority = 0, maxPriority = 32767;
using ThreadpoolId = std::uint32_t;

inline constexpr CORBA::PolicyType THREADPOOL_POLICY_TYPE = 41;

/// For POA::create_POA: whose threads run the requests of the adapter's objects.
class ThreadpoolPolicy final : public CORBA::Policy {
 public:
  explicit ThreadpoolPolicy(ThreadpoolId pool) noexcept : pool_(pool) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return THREADPOOL_POLICY_TYPE;
  }
  [[nodiscard]] ThreadpoolId threadpool() const noexcept { return pool_; }

 private:
  ThreadpoolId pool_;
};

enum class PriorityModel : std::uint32_t { CLIENT_PROPAGATED, SERVER_DECLARED };
inline constexpr CORBA::PolicyType PRIORITY_MODEL_POLICY_TYPE = 40;

/// For POA::create_POA: whose priority the requests for the adapter's objects run at. References
/// tell clients, of which `_get_policy` asks. With CLIENT_PROPAGATED a request brings the priority
/// of the thread that called (RTCORBA::Current), and `server_priority` is for those that bring
/// none; the servant, and what it calls, has it as its own. 2.7.
class PriorityModelPolicy final : public CORBA::Policy {
 public:
  PriorityModelPolicy(PriorityModel model, Priority server_priority) noexcept
      : model_(model), priority_(server_priority) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return PRIORITY_MODEL_POLICY_TYPE;
  }
  [[nodiscard]] PriorityModel priority_model() const noexcept { return model_; }
  [[nodiscard]] Priority server_priority() const noexcept { return priority_; }

 private:
  PriorityModel model_;
  Priority priority_;
};

/// Threads of one priority in a pool.
struct ThreadpoolLane {
  Priority lane_priority = 0;
  std::uint32_t static_threads = 1;
  std::uint32_t dynamic_threads = 0;
};
using ThreadpoolLanes = std::vector<ThreadpoolLane>;

/// Linear: 0 is the usual scheduling (SCHED_OTHER), 1 to 32767 are SCHED_FIFO 1 to 99. 2.8.
/// False, and `native` or `corba` is left alone, for what is out of range.
[[nodiscard]] bool to_native(Priority corba, NativePriority& native) noexcept;
[[nodiscard]] bool to_CORBA(NativePriority native, Priority& corba) noexcept;

/// 2.16. Not recursive.
class Mutex final : public CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/RTCORBA/Mutex:1.0";
  Mutex() = default;
  void lock();
  /// Of the thread that has it.
  void unlock();
  /// Waits at most so long, in units of 100 ns; more than a year is a year.
  [[nodiscard]] bool try_lock(std::uint64_t max_wait);

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  bool is_held_ = false;
};

/// The priority of the calling thread. 2.10.
class Current final : public CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/RTCORBA/Current:1.0";
  Current() = default;
  /// What was set in this thread. Throws INITIALIZE if nothing was.
  [[nodiscard]] Priority the_priority() const;
  /// Without the right to real-time scheduling the thread keeps its own, which is logged once.
  /// Throws BAD_PARAM for a negative one.
  void the_priority(Priority value);
};

/// Threads: any.
class RTORB final : public CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/RTCORBA/RTORB:1.0";

  class InvalidThreadpool final : public CORBA::UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/RTCORBA/RTORB/InvalidThreadpool:1.0";
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
    [[nodiscard]] const char* _name() const noexcept override { return "InvalidThreadpool"; }
  };

  explicit RTORB(std::shared_ptr<orbweaver::engine::OrbCore> orb) : orb_(std::move(orb)) {}

  [[nodiscard]] CORBA::object_reference<Mutex> create_mutex() const;
  /// A pool of `static_threads` threads and up to `dynamic_threads` more, started when requests
  /// wait for them, at `default_priority`. `stacksize`: at most what the system gives every thread.
  /// At most `max_buffered_requests` requests and `max_request_buffer_size` bytes of requests wait
  /// for its threads; none, if `allow_request_buffering` is false. One more is refused with
  /// TRANSIENT, completed no. 0: no such bound; each object's lane is as -ORBlaneDepth and
  /// -ORBlaneBytes say, and holds its senders. Calls of this process wait for room, as for any
  /// lane. Throws BAD_PARAM for no thread, too many, a negative priority, or too large a stack.
  [[nodiscard]] ThreadpoolId create_threadpool(
      std::uint32_t stacksize, std::uint32_t static_threads, std::uint32_t dynamic_threads,
      Priority default_priority, bool allow_request_buffering, std::uint32_t max_buffered_requests,
      std::uint32_t max_request_buffer_size);
  /// As create_threadpool, with threads of several priorities: a request runs on those of the
  /// highest priority that is not above its own, else of the lowest. With SERVER_DECLARED the
  /// adapter's priority must be that of a lane. Requests of different priorities may overtake each
  /// other; those with a place in a stream (OrderedDelivery) and queued calls of this process take
  /// the lowest lane. Throws also NO_IMPLEMENT for `allow_borrowing`; BAD_PARAM for no lane, or two
  /// of one priority.
  [[nodiscard]] ThreadpoolId create_threadpool_with_lanes(std::uint32_t stacksize,
                                                          const ThreadpoolLanes& lanes,
                                                          bool allow_borrowing,
                                                          bool allow_request_buffering,
                                                          std::uint32_t max_buffered_requests,
                                                          std::uint32_t max_request_buffer_size);
  /// Throws BAD_PARAM for a negative priority.
  [[nodiscard]] CORBA::object_reference<PriorityModelPolicy> create_priority_model_policy(
      PriorityModel model, Priority server_priority) const;
  /// The threads end with the ORB; no new adapter can have the pool. Throws InvalidThreadpool.
  void destroy_threadpool(ThreadpoolId threadpool);
  [[nodiscard]] CORBA::object_reference<ThreadpoolPolicy> create_threadpool_policy(
      ThreadpoolId threadpool) const;
  [[nodiscard]] CORBA::object_reference<PrivateConnectionPolicy> create_private_connection_policy()
      const;

 private:
  std::shared_ptr<orbweaver::engine::OrbCore> orb_;
};

}  // namespace RTCORBA
// NOLINTEND(readability-identifier-naming)
