// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/policy_values.hpp>
#include <orbweaver/corba/rt.hpp>

namespace CORBA {

namespace {

template <class Value>
Value value_in(const Any& any) {
  Value value{};
  if (!(any >>= value)) throw PolicyError{BAD_POLICY_TYPE};
  return value;
}

// The Any holds the enumeration, or an unsigned long.
template <class Enum>
Enum enum_in(const Any& any, Enum most) {
  if constexpr (orbweaver::corba::HasTypeCode<Enum>) {
    Enum value{};
    if (any >>= value) return value;
  }
  const auto number = value_in<std::uint32_t>(any);
  if (number > static_cast<std::uint32_t>(most)) throw PolicyError{BAD_POLICY_VALUE};
  return static_cast<Enum>(number);
}

// CORBA/e Compact has only one value of these policies.
template <class Policy, class Enum>
object_reference<CORBA::Policy> fixed_policy(const Any& any, Enum most, Enum only) {
  if (enum_in(any, most) != only) throw PolicyError{UNSUPPORTED_POLICY_VALUE};
  return std::make_shared<Policy>(only);
}

object_reference<Policy> order_window(const Any& any) {
  const auto numbers = value_in<std::vector<std::uint64_t>>(any);
  constexpr std::uint64_t kMostWait = INT64_MAX;
  if (numbers.size() != 3 || numbers[2] > kMostWait) throw PolicyError{BAD_POLICY_VALUE};
  return std::make_shared<orbweaver::corba::OrderWindowPolicy>(orbweaver::corba::OrderWindow{
      numbers[0], numbers[1], orbweaver::Nanoseconds{static_cast<std::int64_t>(numbers[2])}});
}

object_reference<Policy> adapter_policy(PolicyType type, const Any& value) {
  using namespace PortableServer;
  switch (type) {
    case THREAD_POLICY_ID:
      return std::make_shared<ThreadPolicy>(enum_in(value, ThreadPolicyValue::SINGLE_THREAD_MODEL));
    case LIFESPAN_POLICY_ID:
      return std::make_shared<LifespanPolicy>(enum_in(value, LifespanPolicyValue::PERSISTENT));
    case ID_UNIQUENESS_POLICY_ID:
      return std::make_shared<IdUniquenessPolicy>(
          enum_in(value, IdUniquenessPolicyValue::MULTIPLE_ID));
    case ID_ASSIGNMENT_POLICY_ID:
      return std::make_shared<IdAssignmentPolicy>(
          enum_in(value, IdAssignmentPolicyValue::SYSTEM_ID));
    case IMPLICIT_ACTIVATION_POLICY_ID:
      return std::make_shared<ImplicitActivationPolicy>(
          enum_in(value, ImplicitActivationPolicyValue::NO_IMPLICIT_ACTIVATION));
    case SERVANT_RETENTION_POLICY_ID:
      return fixed_policy<ServantRetentionPolicy>(value, ServantRetentionPolicyValue::NON_RETAIN,
                                                  ServantRetentionPolicyValue::RETAIN);
    case REQUEST_PROCESSING_POLICY_ID:
      return fixed_policy<RequestProcessingPolicy>(
          value, RequestProcessingPolicyValue::USE_SERVANT_MANAGER,
          RequestProcessingPolicyValue::USE_ACTIVE_OBJECT_MAP_ONLY);
    default:
      return nullptr;
  }
}

object_reference<Policy> our_policy(PolicyType type, const Any& value) {
  using namespace orbweaver;
  switch (type) {
    case corba::ORDERED_DELIVERY_POLICY_TYPE:
      return std::make_shared<corba::OrderedDeliveryPolicy>(value_in<bool>(value));
    case corba::SEND_OVERFLOW_POLICY_TYPE:
      return std::make_shared<corba::SendOverflowPolicy>(
          enum_in(value, corba::SendOverflow::drop_oldest));
    case corba::ORDER_WINDOW_POLICY_TYPE:
      return order_window(value);
    case corba::DISPATCH_POLICY_TYPE:
      return std::make_shared<corba::DispatchPolicy>(enum_in(value, wire::Dispatch::lane));
    case corba::COLLOCATION_POLICY_TYPE:
      return std::make_shared<corba::CollocationPolicy>(enum_in(value, wire::Collocation::off));
    case corba::NO_RESPONSE_POLICY_TYPE:
      return std::make_shared<corba::NoResponsePolicy>(enum_in(value, wire::NoResponse::always));
    default:
      return nullptr;
  }
}

object_reference<Policy> client_policy(PolicyType type, const Any& value) {
  switch (type) {
    case Messaging::SYNC_SCOPE_POLICY_TYPE: {
      const auto scope = value_in<Messaging::SyncScope>(value);
      if (scope < Messaging::SYNC_NONE || scope > Messaging::SYNC_WITH_TARGET)
        throw PolicyError{BAD_POLICY_VALUE};
      return std::make_shared<Messaging::SyncScopePolicy>(scope);
    }
    case Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE:
      return std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(
          value_in<std::uint64_t>(value));
    case RTCORBA::PRIVATE_CONNECTION_POLICY_TYPE:
      return std::make_shared<RTCORBA::PrivateConnectionPolicy>(value_in<bool>(value));
    case RTCORBA::THREADPOOL_POLICY_TYPE:
      return std::make_shared<RTCORBA::ThreadpoolPolicy>(value_in<RTCORBA::ThreadpoolId>(value));
    default:
      return nullptr;
  }
}

// Standard types that this ORB does not have: Messaging's routing and absolute times (23 to
// 35), bidirectional GIOP, the protocols of RT-CORBA.
bool is_known_elsewhere(PolicyType type) noexcept {
  constexpr PolicyType kFirstOfMessaging = 23, kLastOfMessaging = 35, kBidirectional = 37,
                       kFirstOfRealTime = 40, kLastOfRealTime = 45;
  return (type >= kFirstOfMessaging && type <= kLastOfMessaging) || type == kBidirectional ||
         (type >= kFirstOfRealTime && type <= kLastOfRealTime);
}

}  // namespace

object_reference<Policy> ORB::create_policy(PolicyType type, const Any& value) const {
  (void)usable();
  for (const auto create : {client_policy, adapter_policy, our_policy})
    if (auto policy = create(type, value)) return policy;
  throw PolicyError{is_known_elsewhere(type) ? UNSUPPORTED_POLICY : BAD_POLICY};
}

}  // namespace CORBA
