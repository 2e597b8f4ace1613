// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extensions: policies of its own, and with_policies(), which sets policies on one
// reference. The types of these policies lie in Orbweaver's vendor range ("OW").
#pragma once
#include <orbweaver/corba/call_policies.hpp>
#include <orbweaver/corba/choices.hpp>
#include <orbweaver/corba/poa_policies.hpp>
#include <orbweaver/corba/policy_base.hpp>
#include <orbweaver/wire/policies.hpp>

#include <cstdint>
#include <optional>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::corba {

/// Types of Orbweaver's policies, for create_policy() and get_policy_overrides(). Each names the
/// class of the same name. All of the vendor range "OW".
inline constexpr CORBA::PolicyType ORDERED_DELIVERY_POLICY_TYPE = 0x4f570001;
inline constexpr CORBA::PolicyType SEND_OVERFLOW_POLICY_TYPE = 0x4f570002;
inline constexpr CORBA::PolicyType ORDER_WINDOW_POLICY_TYPE = 0x4f570003;
inline constexpr CORBA::PolicyType DISPATCH_POLICY_TYPE = 0x4f570004;
inline constexpr CORBA::PolicyType COLLOCATION_POLICY_TYPE = 0x4f570005;
inline constexpr CORBA::PolicyType NO_RESPONSE_POLICY_TYPE = 0x4f570006;

// ---- client side ----

/// The servant receives the requests through this reference, and through references derived from
/// it, in the order in which the calls were sent. This holds for any number of threads and
/// connections. The servant is notified of a lost request as a gap (Servant::_missed). Servers of
/// other ORBs ignore the policy.
class OrderedDeliveryPolicy final : public CORBA::Policy {
 public:
  /// False: order is not kept, although the thread or the ORB says so.
  explicit OrderedDeliveryPolicy(bool is_ordered = true) noexcept : is_ordered_(is_ordered) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return ORDERED_DELIVERY_POLICY_TYPE;
  }
  /// Whether order is kept.
  [[nodiscard]] bool is_ordered() const noexcept { return is_ordered_; }

 private:
  bool is_ordered_;
};

/// How a connection treats a SYNC_NONE request when its send queue (-ORBsendQueue) is full.
enum class SendOverflow : std::uint32_t {
  block,        ///< the call waits for room, up to its timeout
  fail,         ///< it fails with TRANSIENT, completed no
  drop_oldest,  ///< the oldest request that waits is dropped and counted (oneways_dropped)
};

/// The queue belongs to the connection, which references share unless they have private ones. The
/// policy of the new request decides. Only requests that were sent with drop_oldest are dropped
/// for a new one; if there is none, the new request waits as with block. While a call waits for
/// room, the queue is full for calls that do not wait.
class SendOverflowPolicy final : public CORBA::Policy {
 public:
  /// Throws INV_POLICY unless `overflow` is one of the three.
  explicit SendOverflowPolicy(SendOverflow overflow);
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return SEND_OVERFLOW_POLICY_TYPE;
  }
  /// The fate of a request that finds the queue full.
  [[nodiscard]] SendOverflow overflow() const noexcept { return overflow_; }

 private:
  SendOverflow overflow_;
};

/// Whether calls to objects of the same ORB run in the caller's thread, in the object's lane, or
/// through a transport. Without it -ORBcollocation decides.
class CollocationPolicy final : public CORBA::Policy {
 public:
  /// direct: a plain call in the caller's thread. queued: through the object's lane, without
  /// marshalling. off: as if the object were remote.
  explicit CollocationPolicy(Collocation collocation) noexcept : collocation_(collocation) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return COLLOCATION_POLICY_TYPE;
  }
  /// The way that was chosen.
  [[nodiscard]] Collocation collocation() const noexcept { return collocation_; }

 private:
  Collocation collocation_;
};

/// When calls of two-way operations that return nothing are sent like one-ways: the SyncScope says
/// when such a call returns, and it throws the exceptions of a one-way call. With SYNC_WITH_TARGET
/// it is a two-way call. The servant's ORB logs and counts an exception of the servant
/// (Statistics::oneways_failed). Holds for operations that were compiled with views
/// (docs/understand/buffers.md), and pass a sequence as one. Without it: never.
/// docs/understand/decisions/0009.
class NoResponsePolicy final : public CORBA::Policy {
 public:
  /// never; if_ordered: to servers that promise order and flow control; always.
  explicit NoResponsePolicy(NoResponse no_response) noexcept : no_response_(no_response) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return NO_RESPONSE_POLICY_TYPE;
  }
  /// When no reply is asked for.
  [[nodiscard]] NoResponse no_response() const noexcept { return no_response_; }

 private:
  NoResponse no_response_;
};

// ---- server side, for POA::create_POA ----

/// Which thread runs the requests of the adapter's objects. Without it -ORBdispatch decides.
using DispatchPolicy = PortableServer::AdapterPolicy<Dispatch, DISPATCH_POLICY_TYPE>;

/// An empty member has the value of the ORB's option: -ORBorderWindow, -ORBorderWindowBytes,
/// -ORBorderWait.
struct OrderWindow {
  /// Early requests that an object holds at most, of all series together. 0: it waits for no
  /// missing request.
  std::optional<std::size_t> messages = {}, bytes = {};
  /// How long an object waits for a missing request, from the arrival of a later one.
  std::optional<Nanoseconds> wait = {};
  friend bool operator==(const OrderWindow&, const OrderWindow&) = default;
};

/// How many early requests the objects of the adapter hold, and for how long, to restore the order
/// of a series (OrderedDelivery, udp).
class OrderWindowPolicy final : public CORBA::Policy {
 public:
  /// Throws INV_POLICY if the wait is negative.
  explicit OrderWindowPolicy(const OrderWindow& window);
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return ORDER_WINDOW_POLICY_TYPE;
  }
  /// The limits that were given. The ORB's options fill those that are empty.
  [[nodiscard]] const OrderWindow& window() const noexcept { return window_; }

 private:
  OrderWindow window_;
};

// ---- one reference ----

/// A new reference to the same object, with the overrides of `object` and with `policies`. `object`
/// does not change. Throws InvalidPolicies and BAD_PARAM as PolicyManager::set_policy_overrides;
/// NO_IMPLEMENT for a local object.
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> with_policies(
    const CORBA::object_reference<Interface>& object, const CORBA::PolicyList& policies) {
  return StubFactory::make<Interface>(detail::override_policies(*object, policies));
}

}  // namespace orbweaver::corba
// NOLINTEND(readability-identifier-naming)
