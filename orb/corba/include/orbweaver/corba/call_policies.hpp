// SPDX-License-Identifier: Apache-2.0
// For the ORB only: policies of the client side, as the engine has them.
#pragma once
#include <orbweaver/corba/policy_base.hpp>
#include <orbweaver/wire/policies.hpp>

#include <memory>

namespace orbweaver::client {
class Reference;
}

namespace orbweaver::corba::detail {

/// Throws as PolicyManager::set_policy_overrides.
[[nodiscard]] wire::CallPolicies to_call_policies(const CORBA::PolicyList& policies);
[[nodiscard]] CORBA::PolicyList to_policy_list(const wire::CallPolicies& policies);

/// A new reference to the object, with its overrides and `policies`, of which the latter win.
/// Throws NO_IMPLEMENT for a local object; what to_call_policies() throws.
[[nodiscard]] std::shared_ptr<client::Reference> override_policies(
    const CORBA::Object& object, const CORBA::PolicyList& policies);

}  // namespace orbweaver::corba::detail
