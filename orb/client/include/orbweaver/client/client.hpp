// SPDX-License-Identifier: Apache-2.0
// The client side of one ORB, which all its references and requests share.
#pragma once
#include <orbweaver/client/reply_thread.hpp>
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/object_traits.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/os/atomic.hpp>
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
class OrderSeries;

/// Knows which objects are in this ORB. orb/engine implements it, as it has both sides of an ORB.
/// Threads: any.
class LocalObjects {
 public:
  /// Whether the object of `ior` is in this ORB: `object_key` is a transient key of it, or a
  /// persistent key and the addresses are those on which this ORB listens. `object_key`: that of
  /// the first usable profile of `ior`. `traits`: those that `ior` says of the object.
  [[nodiscard]] virtual bool owns(const giop::Ior& ior, Bytes object_key,
                                  const giop::ObjectTraits& traits) = 0;
  [[nodiscard]] virtual bool is_active(Bytes object_key) const = 0;

 protected:
  ~LocalObjects() = default;
};

/// Threads: any.
class Client {
 public:
  /// All parts outlive the client; `alarm` is stopped before the client ends.
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
  /// The thread on which handlers of asynchronous calls run.
  [[nodiscard]] ReplyThread& reply_thread() noexcept { return reply_thread_; }

  /// The client policies of this ORB, which Options set at first. All members are set.
  [[nodiscard]] wire::CallPolicies policies() const noexcept;
  /// Replaces the policies that are set in `policies`, but neither the collocation nor NoResponse.
  /// Calls that have begun keep their policies.
  void set_policies(wire::CallPolicies policies) noexcept;
  /// How calls to objects of this ORB are made. It is not in policies(), since other calls do not
  /// need it.
  [[nodiscard]] std::optional<wire::Collocation> collocation() const noexcept {
    return collocation_.load(std::memory_order_relaxed);
  }
  void set_collocation(std::optional<wire::Collocation> collocation) noexcept {
    collocation_.store(collocation, std::memory_order_relaxed);
  }
  /// Like collocation(), not in policies(): only calls of operations that return nothing need it.
  [[nodiscard]] wire::NoResponse no_response() const noexcept {
    return no_response_.load(std::memory_order_relaxed);
  }
  void set_no_response(wire::NoResponse no_response) noexcept {
    no_response_.store(no_response, std::memory_order_relaxed);
  }

  /// Makes a series of requests, with an id that no other series of any ORB has.
  [[nodiscard]] std::shared_ptr<OrderSeries> make_series();

  /// Closes every connection, up to the deadline, and runs the handlers of calls that were
  /// answered.
  void close(Deadline deadline);

 private:
  const wire::Options& options_;
  wire::Counters& counters_;
  wire::ForwardTable& forwards_;
  LocalObjects& local_;
  // relaxed: each value is independent of the others
  os::Atomic<wire::SyncScope> sync_scope_;
  os::Atomic<Nanoseconds> timeout_;
  os::Atomic<wire::Overflow> overflow_;
  os::Atomic<bool> ordered_delivery_, private_connection_;
  os::Atomic<std::optional<wire::Collocation>> collocation_;
  os::Atomic<wire::NoResponse> no_response_{wire::NoResponse::never};
  ReplyThread reply_thread_;
  const std::unique_ptr<ClientConnections> connections_;
  const std::uint64_t series_seed_;
  os::Atomic<std::uint64_t> series_made_{0};
};

}  // namespace orbweaver::client
