// The client side of one ORB: what all its references and requests share.
#pragma once
#include <orbweaver/client/reply_thread.hpp>
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/wire/choice_log.hpp>
#include <orbweaver/wire/forward_table.hpp>
#include <orbweaver/wire/notices.hpp>
#include <orbweaver/wire/options.hpp>
#include <orbweaver/wire/policies.hpp>
#include <orbweaver/wire/statistics.hpp>

#include <atomic>
#include <memory>
#include <optional>

namespace orbweaver::client {

class ClientConnections;
class OrderStream;

/// Which objects live in this very ORB. What has both sides of an ORB implements it (orb/engine).
/// Threads: any.
class LocalObjects {
 public:
  /// Whether `ior`, whose first usable profile has `object_key`, and whose priority model is
  /// `model`, leads to this very ORB: by a transient key of it, or by a persistent one at the
  /// addresses where it listens.
  [[nodiscard]] virtual bool owns(const giop::Ior& ior, Bytes object_key,
                                  const std::optional<giop::PriorityModel>& model) = 0;
  [[nodiscard]] virtual bool is_active(Bytes object_key) const = 0;

 protected:
  ~LocalObjects() = default;
};

/// Threads: any.
class Client {
 public:
  /// All of it outlives the client; `alarm` ends before it does.
  struct Parts {
    const wire::Options& options;
    wire::Counters& counters;
    wire::ChoiceLog& choices;
    wire::Notices& notices;
    dispatch::Alarm& alarm;
    wire::ForwardTable& forwards;
    LocalObjects& local;
  };
  explicit Client(const Parts& parts);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  [[nodiscard]] const wire::Options& options() const noexcept { return options_; }
  [[nodiscard]] wire::Counters& counters() const noexcept { return counters_; }
  [[nodiscard]] wire::ForwardTable& forwards() const noexcept { return forwards_; }
  [[nodiscard]] LocalObjects& local() const noexcept { return local_; }
  [[nodiscard]] ClientConnections& connections() const noexcept { return *connections_; }
  /// Where the handlers of asynchronous calls run.
  [[nodiscard]] ReplyThread& reply_thread() noexcept { return reply_thread_; }

  /// The client policies of this ORB; Options say how they begin. All members are set.
  [[nodiscard]] wire::CallPolicies policies() const noexcept;
  /// Replaces what `policies` sets, but for the collocation. Calls that have begun keep what they
  /// had.
  void set_policies(wire::CallPolicies policies) noexcept;
  /// What calls to objects of this ORB become; not in policies(), as only those ask for it.
  [[nodiscard]] std::optional<wire::Collocation> collocation() const noexcept {
    return collocation_.load(std::memory_order_relaxed);
  }
  void set_collocation(std::optional<wire::Collocation> collocation) noexcept {
    collocation_.store(collocation, std::memory_order_relaxed);
  }

  /// A stream of requests that no other ORB has, and this one had not before.
  [[nodiscard]] std::shared_ptr<OrderStream> make_stream();

  /// Closes every connection, up to the deadline, and runs the handlers of what was answered.
  void close(Deadline deadline);

 private:
  const wire::Options& options_;
  wire::Counters& counters_;
  wire::ForwardTable& forwards_;
  LocalObjects& local_;
  // relaxed: each is a value by itself
  std::atomic<wire::SyncScope> sync_scope_;
  std::atomic<Nanoseconds> timeout_;
  std::atomic<wire::Overflow> overflow_;
  std::atomic<bool> ordered_delivery_, private_connection_;
  std::atomic<std::optional<wire::Collocation>> collocation_;
  ReplyThread reply_thread_;
  const std::unique_ptr<ClientConnections> connections_;
  const std::uint64_t stream_seed_;
  std::atomic<std::uint64_t> streams_made_{0};
};

}  // namespace orbweaver::client
