// Policies of object adapters, for POA::create_POA. CORBA 3.3 Part 1, 15.3.8; those that CORBA/e
// Compact leaves out have the one value that it fixes. And ours: the dispatch.
#pragma once
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/giop/priority.hpp>

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

namespace orbweaver::corba {

inline constexpr CORBA::PolicyType DISPATCH_POLICY_TYPE = 0x4f570004;

/// Which thread runs the requests of the adapter's objects; without it, as -ORBdispatch says.
using DispatchPolicy = PortableServer::AdapterPolicy<wire::Dispatch, DISPATCH_POLICY_TYPE>;

/// What the policies of an adapter say, with the standard's defaults for what they leave open.
struct AdapterPolicies {
  PortableServer::ThreadPolicyValue thread = PortableServer::ThreadPolicyValue::ORB_CTRL_MODEL;
  PortableServer::LifespanPolicyValue lifespan = PortableServer::LifespanPolicyValue::TRANSIENT;
  PortableServer::IdUniquenessPolicyValue uniqueness =
      PortableServer::IdUniquenessPolicyValue::UNIQUE_ID;
  PortableServer::IdAssignmentPolicyValue assignment =
      PortableServer::IdAssignmentPolicyValue::SYSTEM_ID;
  PortableServer::ImplicitActivationPolicyValue activation =
      PortableServer::ImplicitActivationPolicyValue::NO_IMPLICIT_ACTIVATION;
  std::optional<wire::Dispatch> dispatch = {};
  std::optional<RTCORBA::ThreadpoolId> pool = {};
  std::optional<giop::PriorityModel> priority_model = {};
  OrderWindow order_window = {};

  [[nodiscard]] bool is_persistent() const noexcept {
    return lifespan == PortableServer::LifespanPolicyValue::PERSISTENT;
  }
  [[nodiscard]] bool makes_ids() const noexcept {
    return assignment == PortableServer::IdAssignmentPolicyValue::SYSTEM_ID;
  }
  [[nodiscard]] bool has_unique_ids() const noexcept {
    return uniqueness == PortableServer::IdUniquenessPolicyValue::UNIQUE_ID;
  }
  [[nodiscard]] bool activates_implicitly() const noexcept {
    return activation == PortableServer::ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION;
  }
  [[nodiscard]] bool is_single_threaded() const noexcept {
    return thread == PortableServer::ThreadPolicyValue::SINGLE_THREAD_MODEL;
  }
};

/// Throws POA::InvalidPolicy with the place of the first that is not one of an adapter, is nil,
/// comes twice, has a value that CORBA/e Compact lacks, or contradicts another one.
[[nodiscard]] AdapterPolicies to_adapter_policies(const CORBA::PolicyList& policies);

}  // namespace orbweaver::corba
// NOLINTEND(readability-identifier-naming)
