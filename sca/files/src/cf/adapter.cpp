// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/files/adapter.hpp>

#include <memory>

namespace orbweaver::files {

namespace {

Adapter active_root(CORBA::ORB& orb) {
  auto root = IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return root;
}

Adapter child_of(const Adapter& root, const std::string& name, CORBA::PolicyList policies) {
  policies.push_back(std::make_shared<corba::DispatchPolicy>(wire::Dispatch::pool));
  try {
    return root->create_POA(name, root->the_POAManager(), policies);
  } catch (const PortableServer::POA::AdapterAlreadyExists&) {
    return root->find_POA(name, false);
  }
}

}  // namespace

Adapter adapter_of(CORBA::ORB& orb, const std::string& name) {
  using PortableServer::ImplicitActivationPolicyValue;
  const auto root = active_root(orb);
  return child_of(root, name,
                  {root->create_implicit_activation_policy(
                      ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION)});
}

Adapter guarded_adapter_of(CORBA::ORB& orb, const std::string& name) {
  using PortableServer::IdAssignmentPolicyValue;
  const auto root = active_root(orb);
  return child_of(root, name,
                  {root->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)});
}

}  // namespace orbweaver::files
