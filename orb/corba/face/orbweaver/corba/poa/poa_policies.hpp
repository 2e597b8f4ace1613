// The standard policies of object adapters, for POA::create_POA. CORBA 3.3 Part 1, 15.3.8. CORBA/e
// Compact fixes the value of two of them: RETAIN and USE_ACTIVE_OBJECT_MAP_ONLY.
#pragma once
#include <orbweaver/corba/policies/policy_base.hpp>

#include <cstdint>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace PortableServer {

enum class ThreadPolicyValue : std::uint32_t { ORB_CTRL_MODEL, SINGLE_THREAD_MODEL };
enum class LifespanPolicyValue : std::uint32_t { TRANSIENT, PERSISTENT };
enum class IdUniquenessPolicyValue : std::uint32_t { UNIQUE_ID, MULTIPLE_ID };
enum class IdAssignmentPolicyValue : std::uint32_t { USER_ID, SYSTEM_ID };
enum class ImplicitActivationPolicyValue : std::uint32_t {
  IMPLICIT_ACTIVATION,
  NO_IMPLICIT_ACTIVATION
};
enum class ServantRetentionPolicyValue : std::uint32_t { RETAIN, NON_RETAIN };
enum class RequestProcessingPolicyValue : std::uint32_t {
  USE_ACTIVE_OBJECT_MAP_ONLY,
  USE_DEFAULT_SERVANT,
  USE_SERVANT_MANAGER
};

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
  explicit AdapterPolicy(Value value) noexcept : value_(value) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override { return kType; }
  [[nodiscard]] Value value() const noexcept { return value_; }

 private:
  Value value_;
};

using ThreadPolicy = AdapterPolicy<ThreadPolicyValue, THREAD_POLICY_ID>;
using LifespanPolicy = AdapterPolicy<LifespanPolicyValue, LIFESPAN_POLICY_ID>;
using IdUniquenessPolicy = AdapterPolicy<IdUniquenessPolicyValue, ID_UNIQUENESS_POLICY_ID>;
using IdAssignmentPolicy = AdapterPolicy<IdAssignmentPolicyValue, ID_ASSIGNMENT_POLICY_ID>;
using ImplicitActivationPolicy =
    AdapterPolicy<ImplicitActivationPolicyValue, IMPLICIT_ACTIVATION_POLICY_ID>;
using ServantRetentionPolicy =
    AdapterPolicy<ServantRetentionPolicyValue, SERVANT_RETENTION_POLICY_ID>;
using RequestProcessingPolicy =
    AdapterPolicy<RequestProcessingPolicyValue, REQUEST_PROCESSING_POLICY_ID>;

}  // namespace PortableServer
// NOLINTEND(readability-identifier-naming)
