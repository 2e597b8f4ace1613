// SPDX-License-Identifier: Apache-2.0
// For the ORB only: the policies of an adapter as one structure, and the reading of a list.
#pragma once
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/giop/priority.hpp>

#include <optional>

namespace orbweaver::corba::detail {

/// The policies of an adapter. A member has the standard's default if the list does not name it.
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
  std::optional<giop::PriorityModelValue> priority_model = {};
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

/// Throws POA::InvalidPolicy with the place of the first policy that is nil, is not one of an
/// adapter, comes twice, has a value that CORBA/e Compact does not have, or contradicts another.
[[nodiscard]] AdapterPolicies to_adapter_policies(const CORBA::PolicyList& policies);

}  // namespace orbweaver::corba::detail
