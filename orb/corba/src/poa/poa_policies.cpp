// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/adapter_policies.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>

#include <algorithm>

namespace orbweaver::corba::detail {

namespace {

using namespace PortableServer;

template <class Policy, class Value>
bool read(const CORBA::Policy& policy, Value& value) {
  const auto* const known = dynamic_cast<const Policy*>(&policy);
  if (known != nullptr) value = known->value();
  return known != nullptr;
}

// CORBA/e Compact fixes these two.
bool is_fixed_value(const CORBA::Policy& policy) {
  if (const auto* retention = dynamic_cast<const ServantRetentionPolicy*>(&policy))
    return retention->value() == ServantRetentionPolicyValue::RETAIN;
  const auto* const processing = dynamic_cast<const RequestProcessingPolicy*>(&policy);
  return processing != nullptr &&
         processing->value() == RequestProcessingPolicyValue::USE_ACTIVE_OBJECT_MAP_ONLY;
}

bool take(AdapterPolicies& result, const CORBA::Policy& policy) {
  if (const auto* window = dynamic_cast<const OrderWindowPolicy*>(&policy)) {
    result.order_window = window->window();
    return true;
  }
  if (const auto* pool = dynamic_cast<const RTCORBA::ThreadpoolPolicy*>(&policy)) {
    result.pool = pool->threadpool();
    return true;
  }
  if (const auto* model = dynamic_cast<const RTCORBA::PriorityModelPolicy*>(&policy)) {
    result.priority_model = {static_cast<giop::PriorityModelKind>(model->priority_model()),
                             model->server_priority()};
    return true;
  }
  return read<ThreadPolicy>(policy, result.thread) ||
         read<LifespanPolicy>(policy, result.lifespan) ||
         read<IdUniquenessPolicy>(policy, result.uniqueness) ||
         read<IdAssignmentPolicy>(policy, result.assignment) ||
         read<ImplicitActivationPolicy>(policy, result.activation) ||
         read<DispatchPolicy>(policy, result.dispatch) || is_fixed_value(policy);
}

[[noreturn]] void refuse(std::ptrdiff_t place) {
  throw InvalidPolicy{static_cast<std::uint16_t>(place)};
}

std::ptrdiff_t place_of(const CORBA::PolicyList& policies, CORBA::PolicyType type) {
  return std::ranges::find_if(policies,
                              [&](const auto& policy) { return policy->policy_type() == type; }) -
         policies.begin();
}

// Implicit activation needs ids that the adapter makes. A single-threaded adapter needs a lane.
void check_combination(const AdapterPolicies& result, const CORBA::PolicyList& policies) {
  if (result.activates_implicitly() && !result.makes_ids())
    refuse(place_of(policies, IMPLICIT_ACTIVATION_POLICY_ID));
  if (result.is_single_threaded() && result.dispatch && *result.dispatch != wire::Dispatch::lane)
    refuse(place_of(policies, DISPATCH_POLICY_TYPE));
  if (result.pool && result.dispatch == wire::Dispatch::connection)
    refuse(place_of(policies, DISPATCH_POLICY_TYPE));
}

}  // namespace

AdapterPolicies to_adapter_policies(const CORBA::PolicyList& policies) {
  AdapterPolicies result;
  for (std::size_t i = 0; i < policies.size(); ++i) {
    const auto place = static_cast<std::ptrdiff_t>(i);
    if (!policies[i] || !take(result, *policies[i])) refuse(place);
    if (place_of(policies, policies[i]->policy_type()) != place) refuse(place);
  }
  check_combination(result, policies);
  return result;
}

}  // namespace orbweaver::corba::detail
