// SPDX-License-Identifier: Apache-2.0
// The standard policies of object adapters, for POA::create_POA. CORBA 3.3 Part 1, 15.3.8. CORBA/e
// Compact fixes the value of two of them: RETAIN and USE_ACTIVE_OBJECT_MAP_ONLY.
#pragma once
#include <orbweaver/corba/policy_base.hpp>

#include <cstdint>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace PortableServer {

/// ORB_CTRL_MODEL: the ORB chooses threads (DispatchPolicy). SINGLE_THREAD_MODEL: one request at a
/// time of all objects of the adapter. CORBA 3.3 Part 1, 15.3.8.
enum class ThreadPolicyValue : std::uint32_t { ORB_CTRL_MODEL, SINGLE_THREAD_MODEL };
/// TRANSIENT: references are good until the adapter or the process ends. PERSISTENT: they are good
/// again when the program has been started again. CORBA 3.3 Part 1, 15.3.8.
enum class LifespanPolicyValue : std::uint32_t { TRANSIENT, PERSISTENT };
/// UNIQUE_ID: a servant incarnates one object at a time. MULTIPLE_ID: any number. CORBA 3.3 Part 1,
/// 15.3.8.
enum class IdUniquenessPolicyValue : std::uint32_t { UNIQUE_ID, MULTIPLE_ID };
/// USER_ID: the program gives ids to objects. SYSTEM_ID: the adapter does. CORBA 3.3 Part 1,
/// 15.3.8.
enum class IdAssignmentPolicyValue : std::uint32_t { USER_ID, SYSTEM_ID };
/// IMPLICIT_ACTIVATION: a servant is activated when its reference is asked for; needs SYSTEM_ID.
/// NO_IMPLICIT_ACTIVATION: by an activation alone. CORBA 3.3 Part 1, 15.3.8.
enum class ImplicitActivationPolicyValue : std::uint32_t {
  IMPLICIT_ACTIVATION,
  NO_IMPLICIT_ACTIVATION
};
/// RETAIN: active objects have their servants in a table. NON_RETAIN: CORBA/e Compact leaves it
/// out; create_POA() throws InvalidPolicy. CORBA 3.3 Part 1, 15.3.8.
enum class ServantRetentionPolicyValue : std::uint32_t { RETAIN, NON_RETAIN };
/// USE_ACTIVE_OBJECT_MAP_ONLY: only active objects answer. USE_DEFAULT_SERVANT and
/// USE_SERVANT_MANAGER: CORBA/e Compact leaves them out; create_POA() throws InvalidPolicy. CORBA
/// 3.3 Part 1, 15.3.8.
enum class RequestProcessingPolicyValue : std::uint32_t {
  USE_ACTIVE_OBJECT_MAP_ONLY,
  USE_DEFAULT_SERVANT,
  USE_SERVANT_MANAGER
};

/// Types of the policies below, for create_policy() and get_policy(). All are the OMG's numbers.
inline constexpr CORBA::PolicyType THREAD_POLICY_ID = 16;
inline constexpr CORBA::PolicyType LIFESPAN_POLICY_ID = 17;
inline constexpr CORBA::PolicyType ID_UNIQUENESS_POLICY_ID = 18;
inline constexpr CORBA::PolicyType ID_ASSIGNMENT_POLICY_ID = 19;
inline constexpr CORBA::PolicyType IMPLICIT_ACTIVATION_POLICY_ID = 20;
inline constexpr CORBA::PolicyType SERVANT_RETENTION_POLICY_ID = 21;
inline constexpr CORBA::PolicyType REQUEST_PROCESSING_POLICY_ID = 22;

/// A policy that is one value of an enumeration.
template <class Value, CORBA::PolicyType kType>
class AdapterPolicy final : public CORBA::Policy {
 public:
  /// The policy with this value.
  explicit AdapterPolicy(Value value) noexcept : value_(value) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override { return kType; }
  /// The chosen value.
  [[nodiscard]] Value value() const noexcept { return value_; }

 private:
  Value value_;
};

/// One request at a time, or as the ORB chooses.
using ThreadPolicy = AdapterPolicy<ThreadPolicyValue, THREAD_POLICY_ID>;
/// Whether references outlive the process.
using LifespanPolicy = AdapterPolicy<LifespanPolicyValue, LIFESPAN_POLICY_ID>;
/// Whether a servant may incarnate several objects.
using IdUniquenessPolicy = AdapterPolicy<IdUniquenessPolicyValue, ID_UNIQUENESS_POLICY_ID>;
/// Whether the program or the adapter makes the ids of objects.
using IdAssignmentPolicy = AdapterPolicy<IdAssignmentPolicyValue, ID_ASSIGNMENT_POLICY_ID>;
/// Whether a reference to a servant activates it.
using ImplicitActivationPolicy =
    AdapterPolicy<ImplicitActivationPolicyValue, IMPLICIT_ACTIVATION_POLICY_ID>;
/// Whether the adapter keeps servants: RETAIN is the only value it takes.
using ServantRetentionPolicy =
    AdapterPolicy<ServantRetentionPolicyValue, SERVANT_RETENTION_POLICY_ID>;
/// The rule for requests to objects that are not active. USE_ACTIVE_OBJECT_MAP_ONLY is the only
/// value that it takes.
using RequestProcessingPolicy =
    AdapterPolicy<RequestProcessingPolicyValue, REQUEST_PROCESSING_POLICY_ID>;

}  // namespace PortableServer
// NOLINTEND(readability-identifier-naming)
