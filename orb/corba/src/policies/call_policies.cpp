// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/call_policies.hpp>

#include <orbweaver/client/reference.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>

#include <chrono>
#include <set>
#include <string>
#include <utility>

namespace orbweaver::corba::detail {

namespace {

using TimeT = std::chrono::duration<std::uint64_t, std::ratio<1, 10'000'000>>;

wire::Overflow to_engine(SendOverflow overflow) noexcept {
  switch (overflow) {
    case SendOverflow::block:
      return wire::Overflow::block;
    case SendOverflow::fail:
      return wire::Overflow::fail;
    case SendOverflow::drop_oldest:
      break;
  }
  return wire::Overflow::drop_oldest;
}

SendOverflow from_engine(wire::Overflow overflow) noexcept {
  switch (overflow) {
    case wire::Overflow::block:
      return SendOverflow::block;
    case wire::Overflow::fail:
      return SendOverflow::fail;
    case wire::Overflow::drop_oldest:
      break;
  }
  return SendOverflow::drop_oldest;
}

// Takes the value of a client-side policy. False if `policy` is none.
bool add(wire::CallPolicies& policies, const CORBA::Policy& policy) {
  if (const auto* sync = dynamic_cast<const Messaging::SyncScopePolicy*>(&policy))
    policies.sync_scope = static_cast<wire::SyncScope>(sync->synchronization());
  else if (const auto* timeout =
               dynamic_cast<const Messaging::RelativeRoundtripTimeoutPolicy*>(&policy))
    policies.timeout = std::chrono::duration_cast<Nanoseconds>(TimeT{timeout->relative_expiry()});
  else if (const auto* ordered = dynamic_cast<const OrderedDeliveryPolicy*>(&policy))
    policies.ordered_delivery = ordered->is_ordered();
  else if (const auto* own = dynamic_cast<const RTCORBA::PrivateConnectionPolicy*>(&policy))
    policies.private_connection = own->is_private();
  else if (const auto* full = dynamic_cast<const SendOverflowPolicy*>(&policy))
    policies.overflow = to_engine(full->overflow());
  else if (const auto* here = dynamic_cast<const CollocationPolicy*>(&policy))
    policies.collocation = here->collocation();
  else if (const auto* silent = dynamic_cast<const NoResponsePolicy*>(&policy))
    policies.no_response = silent->no_response();
  else
    return false;
  return true;
}

void refuse_twice(const CORBA::PolicyList& policies) {
  std::set<CORBA::PolicyType> types;
  for (const auto& policy : policies)
    if (policy && !types.insert(policy->policy_type()).second)
      throw CORBA::BAD_PARAM(
          omg_minor(30), CORBA::CompletionStatus::COMPLETED_NO,
          "policy type " + std::to_string(policy->policy_type()) + " comes twice");
}

}  // namespace

wire::CallPolicies to_call_policies(const CORBA::PolicyList& policies) {
  wire::CallPolicies result;
  std::vector<std::uint16_t> refused;
  for (std::size_t i = 0; i < policies.size(); ++i)
    if (!policies[i] || !add(result, *policies[i]))
      refused.push_back(static_cast<std::uint16_t>(i));
  if (!refused.empty()) throw CORBA::InvalidPolicies{std::move(refused)};
  refuse_twice(policies);
  return result;
}

CORBA::PolicyList to_policy_list(const wire::CallPolicies& policies) {
  CORBA::PolicyList list;
  if (policies.sync_scope)
    list.push_back(std::make_shared<Messaging::SyncScopePolicy>(
        static_cast<Messaging::SyncScope>(*policies.sync_scope)));
  if (policies.timeout)
    list.push_back(std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(
        std::chrono::duration_cast<TimeT>(*policies.timeout).count()));
  if (policies.overflow)
    list.push_back(std::make_shared<SendOverflowPolicy>(from_engine(*policies.overflow)));
  if (policies.ordered_delivery)
    list.push_back(std::make_shared<OrderedDeliveryPolicy>(*policies.ordered_delivery));
  if (policies.private_connection)
    list.push_back(
        std::make_shared<RTCORBA::PrivateConnectionPolicy>(*policies.private_connection));
  if (policies.collocation)
    list.push_back(std::make_shared<CollocationPolicy>(*policies.collocation));
  if (policies.no_response)
    list.push_back(std::make_shared<NoResponsePolicy>(*policies.no_response));
  return list;
}

std::shared_ptr<client::Reference> override_policies(const CORBA::Object& object,
                                                     const CORBA::PolicyList& policies) {
  const auto& reference = StubFactory::reference_of(object);
  if (!reference)
    throw CORBA::NO_IMPLEMENT(0, CORBA::CompletionStatus::COMPLETED_NO,
                              "a local object has no policies");
  return reference->with(to_call_policies(policies).over(reference->overrides()));
}

}  // namespace orbweaver::corba::detail
