// Policies: CORBA::Policy, the policies of the client side that calls obey, who holds them, and
// ours of the server side. CORBA 3.3 Part 1, 11 (Policy) and 17.2 (Messaging QoS).
//
//   client side   reference (with_policies), then thread (PolicyCurrent), then ORB
//   (ORBPolicyManager,
//                 which begins with the -ORB options): the first that says something holds
//   server side   adapter (POA::create_POA), then the -ORB options
#pragma once
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/wire/policies.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {

using PolicyType = std::uint32_t;

/// A choice. Immutable local object.
class Policy : public Object {
 public:
  [[nodiscard]] virtual PolicyType policy_type() const noexcept = 0;
  /// The caller needs the policy no longer. Does nothing: the last reference ends it.
  void destroy() const noexcept {}
};

using PolicyList = std::vector<object_reference<Policy>>;
using PolicyTypeSeq = std::vector<PolicyType>;
enum class SetOverrideType : std::uint32_t { SET_OVERRIDE, ADD_OVERRIDE };

using PolicyErrorCode = std::int16_t;
inline constexpr PolicyErrorCode BAD_POLICY = 0;  // a type that nobody knows
inline constexpr PolicyErrorCode UNSUPPORTED_POLICY = 1;
inline constexpr PolicyErrorCode BAD_POLICY_TYPE = 2;  // the Any holds another type
inline constexpr PolicyErrorCode BAD_POLICY_VALUE = 3;
inline constexpr PolicyErrorCode UNSUPPORTED_POLICY_VALUE = 4;

/// Of ORB::create_policy.
class PolicyError final : public UserException {
 public:
  static constexpr const char* _id = "IDL:omg.org/CORBA/PolicyError:1.0";
  explicit PolicyError(PolicyErrorCode why) noexcept : reason_(why) {}
  [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
  [[nodiscard]] const char* _name() const noexcept override { return "PolicyError"; }
  [[nodiscard]] PolicyErrorCode reason() const noexcept { return reason_; }

 private:
  PolicyErrorCode reason_;
};

/// Of what sets overrides: the policies at `indices` are none of the client side.
class InvalidPolicies final : public UserException {
 public:
  static constexpr const char* _id = "IDL:omg.org/CORBA/InvalidPolicies:1.0";
  explicit InvalidPolicies(std::vector<std::uint16_t> which) noexcept
      : indices_(std::move(which)) {}
  [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
  [[nodiscard]] const char* _name() const noexcept override { return "InvalidPolicies"; }
  [[nodiscard]] const std::vector<std::uint16_t>& indices() const noexcept { return indices_; }

 private:
  std::vector<std::uint16_t> indices_;
};

/// Overrides for an ORB ("ORBPolicyManager") or for the calling thread ("PolicyCurrent").
/// Threads: the manager any; the current works on the calling thread's.
class PolicyManager : public Object {
 public:
  /// Those of the given types that are set; all of them if `types` is empty.
  [[nodiscard]] virtual PolicyList get_policy_overrides(const PolicyTypeSeq& types) const = 0;
  /// ADD_OVERRIDE adds and replaces; SET_OVERRIDE first forgets what was set (on the ORB: back to
  /// its options). Throws InvalidPolicies with the places of those that are not of the client side
  /// or nil, BAD_PARAM (OMG minor 30) if a type comes twice; nothing changes then.
  virtual void set_policy_overrides(const PolicyList& policies, SetOverrideType how) = 0;
};

using PolicyCurrent = PolicyManager;

}  // namespace CORBA

namespace Messaging {

using SyncScope = std::int16_t;
inline constexpr SyncScope SYNC_NONE = 0;
inline constexpr SyncScope SYNC_WITH_TRANSPORT = 1;
inline constexpr SyncScope SYNC_WITH_SERVER = 2;
inline constexpr SyncScope SYNC_WITH_TARGET = 3;

inline constexpr CORBA::PolicyType SYNC_SCOPE_POLICY_TYPE = 24;
inline constexpr CORBA::PolicyType RELATIVE_RT_TIMEOUT_POLICY_TYPE = 32;

class SyncScopePolicy final : public CORBA::Policy {
 public:
  /// Throws INV_POLICY unless 0 to 3.
  explicit SyncScopePolicy(SyncScope scope);
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return SYNC_SCOPE_POLICY_TYPE;
  }
  [[nodiscard]] SyncScope synchronization() const noexcept { return scope_; }

 private:
  SyncScope scope_;
};

/// In units of 100 ns (TimeBase::TimeT); 0: no limit.
class RelativeRoundtripTimeoutPolicy final : public CORBA::Policy {
 public:
  explicit RelativeRoundtripTimeoutPolicy(std::uint64_t expiry) noexcept : expiry_(expiry) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return RELATIVE_RT_TIMEOUT_POLICY_TYPE;
  }
  [[nodiscard]] std::uint64_t relative_expiry() const noexcept { return expiry_; }

 private:
  std::uint64_t expiry_;
};

}  // namespace Messaging

namespace RTCORBA {

inline constexpr CORBA::PolicyType PRIVATE_CONNECTION_POLICY_TYPE = 44;

/// The reference has a connection of its own, which no other reference uses: a slow object that
/// others call holds up none of its requests. RT-CORBA 1.2, 2.19.
class PrivateConnectionPolicy final : public CORBA::Policy {
 public:
  /// `is_private` false: shared after all, where a weaker policy says private.
  explicit PrivateConnectionPolicy(bool is_private = true) noexcept : is_private_(is_private) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return PRIVATE_CONNECTION_POLICY_TYPE;
  }
  [[nodiscard]] bool is_private() const noexcept { return is_private_; }

 private:
  bool is_private_;
};

}  // namespace RTCORBA

namespace orbweaver::corba {

/// In our vendor range ("OW").
inline constexpr CORBA::PolicyType ORDERED_DELIVERY_POLICY_TYPE = 0x4f570001;

/// Requests through this reference, and through those derived from it, are handed to the servant in
/// the order in which the calls were sent, whichever threads send them, over any number of
/// connections. What is lost is told to the servant as a gap. Servers of other ORBs ignore it.
class OrderedDeliveryPolicy final : public CORBA::Policy {
 public:
  explicit OrderedDeliveryPolicy(bool is_ordered = true) noexcept : is_ordered_(is_ordered) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return ORDERED_DELIVERY_POLICY_TYPE;
  }
  [[nodiscard]] bool is_ordered() const noexcept { return is_ordered_; }

 private:
  bool is_ordered_;
};

inline constexpr CORBA::PolicyType SEND_OVERFLOW_POLICY_TYPE = 0x4f570002;
inline constexpr CORBA::PolicyType ORDER_WINDOW_POLICY_TYPE = 0x4f570003;

/// What becomes of a SYNC_NONE request that finds its connection's send queue (-ORBsendQueue) full.
enum class SendOverflow : std::uint32_t {
  block,        // the call waits for room, up to its timeout
  fail,         // it fails with TRANSIENT, completed no
  drop_oldest,  // the oldest request that waits is dropped and counted (oneways_dropped)
};

/// Client side. The queue belongs to the connection, which references share unless they have
/// private ones. The policy of the request that comes decides; and only requests that were sent
/// with drop_oldest themselves are dropped for one: what was taken with block or fail never is. If
/// nothing may be dropped, drop_oldest waits like block. While a call waits for room, the queue is
/// full for those that do not wait.
class SendOverflowPolicy final : public CORBA::Policy {
 public:
  /// Throws INV_POLICY unless one of the three.
  explicit SendOverflowPolicy(SendOverflow overflow);
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return SEND_OVERFLOW_POLICY_TYPE;
  }
  [[nodiscard]] SendOverflow overflow() const noexcept { return overflow_; }

 private:
  SendOverflow overflow_;
};

inline constexpr CORBA::PolicyType COLLOCATION_POLICY_TYPE = 0x4f570005;

/// Client side: what calls to objects of the same ORB become; without it, as -ORBcollocation says.
class CollocationPolicy final : public CORBA::Policy {
 public:
  explicit CollocationPolicy(wire::Collocation collocation) noexcept : collocation_(collocation) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return COLLOCATION_POLICY_TYPE;
  }
  [[nodiscard]] wire::Collocation collocation() const noexcept { return collocation_; }

 private:
  wire::Collocation collocation_;
};

/// What is empty is taken from the ORB's options (-ORBorderWindow, -ORBorderWindowBytes,
/// -ORBorderWait).
struct OrderWindow {
  /// Early requests that an object holds at most, of all streams together; 0: none is waited for.
  std::optional<std::size_t> messages = {}, bytes = {};
  /// How long a missing request is waited for, from when a later one showed that it is missing.
  std::optional<Nanoseconds> wait = {};
  friend bool operator==(const OrderWindow&, const OrderWindow&) = default;
};

/// Server side, for POA::create_POA: where, and for how long, objects of the adapter restore the
/// order of requests with a place in a stream (OrderedDelivery, udp).
class OrderWindowPolicy final : public CORBA::Policy {
 public:
  /// Throws INV_POLICY if the wait is negative.
  explicit OrderWindowPolicy(const OrderWindow& window);
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return ORDER_WINDOW_POLICY_TYPE;
  }
  [[nodiscard]] const OrderWindow& window() const noexcept { return window_; }

 private:
  OrderWindow window_;
};

/// What a list of policies says to the engine. Throws as PolicyManager::set_policy_overrides.
[[nodiscard]] wire::CallPolicies to_call_policies(const CORBA::PolicyList& policies);
[[nodiscard]] CORBA::PolicyList to_policy_list(const wire::CallPolicies& policies);

/// `object` with other policies: a new reference to the same object, which leaves `object` as it
/// is.
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> with_policies(
    const CORBA::object_reference<Interface>& object, const CORBA::PolicyList& policies);

[[nodiscard]] std::shared_ptr<client::Reference> override_policies(
    const CORBA::Object& object, const CORBA::PolicyList& policies);

template <class Interface>
CORBA::object_reference<Interface> with_policies(const CORBA::object_reference<Interface>& object,
                                                 const CORBA::PolicyList& policies) {
  return StubFactory::make<Interface>(override_policies(*object, policies));
}

}  // namespace orbweaver::corba
// NOLINTEND(readability-identifier-naming)
